package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// operate runs the operator twice, of which one leads, and looks at what it does.
func (c *cluster) operate(robot *rest.Config) {
	var stopFirst, stopSecond context.CancelFunc
	var firstEnded chan error
	authority, err := writeCertificate(c.folder)
	if err != nil {
		panic(err)
	}
	step("the operator starts and leads", func() (err error) {
		if stopFirst, firstEnded, err = c.start(robot, "first", nil); err != nil {
			return err
		}
		return until(c.leads)
	})
	step("a second one waits, and serves the webhooks", func() (err error) {
		stopSecond, _, err = c.start(robot, "second", authority)
		return err
	})
	c.reconciled()
	c.denied()
	c.clients()
	step("the first one gives its lease back", func() error {
		stopFirst()
		select {
		case err := <-firstEnded:
			return err
		case <-time.After(30 * time.Second):
			return errors.New("it does not end")
		}
	})
	step("the second one leads and works", func() error {
		return c.makes("later", 1, "second")
	})
	c.removed()
	if stopSecond != nil {
		stopSecond()
	}
}

// start runs a manager until it is stopped; webhooks call it if its certificate's authority is given.
func (c *cluster) start(robot *rest.Config, name string, authority []byte) (context.CancelFunc, chan error, error) {
	port, err := freePort()
	if err != nil {
		return nil, nil, err
	}
	mgr, err := newManager(robot, c.scheme, port, c.folder)
	if err != nil {
		return nil, nil, err
	}
	if err := addReconciler(mgr, name); err != nil {
		return nil, nil, err
	}
	addWebhooks(mgr)
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(running) }()
	if authority == nil {
		return stop, ended, nil
	}
	for _, object := range hooks(port, authority) {
		if err := c.admin.Create(ctx, object); err != nil {
			return stop, ended, err
		}
	}
	return stop, ended, until(func() error { return mgr.GetWebhookServer().StartedChecker()(nil) })
}

// leads checks that the lease has a holder.
func (c *cluster) leads() error {
	lease := &coordinationv1.Lease{}
	if err := c.admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: leaseName}, lease); err != nil {
		return err
	}
	if holder := lease.Spec.HolderIdentity; holder == nil || *holder == "" {
		return fmt.Errorf("the lease is %+v", lease.Spec)
	}
	return nil
}

// makes creates a fleet and waits for its deployment, made by one of the operators.
func (c *cluster) makes(name string, size int32, by string) error {
	if err := c.admin.Create(ctx, newFleet(name, size)); err != nil {
		return err
	}
	return until(func() error {
		deployment := &appsv1.Deployment{}
		if err := c.admin.Get(ctx, keyOf(name), deployment); err != nil {
			return err
		}
		if deployment.Annotations[byAnnotation] != by {
			return fmt.Errorf("it was made by %v", deployment.Annotations)
		}
		return nil
	})
}

func newFleet(name string, size int32) *Fleet {
	return &Fleet{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Spec: FleetSpec{Size: size}}
}

func keyOf(name string) client.ObjectKey {
	return client.ObjectKey{Namespace: namespace, Name: name}
}

// isReady waits until the operator has seen so many pods of the latest generation.
func (c *cluster) isReady(name string, size int32) error {
	return until(func() error {
		fleet := &Fleet{}
		if err := c.admin.Get(ctx, keyOf(name), fleet); err != nil {
			return err
		}
		ready := meta.IsStatusConditionTrue(fleet.Status.Conditions, "Ready")
		if !ready || fleet.Status.Ready != size || fleet.Status.ObservedGeneration != fleet.Generation {
			return fmt.Errorf("generation %d has status %+v", fleet.Generation, fleet.Status)
		}
		return nil
	})
}

