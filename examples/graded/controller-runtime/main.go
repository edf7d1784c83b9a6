// Uses controller-runtime in one of two ways. `graded reader` follows the ConfigMaps of a namespace; `graded operator` keeps
// a ConfigMap for each Page, with its text, and says in the Page's status what it has seen.
package main

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	ctrl.SetLogger(zap.New())
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{"default": {}}},
		Metrics: metricsserver.Options{BindAddress: "0"},
		// Unstructured objects are read from the cache, too.
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true}},
	})
	must(err)
	if len(os.Args) > 1 && os.Args[1] == "operator" {
		must(ctrl.NewControllerManagedBy(manager).
			For(newPage()).
			Owns(&corev1.ConfigMap{}).
			Complete(&operator{manager.GetClient()}))
	} else {
		must(ctrl.NewControllerManagedBy(manager).
			For(&corev1.ConfigMap{}).
			Complete(&reader{manager.GetClient()}))
	}
	must(manager.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type reader struct{ client.Client }

func (r *reader) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var found corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &found); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	fmt.Println(found.Name, found.ResourceVersion)
	return ctrl.Result{}, nil
}

type operator struct{ client.Client }

func (r *operator) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	page := newPage()
	if err := r.Get(ctx, request.NamespacedName, page); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if page.GetDeletionTimestamp() != nil {
		return ctrl.Result{}, nil
	}
	text, _, err := unstructured.NestedString(page.Object, "spec", "text")
	if err != nil {
		return ctrl.Result{}, err
	}
	made := &corev1.ConfigMap{}
	made.Name, made.Namespace = page.GetName(), page.GetNamespace()
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, made, func() error {
		if made.Data == nil {
			made.Data = map[string]string{}
		}
		made.Data["text"] = text
		return controllerutil.SetControllerReference(page, made, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	seen, _, _ := unstructured.NestedString(page.Object, "status", "text")
	generation, _, _ := unstructured.NestedInt64(page.Object, "status", "observedGeneration")
	if seen == text && generation == page.GetGeneration() {
		return ctrl.Result{}, nil
	}
	status := map[string]any{"text": text, "observedGeneration": page.GetGeneration()}
	if err := unstructured.SetNestedMap(page.Object, status, "status"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Status().Update(ctx, page)
}

func newPage() *unstructured.Unstructured {
	page := &unstructured.Unstructured{}
	page.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Page"})
	return page
}
