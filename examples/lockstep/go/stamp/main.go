// Stamp is a controller in lock step with virtual time: it makes a ConfigMap go-NAME for each Job.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"example.com/lockstep"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"
)

const workers = 2

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	loading := clientcmd.NewDefaultClientConfigLoadingRules()
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(loading, nil).ClientConfig()
	if err != nil {
		return err
	}
	// The limit of client-go counts wall time: it would only make time wait.
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	queue := lockstep.NewQueue(client.CoreV1().RESTClient(), "jobs.batch", workqueue.NewTypedRateLimitingQueue(limiter))
	if os.Getenv("BARRIER") != "off" { // to compare
		if err := queue.Join(ctx); err != nil {
			return err
		}
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	jobs := factory.Batch().V1().Jobs()
	if _, err := jobs.Informer().AddEventHandler(queue.Handler()); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), jobs.Informer().HasSynced)

	var stamped sync.Map
	reconcile := func(key string) error {
		namespace, name, err := cache.SplitMetaNamespaceKey(key)
		if err != nil {
			return err
		}
		if _, isStamped := stamped.Load(key); isStamped {
			return nil
		}
		if _, err := jobs.Lister().Jobs(namespace).Get(name); apierrors.IsNotFound(err) {
			return nil
		}
		stamp := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "go-" + name}}
		_, err = client.CoreV1().ConfigMaps(namespace).Create(ctx, stamp, metav1.CreateOptions{})
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		stamped.Store(key, true)
		return nil
	}
	for range workers {
		go func() {
			for key, shutdown := queue.Get(); !shutdown; key, shutdown = queue.Get() {
				if err := reconcile(key); err != nil {
					log.Printf("%s: %v", key, err)
					queue.AddRateLimited(key)
				} else {
					queue.Forget(key)
				}
				queue.Done(key)
			}
		}()
	}
	<-ctx.Done()
	queue.ShutDown()
	return nil
}
