package site

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

type object = map[string]any

func deploymentFor(site *unstructured.Unstructured, replicas int64) *unstructured.Unstructured {
	labels := object{"site": site.GetName()}
	return &unstructured.Unstructured{Object: object{
		"apiVersion": "apps/v1",
		"kind":       "Deployment",
		"metadata": object{
			"name":      site.GetName(),
			"namespace": site.GetNamespace(),
			"labels":    labels,
			"ownerReferences": []any{object{
				"apiVersion": site.GetAPIVersion(),
				"kind":       site.GetKind(),
				"name":       site.GetName(),
				"uid":        string(site.GetUID()),
				"controller": true,
			}},
		},
		"spec": object{
			"replicas": replicas,
			"selector": object{"matchLabels": labels},
			"template": object{
				"metadata": object{"labels": labels},
				"spec":     object{"containers": []any{object{"name": "web", "image": "example.com/web:1"}}},
			},
		},
	}}
}
