package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	appsapply "k8s.io/client-go/applyconfigurations/apps/v1"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	metaapply "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/filters"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const (
	finalizer = "example.com/site"
	owner     = client.FieldOwner("site-operator")
	leaseName = "sites.example.com"
	tierIndex = "spec.tier"
)

// reconciler applies a Deployment for each Site, and what it has to the Site's status.
type reconciler struct {
	client client.Client
	events events.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	site := &Site{}
	if err := r.client.Get(ctx, request.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, client.IgnoreNotFound(r.client.Update(ctx, site))
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		r.events.Eventf(site, nil, corev1.EventTypeNormal, "Adopted", "Adopt", "the site has a finalizer")
		return ctrl.Result{}, r.client.Update(ctx, site)
	}
	return ctrl.Result{}, r.apply(ctx, site)
}

func (r *reconciler) apply(ctx context.Context, site *Site) error {
	labels := map[string]string{"site": site.Name}
	container := coreapply.Container().WithName("web").WithImage("example.com/web:1")
	template := coreapply.PodTemplateSpec().WithLabels(labels).WithSpec(coreapply.PodSpec().WithContainers(container))
	reference := metaapply.OwnerReference().WithAPIVersion(siteVersion.String()).WithKind("Site").
		WithName(site.Name).WithUID(site.UID).WithController(true)
	wanted := appsapply.Deployment(site.Name, site.Namespace).WithOwnerReferences(reference).WithSpec(
		appsapply.DeploymentSpec().WithReplicas(site.Spec.Replicas).
			WithSelector(metaapply.LabelSelector().WithMatchLabels(labels)).WithTemplate(template))
	if err := r.client.Apply(ctx, wanted, owner, client.ForceOwnership); err != nil {
		return err
	}
	deployment := &appsv1.Deployment{}
	if err := r.client.Get(ctx, client.ObjectKeyFromObject(site), deployment); err != nil {
		return client.IgnoreNotFound(err)
	}
	status := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{
		"ready": int64(deployment.Status.ReadyReplicas), "selector": "site=" + site.Name,
	}}}
	status.SetGroupVersionKind(siteVersion.WithKind("Site"))
	status.SetNamespace(site.Namespace)
	status.SetName(site.Name)
	return r.client.Status().Apply(ctx, client.ApplyConfigurationFromUnstructured(status), owner, client.ForceOwnership)
}

// newManager makes a manager with an index, an election, and metrics for those who may read them.
func (c *cluster) newManager(metricsAddress string) (manager.Manager, error) {
	mgr, err := ctrl.NewManager(c.config, ctrl.Options{
		Scheme: c.scheme,
		Metrics: metricsserver.Options{
			BindAddress: metricsAddress, SecureServing: true, FilterProvider: filters.WithAuthenticationAndAuthorization,
		},
		LeaderElection:                true,
		LeaderElectionID:              leaseName,
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
	})
	if err != nil {
		return nil, err
	}
	err = mgr.GetFieldIndexer().IndexField(ctx, &Site{}, tierIndex, func(object client.Object) []string {
		return []string{object.(*Site).Spec.Tier}
	})
	if err != nil {
		return nil, err
	}
	return mgr, ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&appsv1.Deployment{}).
		Complete(&reconciler{client: mgr.GetClient(), events: mgr.GetEventRecorder("sites")})
}
