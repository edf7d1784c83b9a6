// Plays the life of a small operator against a server: its definition, its rights, its webhooks, leader election, and
// what it makes of the objects of its kind. The kubeconfig is the administrator's.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/go-logr/logr"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

var ctx = context.Background()

// cluster is what the steps work with.
type cluster struct {
	scheme *runtime.Scheme
	admin  client.Client
	config *rest.Config
	folder string
}

func main() {
	ctrl.SetLogger(logr.Discard())
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	c, err := open()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	robot, err := c.prepare()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c.operate(robot)
}

func open() (*cluster, error) {
	scheme := runtime.NewScheme()
	addFleet(scheme)
	for _, add := range []func(*runtime.Scheme) error{clientgoscheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(".", "operator-")
	if err != nil {
		return nil, err
	}
	admin, err := client.New(config, client.Options{Scheme: scheme})
	return &cluster{scheme: scheme, admin: admin, config: config, folder: folder}, err
}

// prepare makes what the operator needs, and answers its configuration.
func (c *cluster) prepare() (*rest.Config, error) {
	step("the definition is installed and served", func() error {
		_, err := envtest.InstallCRDs(c.config, envtest.CRDInstallOptions{
			CRDs: []*apiextensionsv1.CustomResourceDefinition{definition()},
		})
		return err
	})
	clients, err := kubernetes.NewForConfig(c.config)
	if err != nil {
		return nil, err
	}
	robot := rest.CopyConfig(c.config)
	step("a service account gets a token", func() error {
		space := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
		if err := c.admin.Create(ctx, space); err != nil {
			return err
		}
		if err := c.admin.Create(ctx, account()); err != nil {
			return err
		}
		review, err := clients.CoreV1().ServiceAccounts(namespace).CreateToken(ctx, "operator",
			&authenticationv1.TokenRequest{}, metav1.CreateOptions{})
		if err == nil {
			robot.BearerToken = review.Status.Token
		}
		return err
	})
	mine, err := client.New(robot, client.Options{Scheme: c.scheme})
	if err != nil {
		return nil, err
	}
	step("without rights it may not list", func() error {
		return refused(mine.List(ctx, &FleetList{}), `fleets.example.com is forbidden: User `+
			`"system:serviceaccount:fleets:operator" cannot list resource "fleets" in API group "example.com" at the cluster scope`)
	})
	step("with its role it may", func() error {
		for _, object := range rights() {
			if err := c.admin.Create(ctx, object); err != nil {
				return err
			}
		}
		return until(func() error { return mine.List(ctx, &FleetList{}) })
	})
	step("it may not give itself more", func() error {
		role := rights()[0]
		role.SetName("more")
		return refused(mine.Create(ctx, role), "cannot create resource \"clusterroles\"")
	})
	return robot, nil
}
