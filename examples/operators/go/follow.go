package site

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// A watch without an informer, and its mistake: after a 410 it continues from now, and never lists again.
func (o *operator) follow(ctx context.Context) {
	for first := true; ctx.Err() == nil; first = false {
		list, err := o.client.Resource(sites).List(ctx, metav1.ListOptions{})
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		for i := range list.Items {
			if first {
				o.enqueue(&list.Items[i])
			}
		}
		events, err := o.client.Resource(sites).Watch(ctx, metav1.ListOptions{ResourceVersion: list.GetResourceVersion()})
		if err != nil {
			continue
		}
		for event := range events.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			o.enqueue(event.Object)
		}
		events.Stop()
	}
}
