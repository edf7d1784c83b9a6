package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var fleetVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}

// Fleet is the operator's own kind: so many pods of an image.
type Fleet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              FleetSpec   `json:"spec"`
	Status            FleetStatus `json:"status,omitempty"`
}

// FleetSpec is what people ask for.
type FleetSpec struct {
	Size  int32  `json:"size"`
	Image string `json:"image,omitempty"`
}

// FleetStatus is what the operator saw.
type FleetStatus struct {
	Ready              int32              `json:"ready"`
	ObservedGeneration int64              `json:"observedGeneration"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

// FleetList is a list of them.
type FleetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Fleet `json:"items"`
}

// DeepCopyObject makes Fleet an object of the scheme.
func (f *Fleet) DeepCopyObject() runtime.Object {
	copied := *f
	f.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	copied.Status.Conditions = append([]metav1.Condition(nil), f.Status.Conditions...)
	return &copied
}

// DeepCopyObject makes FleetList an object of the scheme.
func (l *FleetList) DeepCopyObject() runtime.Object {
	copied := FleetList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		copied.Items = append(copied.Items, *l.Items[i].DeepCopyObject().(*Fleet))
	}
	return &copied
}

func addFleet(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(fleetVersion, &Fleet{}, &FleetList{})
	metav1.AddToGroupVersion(scheme, fleetVersion)
}
