// Package site is an operator: each Site has a Deployment of its name, and a status that counts the pods that are ready.
package site

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Mistakes that operators make, each in a variant of this one.
const (
	None            = ""
	LostUpdate      = "lost update"
	Missed410       = "missed 410"
	StaleCache      = "stale cache"
	NoConflictRetry = "no conflict retry"
)

var (
	sites       = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "sites"}
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
)

type operator struct {
	client dynamic.Interface
	bug    string
	cache  cache.Store
	queue  workqueue.RateLimitingInterface
}

// Run works until the context ends.
func Run(ctx context.Context, client dynamic.Interface, bug string) {
	queue := workqueue.NewRateLimitingQueue(workqueue.NewItemExponentialFailureRateLimiter(20*time.Millisecond, time.Second))
	o := &operator{client: client, bug: bug, queue: queue}
	owned := o.informer(ctx, deployments)
	o.cache = owned.GetStore()
	if bug == Missed410 {
		go o.follow(ctx)
	} else {
		o.informer(ctx, sites)
	}
	cache.WaitForCacheSync(ctx.Done(), owned.HasSynced)
	go func() {
		<-ctx.Done()
		queue.ShutDown()
	}()
	for {
		key, quit := queue.Get()
		if quit {
			return
		}
		if err := o.reconcile(ctx, key.(string)); err != nil {
			queue.AddRateLimited(key)
		} else {
			queue.Forget(key)
		}
		queue.Done(key)
	}
}

func (o *operator) informer(ctx context.Context, resource schema.GroupVersionResource) cache.SharedIndexInformer {
	all := o.client.Resource(resource)
	informer := cache.NewSharedIndexInformer(&cache.ListWatch{
		ListFunc:  func(options metav1.ListOptions) (runtime.Object, error) { return all.List(ctx, options) },
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) { return all.Watch(ctx, options) },
	}, &unstructured.Unstructured{}, 0, cache.Indexers{})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    o.enqueue,
		UpdateFunc: func(_, object any) { o.enqueue(object) },
		DeleteFunc: o.enqueue,
	})
	go informer.Run(ctx.Done())
	return informer
}

// A Site, or a Deployment of one, which bears its name as a label.
func (o *operator) enqueue(object any) {
	found, ok := object.(*unstructured.Unstructured)
	if !ok {
		return
	}
	name := found.GetName()
	if found.GetKind() != "Site" {
		name = found.GetLabels()["site"]
	}
	if name != "" {
		o.queue.Add(found.GetNamespace() + "/" + name)
	}
}
