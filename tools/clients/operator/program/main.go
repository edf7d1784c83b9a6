// Plays what an operator of today asks of a server: a definition with rules, an index, typed applies, a finalizer,
// leader election, protected metrics, and objects with fields that came after Kubernetes 1.24. The kubeconfig is the
// administrator's; the argument is the minor release of the server.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/go-logr/logr"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var ctx = context.Background()

const namespace = "sites"

// cluster is what the steps work with.
type cluster struct {
	scheme   *runtime.Scheme
	config   *rest.Config
	client   client.Client
	typed    *kubernetes.Clientset
	requests *requestLog
	release  string
}

func main() {
	ctrl.SetLogger(logr.Discard())
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: operator MINOR, such as 1.37")
		os.Exit(2)
	}
	c, err := open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c.mechanics()
	c.machinery()
	c.fields()
}

func open(release string) (*cluster, error) {
	scheme := runtime.NewScheme()
	addSite(scheme)
	for _, add := range []func(*runtime.Scheme) error{clientgoscheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return nil, err
	}
	requests := &requestLog{}
	config.Wrap(requests.wrap)
	typed, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	own, err := client.New(config, client.Options{Scheme: scheme})
	return &cluster{scheme: scheme, config: config, client: own, typed: typed, requests: requests, release: release}, err
}