func (c *cluster) reconciled() {
	fleet := newFleet("armada", 3)
	step("the mutating webhook fills in the image", func() error {
		if err := c.admin.Create(ctx, fleet); err != nil {
			return err
		}
		if fleet.Spec.Image != defaultImage {
			return fmt.Errorf("the image is %q", fleet.Spec.Image)
		}
		return nil
	})
	step("the fleet becomes ready", func() error { return c.isReady("armada", 3) })
	step("its deployment has its image and its owner", func() error {
		deployment := &appsv1.Deployment{}
		if err := c.admin.Get(ctx, keyOf("armada"), deployment); err != nil {
			return err
		}
		image := deployment.Spec.Template.Spec.Containers[0].Image
		if !metav1.IsControlledBy(deployment, fleet) || image != defaultImage {
			return fmt.Errorf("owners %v, image %q", deployment.OwnerReferences, image)
		}
		return nil
	})
	step("what the operator did is an event", func() error {
		return until(func() error {
			events := &corev1.EventList{}
			if err := c.admin.List(ctx, events, client.InNamespace(namespace)); err != nil {
				return err
			}
			for _, event := range events.Items {
				if event.Reason == "Followed" && event.InvolvedObject.Name == "armada" {
					return nil
				}
			}
			return fmt.Errorf("it is not among %d events", len(events.Items))
		})
	})
	step("a changed fleet is followed", func() error {
		changed := fleet.DeepCopyObject().(*Fleet)
		changed.Spec.Size = 5
		changed.Spec.Image = "example.com/ship:2"
		if err := c.admin.Patch(ctx, changed, client.MergeFrom(fleet)); err != nil {
			return err
		}
		return c.isReady("armada", 5)
	})
	step("a deleted deployment comes back", func() error {
		deployment := &appsv1.Deployment{}
		if err := c.admin.Get(ctx, keyOf("armada"), deployment); err != nil {
			return err
		}
		if err := c.admin.Delete(ctx, deployment); err != nil {
			return err
		}
		return until(func() error {
			again := &appsv1.Deployment{}
			if err := c.admin.Get(ctx, keyOf("armada"), again); err != nil {
				return err
			}
			if again.UID == deployment.UID {
				return errors.New("it is still the old one")
			}
			return nil
		})
	})
}

func (c *cluster) denied() {
	step("the validating webhook denies", func() error {
		err := c.admin.Create(ctx, newFleet("unlucky", 13))
		return refused(err, `admission webhook "validate.fleets.example.com" denied the request: nobody sails with thirteen`)
	})
	step("it denies a deletion", func() error {
		kept := newFleet("kept", 1)
		kept.Labels = map[string]string{"keep": "yes"}
		if err := c.admin.Create(ctx, kept); err != nil {
			return err
		}
		if err := refused(c.admin.Delete(ctx, kept), "the fleet is kept"); err != nil {
			return err
		}
		return until(func() error {
			if err := c.admin.Get(ctx, keyOf("kept"), kept); err != nil {
				return err
			}
			kept.Labels = nil
			return c.admin.Update(ctx, kept)
		})
	})
	step("it warns", func() error {
		warned := &warnings{}
		config := rest.CopyConfig(c.config)
		config.WarningHandler = warned
		loud, err := client.New(config, client.Options{Scheme: c.scheme})
		if err != nil {
			return err
		}
		if err := loud.Create(ctx, newFleet("large", 51), client.DryRunAll); err != nil {
			return err
		}
		if len(warned.texts) != 1 || warned.texts[0] != "a large fleet" {
			return fmt.Errorf("the warnings are %q", warned.texts)
		}
		return nil
	})
	step("the schema is checked before the validating webhook", func() error {
		return refused(c.admin.Create(ctx, newFleet("none", 0)),
			`Fleet.example.com "none" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1`)
	})
}

// warnings keeps what a server warns of.
type warnings struct{ texts []string }

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) { w.texts = append(w.texts, text) }

// removed checks that a fleet takes all it had along.
func (c *cluster) removed() {
	step("a deleted fleet leaves nothing behind", func() error {
		if err := c.admin.DeleteAllOf(ctx, &Fleet{}, client.InNamespace(namespace)); err != nil {
			return err
		}
		return until(func() error {
			fleets, deployments, pods := &FleetList{}, &appsv1.DeploymentList{}, &corev1.PodList{}
			for _, list := range []client.ObjectList{fleets, deployments, pods} {
				if err := c.admin.List(ctx, list, client.InNamespace(namespace)); err != nil {
					return err
				}
			}
			if left := len(fleets.Items) + len(deployments.Items) + len(pods.Items); left > 0 {
				return fmt.Errorf("%d fleets, %d deployments, %d pods", len(fleets.Items), len(deployments.Items), len(pods.Items))
			}
			harbour := &corev1.ConfigMap{}
			if err := c.admin.Get(ctx, keyOf("armada-harbour"), harbour); !apierrors.IsNotFound(err) {
				return fmt.Errorf("the harbour: %v", err)
			}
			return nil
		})
	})
	step("the definition goes", func() error {
		if err := c.admin.Delete(ctx, definition()); err != nil {
			return err
		}
		return until(func() error {
			err := c.admin.List(ctx, &FleetList{})
			if meta.IsNoMatchError(err) || apierrors.IsNotFound(err) {
				return nil
			}
			return fmt.Errorf("the list answers %v", err)
		})
	})
}
