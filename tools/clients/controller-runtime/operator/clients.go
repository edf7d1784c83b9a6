package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// clients looks at what controller-runtime's client does besides.
func (c *cluster) clients() {
	step("a stale update is a conflict", func() error {
		stale := &Fleet{}
		if err := c.admin.Get(ctx, keyOf("armada"), stale); err != nil {
			return err
		}
		stale.ResourceVersion = "1"
		err := c.admin.Update(ctx, stale)
		if !apierrors.IsConflict(err) {
			return fmt.Errorf("%v", err)
		}
		return refused(err, `Operation cannot be fulfilled on fleets.example.com "armada": the object has been modified`)
	})
	step("an apply of one field is its owner's", func() error {
		fields := &unstructured.Unstructured{Object: map[string]interface{}{"spec": map[string]interface{}{"size": int64(4)}}}
		fields.SetGroupVersionKind(fleetVersion.WithKind("Fleet"))
		fields.SetNamespace(namespace)
		fields.SetName("armada")
		err := c.admin.Patch(ctx, fields, client.Apply, client.FieldOwner("admiral"))
		if err := refused(err, "conflict"); err != nil {
			return err
		}
		if err := c.admin.Patch(ctx, fields, client.Apply, client.FieldOwner("admiral"), client.ForceOwnership); err != nil {
			return err
		}
		for _, entry := range fields.GetManagedFields() {
			if entry.Manager == "admiral" && entry.Operation == metav1.ManagedFieldsOperationApply {
				return c.isReady("armada", 4)
			}
		}
		return fmt.Errorf("the managers are %v", fields.GetManagedFields())
	})
	step("lists come in pages, by labels, as metadata", func() error {
		return until(c.fourPods)
	})
	step("a strategic patch merges containers", func() error {
		deployment := &appsv1.Deployment{}
		if err := c.admin.Get(ctx, keyOf("armada"), deployment); err != nil {
			return err
		}
		changed := deployment.DeepCopy()
		changed.Spec.Template.Spec.Containers = append(changed.Spec.Template.Spec.Containers,
			corev1.Container{Name: "escort", Image: "example.com/escort:1"})
		if err := c.admin.Patch(ctx, changed, client.StrategicMergeFrom(deployment)); err != nil {
			return err
		}
		if len(changed.Spec.Template.Spec.Containers) != 2 {
			return fmt.Errorf("%v", changed.Spec.Template.Spec.Containers)
		}
		return c.isReady("armada", 4)
	})
}

// fourPods counts the pods of a fleet, page by page; those that still end are there for a moment.
func (c *cluster) fourPods() error {
	pods := &metav1.PartialObjectMetadataList{}
	pods.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PodList"))
	names := map[string]bool{}
	for pages := 1; ; pages++ {
		err := c.admin.List(ctx, pods, client.InNamespace(namespace), client.MatchingLabels{"fleet": "armada"},
			client.Limit(3), client.Continue(pods.Continue))
		if err != nil {
			return err
		}
		for _, pod := range pods.Items {
			names[pod.Name] = true
		}
		if pods.Continue == "" && pages > 1 && len(names) == 4 {
			return nil
		}
		if pods.Continue == "" {
			return fmt.Errorf("there are %v on %d pages", names, pages)
		}
	}
}
