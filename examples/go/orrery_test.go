package orrery

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

var labels = Object{"app": "agent"}

var agent = Object{
	"apiVersion": "apps/v1",
	"kind":       "DaemonSet",
	"metadata":   Object{"name": "agent"},
	"spec": Object{
		"selector": Object{"matchLabels": labels},
		"template": Object{
			"metadata": Object{"labels": labels},
			"spec":     Object{"containers": []Object{{"name": "agent", "image": "example.com/agent:1"}}},
		},
	},
}

func ready(count int) Object {
	return Object{"kind": "DaemonSet", "name": "agent", "status": Object{"numberReady": count}}
}

func TestRollout(t *testing.T) {
	server := Start(t, "--nodes", "3")
	server.Step(Object{"apply": agent})
	server.Until(ready(3), 2*time.Minute)

	client, err := dynamic.NewForConfig(server.Config)
	if err != nil {
		t.Fatal(err)
	}
	daemonSets := client.Resource(schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "daemonsets"})
	list := func() int {
		found, err := daemonSets.Namespace("default").List(context.Background(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Items)
	}
	if count := list(); count != 1 {
		t.Fatalf("%d DaemonSets", count)
	}

	server.Step(Object{"failNode": "node-1"})
	server.Until(ready(2), 10*time.Minute)
	server.Advance(time.Hour)

	server.Reset(7)
	if count := list(); count != 0 {
		t.Fatalf("%d DaemonSets after the reset", count)
	}
}
