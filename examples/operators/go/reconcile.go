package site

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func (o *operator) reconcile(ctx context.Context, key string) error {
	namespace, name, _ := strings.Cut(key, "/")
	site, err := o.client.Resource(sites).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return ignore(err, errors.IsNotFound)
	}
	replicas, _, _ := unstructured.NestedInt64(site.Object, "spec", "replicas")
	owned := o.ownedBy(site)
	var ready int64
	if owned == nil {
		err = o.create(ctx, site, replicas)
	} else {
		ready, _, _ = unstructured.NestedInt64(owned.Object, "status", "readyReplicas")
		err = o.scale(ctx, owned, replicas)
	}
	if err != nil {
		return err
	}
	if was, found, _ := unstructured.NestedInt64(site.Object, "status", "ready"); found && was == ready {
		return nil
	}
	_ = unstructured.SetNestedField(site.Object, ready, "status", "ready")
	_, err = o.client.Resource(sites).Namespace(namespace).UpdateStatus(ctx, site, metav1.UpdateOptions{})
	if o.bug == NoConflictRetry {
		return ignore(err, errors.IsConflict)
	}
	return err // What is returned is tried again.
}

func (o *operator) ownedBy(site *unstructured.Unstructured) *unstructured.Unstructured {
	for _, object := range o.cache.List() {
		if found := object.(*unstructured.Unstructured); metav1.IsControlledBy(found, site) {
			return found.DeepCopy()
		}
	}
	return nil
}

func (o *operator) create(ctx context.Context, site *unstructured.Unstructured, replicas int64) error {
	deployment := deploymentFor(site, replicas)
	if o.bug == StaleCache {
		deployment.SetName("")
		deployment.SetGenerateName(site.GetName() + "-")
	}
	_, err := o.client.Resource(deployments).Namespace(site.GetNamespace()).Create(ctx, deployment, metav1.CreateOptions{})
	return ignore(err, errors.IsAlreadyExists) // The cache will show it.
}

// The version that was read is the lock: a conflict is tried again, once the cache has caught up.
func (o *operator) scale(ctx context.Context, owned *unstructured.Unstructured, replicas int64) error {
	if was, _, _ := unstructured.NestedInt64(owned.Object, "spec", "replicas"); was == replicas {
		return nil
	}
	_ = unstructured.SetNestedField(owned.Object, replicas, "spec", "replicas")
	if o.bug == LostUpdate {
		owned.SetResourceVersion("")
	}
	_, err := o.client.Resource(deployments).Namespace(owned.GetNamespace()).Update(ctx, owned, metav1.UpdateOptions{})
	return err
}

func ignore(err error, isFine func(error) bool) error {
	if isFine(err) {
		return nil
	}
	return err
}
