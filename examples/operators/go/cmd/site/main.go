// The operator as a program: it works on the cluster that KUBECONFIG names.
//
//	site ["lost update" | "missed 410" | "stale cache" | "no conflict retry"]    with a mistake, or none
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"

	site "example.com/site-operator"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		log.Fatal(err)
	}
	// Without this, client-go asks 5 times a second: too few for an operator of many objects.
	config.QPS, config.Burst = 50, 100
	bug := site.None
	if len(os.Args) > 1 {
		bug = os.Args[1]
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	site.Run(ctx, dynamic.NewForConfigOrDie(config), bug)
}
