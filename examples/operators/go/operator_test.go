package site

import (
	"context"
	"testing"
	"time"

	"example.com/orrery"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

const agent = "site-operator"

// What is done to the operator: the faults before and after its first Site, what changes then, and what must hold.
type trial struct {
	bug           string
	before, after object
	change        func(*world)
	// The verb of the write that it answers with, and its how manieth. The clock of the cluster waits for it.
	verb  string
	times int
	holds func(*world) bool
	// What must hold while the fault called behind lasts: a later write can hide that it did not. Nil: nothing.
	keeps func(*world) bool
}

var trials = []trial{{
	// Its cache lags, and somebody else changes the object that it writes.
	bug:   LostUpdate,
	after: object{"name": "behind", "match": about("watch", "deployments"), "stale": "frozen"},
	change: func(w *world) {
		w.patch(deployments, "web", object{"metadata": object{"annotations": object{"team": "blue"}}})
		w.patch(sites, "web", object{"spec": object{"replicas": 2}})
	},
	verb: "update", times: 1,
	holds: func(w *world) bool {
		replicas, _, _ := unstructured.NestedInt64(w.list(deployments)[0].Object, "spec", "replicas")
		return replicas == 2
	},
	// Once its cache has caught up with the annotation, the next write would bring that back.
	keeps: func(w *world) bool { return w.list(deployments)[0].GetAnnotations()["team"] == "blue" },
}, {
	// Its watch expires just as an object is created.
	bug:    Missed410,
	after:  object{"match": object{"client": agent, "resource": "sites", "name": "second"}, "watch": "expire", "times": 1},
	change: func(w *world) { w.apply(site("second", 1)) },
	holds:  func(w *world) bool { return len(w.list(deployments)) == 2 },
}, {
	// Its cache does not show yet what it has created.
	bug:    StaleCache,
	before: object{"match": about("watch", "deployments"), "watch": object{"delay": "5s"}},
	change: func(w *world) { w.patch(sites, "web", object{"metadata": object{"labels": object{"seen": "twice"}}}) },
	verb:   "create", times: 2,
	holds: func(w *world) bool { return len(w.list(deployments)) == 1 },
}, {
	// The last of its status updates meets a conflict.
	bug: NoConflictRetry,
	before: object{
		"when":  object{"resource": "deployments", "field": "status.readyReplicas", "to": 1},
		"match": object{"client": agent, "resource": "sites", "subresource": "status"},
		"error": 409, "times": 1,
	},
	holds: func(w *world) bool {
		ready, _, _ := unstructured.NestedInt64(w.list(sites)[0].Object, "status", "ready")
		return ready == 1
	},
}}

func TestOperator(t *testing.T) {
	server := orrery.Start(t, "--nodes", "1")
	for _, each := range trials {
		for _, bug := range []string{each.bug, None} {
			name := "without mistakes, " + each.bug
			if bug != None {
				name = bug + " is found"
			}
			t.Run(name, func(t *testing.T) {
				if holds := play(t, server, each, bug); holds != (bug == None) {
					t.Fatalf("holds: %v", holds)
				}
			})
		}
	}
}

func play(t *testing.T, server *orrery.Server, each trial, bug string) bool {
	server.Reset(1)
	w := &world{t, server, dynamic.NewForConfigOrDie(server.Config)}
	w.apply(definition(t))
	server.Advance(time.Second)
	w.inject(each.before)
	if each.verb != "" {
		w.inject(tried(each.verb))
	}
	ctx, stop := context.WithCancel(context.Background())
	config := rest.CopyConfig(server.Config)
	config.UserAgent = agent + "/1.0"
	done := make(chan struct{})
	go func() {
		Run(ctx, dynamic.NewForConfigOrDie(config), bug)
		close(done)
	}()
	defer func() { stop(); <-done }()
	w.apply(site("web", 1))
	w.eventually(func() bool { return len(w.list(deployments)) > 0 })
	if each.after != nil {
		server.Advance(10 * time.Second)
	}
	w.inject(each.after)
	if each.change != nil {
		each.change(w)
	}
	if each.verb != "" {
		w.await(func() bool { return w.strikes(func(fault string) bool { return fault == "tried" }) >= each.times })
	}
	isKept := true
	if each.keeps != nil {
		isKept = w.stays(func() bool { return each.keeps(w) })
		w.lift("behind")
	}
	holds := func() bool { return each.holds(w) }
	passes := w.eventually(holds) && w.stays(holds) && isKept
	if w.strikes(func(fault string) bool { return fault != "tried" }) == 0 {
		t.Fatal("no fault has struck")
	}
	return passes
}
