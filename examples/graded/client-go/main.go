// Follows the ConfigMaps of a namespace by a shared informer of client-go.
package main

import (
	"context"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		panic(err)
	}
	client := kubernetes.NewForConfigOrDie(config)
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("default"))
	informer := factory.Core().V1().ConfigMaps().Informer()
	report := func(event string) func(any) {
		return func(object any) {
			if meta, ok := object.(metav1.Object); ok {
				fmt.Println(event, meta.GetName())
			}
		}
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    report("add"),
		UpdateFunc: func(_, now any) { report("update")(now) },
		DeleteFunc: report("delete"),
	})
	factory.Start(context.Background().Done())
	select {}
}
