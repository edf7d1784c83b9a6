package main

import (
	"fmt"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const namespace = "fleets"

func definition() *apiextensionsv1.CustomResourceDefinition {
	one, open := 1.0, true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "fleets.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com",
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{
				Plural: "fleets", Singular: "fleet", Kind: "Fleet", ListKind: "FleetList",
			},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
					Scale: &apiextensionsv1.CustomResourceSubresourceScale{
						SpecReplicasPath: ".spec.size", StatusReplicasPath: ".status.ready",
					},
				},
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object",
					Properties: map[string]apiextensionsv1.JSONSchemaProps{
						"spec": {
							Type:     "object",
							Required: []string{"size"},
							Properties: map[string]apiextensionsv1.JSONSchemaProps{
								"size":  {Type: "integer", Minimum: &one},
								"image": {Type: "string"},
							},
						},
						"status": {Type: "object", XPreserveUnknownFields: &open},
					},
				}},
			}},
		},
	}
}

// rights are those of the operator: a service account with a role, as kubebuilder's projects have them.
func rights() []client.Object {
	account := rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Namespace: namespace, Name: "operator"}
	all := []string{"get", "list", "watch", "create", "update", "patch", "delete"}
	return []client.Object{
		&rbacv1.ClusterRole{
			ObjectMeta: metav1.ObjectMeta{Name: "fleet-operator"},
			Rules: []rbacv1.PolicyRule{
				{APIGroups: []string{"example.com"}, Resources: []string{"fleets", "fleets/status", "fleets/finalizers"}, Verbs: all},
				{APIGroups: []string{"apps"}, Resources: []string{"deployments"}, Verbs: all},
				{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"create", "delete"}},
			},
		},
		&rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: "fleet-operator"},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "fleet-operator"},
			Subjects:   []rbacv1.Subject{account},
		},
		&rbacv1.Role{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "leader-election"},
			Rules: []rbacv1.PolicyRule{
				{APIGroups: []string{"", "coordination.k8s.io"}, Resources: []string{"configmaps", "leases"}, Verbs: all},
				{APIGroups: []string{"", "events.k8s.io"}, Resources: []string{"events"}, Verbs: []string{"create", "patch"}},
			},
		},
		&rbacv1.RoleBinding{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "leader-election"},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "leader-election"},
			Subjects:   []rbacv1.Subject{account},
		},
	}
}

func account() *corev1.ServiceAccount {
	return &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "operator"}}
}

// hooks point at the operator's webhook server on a port of this machine.
func hooks(port int, authority []byte) []client.Object {
	at := func(path string) admissionregistrationv1.WebhookClientConfig {
		url := fmt.Sprintf("https://127.0.0.1:%d%s", port, path)
		return admissionregistrationv1.WebhookClientConfig{URL: &url, CABundle: authority}
	}
	on := func(operations ...admissionregistrationv1.OperationType) []admissionregistrationv1.RuleWithOperations {
		return []admissionregistrationv1.RuleWithOperations{{
			Operations: operations,
			Rule: admissionregistrationv1.Rule{
				APIGroups: []string{"example.com"}, APIVersions: []string{"v1"}, Resources: []string{"fleets"},
			},
		}}
	}
	none := admissionregistrationv1.SideEffectClassNone
	create, update, remove := admissionregistrationv1.Create, admissionregistrationv1.Update, admissionregistrationv1.Delete
	return []client.Object{
		&admissionregistrationv1.MutatingWebhookConfiguration{
			ObjectMeta: metav1.ObjectMeta{Name: "fleets"},
			Webhooks: []admissionregistrationv1.MutatingWebhook{{
				Name: "mutate.fleets.example.com", ClientConfig: at(mutatePath), Rules: on(create, update),
				SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
			}},
		},
		&admissionregistrationv1.ValidatingWebhookConfiguration{
			ObjectMeta: metav1.ObjectMeta{Name: "fleets"},
			Webhooks: []admissionregistrationv1.ValidatingWebhook{{
				Name: "validate.fleets.example.com", ClientConfig: at(validatePath), Rules: on(create, update, remove),
				SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
			}},
		},
	}
}
