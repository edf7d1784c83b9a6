package site

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"example.com/orrery"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

type world struct {
	t      *testing.T
	server *orrery.Server
	client dynamic.Interface
}

func (w *world) inject(fault object) {
	if fault == nil {
		return
	}
	if _, err := w.server.Control("POST", "/faults", fault); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) lift(fault string) {
	if _, err := w.server.Control("DELETE", "/faults/"+fault, nil); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) apply(manifest object) { w.server.Step(object{"apply": manifest}) }

// The operator works on its own clock, and the cluster on its own.
func (w *world) eventually(holds func() bool) bool {
	for i := 0; i < 30; i++ {
		if holds() {
			return true
		}
		w.server.Advance(time.Second)
		time.Sleep(100 * time.Millisecond)
	}
	return holds()
}

func (w *world) stays(holds func() bool) bool {
	for i := 0; i < 10; i++ {
		w.server.Advance(time.Second)
		time.Sleep(20 * time.Millisecond)
	}
	return holds()
}

// The clock of the cluster stands until the operator, on its own, has got there.
func (w *world) await(holds func() bool) {
	for i := 0; i < 3000; i++ {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("the operator did not get there within 30s")
}

// A fault that does no harm: its strikes count the operator's writes of Deployments.
func tried(verb string) object {
	return object{"name": "tried", "match": about(verb, "deployments"), "latency": "1ms"}
}

// How many strikes there were of faults with such names.
func (w *world) strikes(named func(fault string) bool) int {
	faults, err := w.server.Control("GET", "/faults", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	count := 0
	for _, strike := range faults["strikes"].([]any) {
		if named(strike.(map[string]any)["fault"].(string)) {
			count++
		}
	}
	return count
}

func (w *world) list(resource schema.GroupVersionResource) []unstructured.Unstructured {
	found, err := w.client.Resource(resource).Namespace("default").List(context.Background(), metav1.ListOptions{})
	if err != nil {
		w.t.Fatal(err)
	}
	return found.Items
}

func (w *world) patch(resource schema.GroupVersionResource, name string, body object) {
	text, _ := json.Marshal(body)
	all := w.client.Resource(resource).Namespace("default")
	if _, err := all.Patch(context.Background(), name, types.MergePatchType, text, metav1.PatchOptions{}); err != nil {
		w.t.Fatal(err)
	}
}

func about(verb, resource string) object {
	return object{"client": agent, "verb": verb, "resource": resource}
}

func site(name string, replicas int) object {
	return object{
		"apiVersion": "example.com/v1", "kind": "Site",
		"metadata": object{"name": name}, "spec": object{"replicas": replicas},
	}
}

func definition(t *testing.T) object {
	text, err := os.ReadFile("../site.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest object
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	return manifest
}
