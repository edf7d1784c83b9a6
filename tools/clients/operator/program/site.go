package main

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var siteVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}

// Site is the operator's own kind: so many replicas of an image, in a tier.
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SiteSpec   `json:"spec"`
	Status            SiteStatus `json:"status,omitempty"`
}

// SiteSpec is what people ask for.
type SiteSpec struct {
	Tier     string `json:"tier"`
	Replicas int32  `json:"replicas"`
	Limit    int32  `json:"limit,omitempty"`
}

// SiteStatus is what the operator saw.
type SiteStatus struct {
	Ready    int32  `json:"ready"`
	Selector string `json:"selector,omitempty"`
}

// SiteList is a list of them.
type SiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Site `json:"items"`
}

// DeepCopyObject makes Site an object of the scheme.
func (s *Site) DeepCopyObject() runtime.Object {
	copied := *s
	s.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

// DeepCopyObject makes SiteList an object of the scheme.
func (l *SiteList) DeepCopyObject() runtime.Object {
	copied := SiteList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		copied.Items = append(copied.Items, *l.Items[i].DeepCopyObject().(*Site))
	}
	return &copied
}

func addSite(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(siteVersion, &Site{}, &SiteList{})
	metav1.AddToGroupVersion(scheme, siteVersion)
}

// definition has a rule over two fields, a rule of a transition, and a field that lists select by.
func definition() *apiextensionsv1.CustomResourceDefinition {
	selector := ".status.selector"
	whole := apiextensionsv1.JSONSchemaProps{Type: "integer", Format: "int32"}
	text := apiextensionsv1.JSONSchemaProps{Type: "string"}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "sites.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com",
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{
				Plural: "sites", Singular: "site", Kind: "Site", ListKind: "SiteList",
			},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				SelectableFields: []apiextensionsv1.SelectableField{{JSONPath: ".spec.tier"}},
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
					Scale: &apiextensionsv1.CustomResourceSubresourceScale{
						SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.ready", LabelSelectorPath: &selector,
					},
				},
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object",
					Properties: map[string]apiextensionsv1.JSONSchemaProps{
						"spec": {
							Type:     "object",
							Required: []string{"tier", "replicas"},
							Properties: map[string]apiextensionsv1.JSONSchemaProps{
								"tier": text, "replicas": whole, "limit": whole,
							},
							XValidations: apiextensionsv1.ValidationRules{{
								Rule:    "!has(self.limit) || self.replicas <= self.limit",
								Message: "there are more replicas than the limit allows",
							}},
						},
						"status": {
							Type:       "object",
							Properties: map[string]apiextensionsv1.JSONSchemaProps{"ready": whole, "selector": text},
						},
					},
				}},
			}},
		},
	}
}

func newSite(name, tier string, replicas int32) *Site {
	return &Site{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec:       SiteSpec{Tier: tier, Replicas: replicas},
	}
}
