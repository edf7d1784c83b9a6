package main

import (
	"errors"
	"fmt"
	"time"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// machinery plays what the API does itself since 1.24: rules, strict checks, selectors, policies, resizing.
func (c *cluster) machinery() {
	step("a rule of the definition refuses", func() error {
		site := newSite("large", "gold", 9)
		site.Spec.Limit = 3
		return refused(c.client.Create(ctx, site), "there are more replicas than the limit allows")
	})
	step("a strict request with an unknown field is refused", c.strict)
	step("a list selects by a field of the definition", func() error {
		sites := &SiteList{}
		if err := c.client.List(ctx, sites, client.MatchingFields{"spec.tier": "gold"}); err != nil {
			return err
		}
		return onlyShop(sites)
	})
	step("an admission policy refuses", c.policy)
	step("a pod is resized in place", c.resized)
}

func (c *cluster) strict() error {
	object := &unstructured.Unstructured{Object: map[string]any{"data": map[string]any{}, "dta": map[string]any{}}}
	object.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	object.SetNamespace(namespace)
	object.SetName("strict")
	err := c.client.Create(ctx, object, client.FieldValidation(metav1.FieldValidationStrict))
	return refused(err, `strict decoding error: unknown field "dta"`)
}

func (c *cluster) policy() error {
	policy := &admissionregistrationv1.ValidatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: "no-secrets"},
		Spec: admissionregistrationv1.ValidatingAdmissionPolicySpec{
			MatchConstraints: &admissionregistrationv1.MatchResources{
				ResourceRules: []admissionregistrationv1.NamedRuleWithOperations{{
					RuleWithOperations: admissionregistrationv1.RuleWithOperations{
						Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create},
						Rule: admissionregistrationv1.Rule{
							APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"secrets"},
						},
					},
				}},
			},
			Validations: []admissionregistrationv1.Validation{{
				Expression: "!object.metadata.name.startsWith('plain-')", Message: "plain secrets are not kept here",
			}},
		},
	}
	binding := &admissionregistrationv1.ValidatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "no-secrets"},
		Spec: admissionregistrationv1.ValidatingAdmissionPolicyBindingSpec{
			PolicyName:        "no-secrets",
			ValidationActions: []admissionregistrationv1.ValidationAction{admissionregistrationv1.Deny},
		},
	}
	for _, object := range []client.Object{policy, binding} {
		if err := c.client.Create(ctx, object); err != nil {
			return err
		}
	}
	// A policy takes a moment until it counts.
	return until(func() error {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "plain-key"}}
		err := c.client.Create(ctx, secret, client.DryRunAll)
		return refused(err, "plain secrets are not kept here")
	})
}

func (c *cluster) resized() error {
	pod := newPod("resized")
	pod.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m")}
	if err := c.client.Create(ctx, pod); err != nil {
		return err
	}
	if err := until(func() error {
		if err := c.client.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		if pod.Status.Phase != corev1.PodRunning {
			return errors.New("it does not run")
		}
		return nil
	}); err != nil {
		return err
	}
	changed := pod.DeepCopy()
	changed.Spec.Containers[0].Resources.Requests[corev1.ResourceCPU] = resource.MustParse("200m")
	if err := c.client.SubResource("resize").Patch(ctx, changed, client.StrategicMergeFrom(pod)); err != nil {
		return err
	}
	if got := changed.Spec.Containers[0].Resources.Requests.Cpu(); got.String() != "200m" {
		return fmt.Errorf("it asks for %s after %s", got, time.Since(pod.CreationTimestamp.Time))
	}
	return nil
}
