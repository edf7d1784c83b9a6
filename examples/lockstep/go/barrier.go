// Package lockstep makes virtual time wait until a program has dealt with what its watches told it.
package lockstep

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// Barrier is for one resource, such as jobs.batch.
type Barrier struct {
	Client   rest.Interface // clientset.CoreV1().RESTClient()
	Resource string
	revision atomic.Int64
}

// Join takes part from now on: before the informer starts.
func (b *Barrier) Join(ctx context.Context) error { return b.post(ctx, 0) }

// Read is called after an event was queued, deletions too.
func (b *Barrier) Read(object metav1.Object) {
	next, _ := strconv.ParseInt(object.GetResourceVersion(), 10, 64)
	for last := b.revision.Load(); next > last && !b.revision.CompareAndSwap(last, next); {
		last = b.revision.Load()
	}
}

// DealtWith is called with the queue's Len when a piece of work is done, by a single worker.
func (b *Barrier) DealtWith(ctx context.Context, length func() int) error {
	seen := b.revision.Load() // before the queue is looked at
	if length() > 0 || seen == 0 {
		return nil
	}
	return b.post(ctx, seen)
}

func (b *Barrier) post(ctx context.Context, revision int64) error {
	body := fmt.Sprintf(`{"read":{%q:"%d"}}`, b.Resource, revision)
	return b.Client.Post().AbsPath("/orrery/v1/barrier").
		SetHeader("Content-Type", "application/json").Body([]byte(body)).Do(ctx).Error()
}
