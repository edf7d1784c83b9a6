// Package lockstep makes Orrery's virtual time wait until a controller has dealt with what its watch told it.
package lockstep

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Queue is a work queue of client-go that says how far it has got. It is for one resource, and for any number of
// workers: what waits, what is being worked on and what will be tried again counts as not dealt with.
type Queue struct {
	workqueue.TypedRateLimitingInterface[string]
	client   rest.Interface
	resource string
	wake     chan struct{}

	lock sync.Mutex
	// The latest time each key was added, by a counter, until it is done.
	pending map[string]int
	taken   map[string]int
	added   int
	read    int64
}

// NewQueue wraps a queue. The client is any of a clientset's, such as CoreV1().RESTClient(); the resource is named as
// jobs.batch or pods.
func NewQueue(client rest.Interface, resource string, queue workqueue.TypedRateLimitingInterface[string]) *Queue {
	q := &Queue{TypedRateLimitingInterface: queue, client: client, resource: resource, wake: make(chan struct{}, 1)}
	q.pending, q.taken = map[string]int{}, map[string]int{}
	return q
}

// Join takes part from now on: call it before the informer starts. Advance once it has synced.
func (q *Queue) Join(ctx context.Context) error {
	if err := q.post(ctx, 0); err != nil {
		return err
	}
	go q.report(ctx)
	return nil
}

// Handler adds the key of each object to the queue.
func (q *Queue) Handler() cache.ResourceEventHandlerFuncs {
	handle := func(object any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(object); err == nil {
			q.Add(key)
		}
		q.Read(object)
	}
	return cache.ResourceEventHandlerFuncs{
		AddFunc: handle, DeleteFunc: handle, UpdateFunc: func(_, object any) { handle(object) },
	}
}

// Read is for handlers of your own: call it for every event, once what it needs is in the queue. Deletions count.
func (q *Queue) Read(object any) {
	if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = gone.Obj
	}
	if accessor, err := meta.Accessor(object); err == nil {
		revision, _ := strconv.ParseInt(accessor.GetResourceVersion(), 10, 64)
		q.lock.Lock()
		q.read = max(q.read, revision)
		q.lock.Unlock()
	}
	q.notify()
}

func (q *Queue) Add(key string) {
	q.expect(key)
	q.TypedRateLimitingInterface.Add(key)
}

// AddRateLimited tries again later. Time waits for it.
func (q *Queue) AddRateLimited(key string) {
	q.expect(key)
	q.TypedRateLimitingInterface.AddRateLimited(key)
}

func (q *Queue) Get() (string, bool) {
	key, shutdown := q.TypedRateLimitingInterface.Get()
	q.lock.Lock()
	q.taken[key] = q.pending[key]
	q.lock.Unlock()
	return key, shutdown
}

func (q *Queue) Done(key string) {
	q.TypedRateLimitingInterface.Done(key)
	q.lock.Lock()
	if q.pending[key] == q.taken[key] {
		delete(q.pending, key)
	}
	delete(q.taken, key)
	q.lock.Unlock()
	q.notify()
}

func (q *Queue) expect(key string) {
	q.lock.Lock()
	q.added++
	q.pending[key] = q.added
	q.lock.Unlock()
}

func (q *Queue) notify() {
	select {
	case q.wake <- struct{}{}:
	default: // It has been notified and not looked yet.
	}
}

func (q *Queue) report(ctx context.Context) {
	for reported := int64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
		}
		q.lock.Lock()
		read, isDone := q.read, len(q.pending) == 0
		q.lock.Unlock()
		if !isDone || read <= reported {
			continue
		}
		if q.post(ctx, read) == nil {
			reported = read
		} else {
			time.AfterFunc(time.Second, q.notify)
		}
	}
}

func (q *Queue) post(ctx context.Context, revision int64) error {
	body := fmt.Sprintf(`{"read":{%q:"%d"}}`, q.resource, revision)
	return q.client.Post().AbsPath("/orrery/v1/barrier").
		SetHeader("Content-Type", "application/json").Body([]byte(body)).Do(ctx).Error()
}
