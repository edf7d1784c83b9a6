package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

const (
	finalizer    = "example.com/harbour"
	byAnnotation = "example.com/reconciled-by"
)

// reconciler keeps a Deployment for each Fleet, and a harbour (a ConfigMap that nothing owns) until the Fleet goes.
type reconciler struct {
	client client.Client
	events eventRecorder
	name   string
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	fleet := &Fleet{}
	if err := r.client.Get(ctx, request.NamespacedName, fleet); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	harbour := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: fleet.Namespace, Name: fleet.Name + "-harbour"}}
	if fleet.DeletionTimestamp != nil {
		if err := client.IgnoreNotFound(r.client.Delete(ctx, harbour)); err != nil {
			return ctrl.Result{}, err
		}
		controllerutil.RemoveFinalizer(fleet, finalizer)
		return ctrl.Result{}, client.IgnoreNotFound(r.client.Update(ctx, fleet))
	}
	if !controllerutil.ContainsFinalizer(fleet, finalizer) {
		controllerutil.AddFinalizer(fleet, finalizer)
		return ctrl.Result{}, r.client.Update(ctx, fleet)
	}
	if err := r.client.Create(ctx, harbour); err != nil && !apierrors.IsAlreadyExists(err) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.follow(ctx, fleet)
}

// follow brings the Deployment in line with the Fleet, and the status of the Fleet with the Deployment.
func (r *reconciler) follow(ctx context.Context, fleet *Fleet) error {
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: fleet.Namespace, Name: fleet.Name}}
	done, err := controllerutil.CreateOrUpdate(ctx, r.client, deployment, func() error {
		labels := map[string]string{"fleet": fleet.Name}
		// Others annotate it, too.
		if deployment.Annotations == nil {
			deployment.Annotations = map[string]string{}
		}
		deployment.Annotations[byAnnotation] = r.name
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		deployment.Spec.Replicas = &fleet.Spec.Size
		deployment.Spec.Template.Labels = labels
		if len(deployment.Spec.Template.Spec.Containers) == 0 {
			deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "ship"}}
		}
		deployment.Spec.Template.Spec.Containers[0].Image = fleet.Spec.Image
		return controllerutil.SetControllerReference(fleet, deployment, r.client.Scheme())
	})
	if err != nil {
		return err
	}
	if done != controllerutil.OperationResultNone {
		r.events.record(fleet, "Followed", "the deployment was "+string(done))
	}
	before := fleet.DeepCopyObject().(*Fleet)
	fleet.Status.Ready = deployment.Status.ReadyReplicas
	fleet.Status.ObservedGeneration = fleet.Generation
	whether := metav1.ConditionFalse
	if fleet.Status.Ready == fleet.Spec.Size {
		whether = metav1.ConditionTrue
	}
	meta.SetStatusCondition(&fleet.Status.Conditions, metav1.Condition{
		Type: "Ready", Status: whether, Reason: "Counted", ObservedGeneration: fleet.Generation,
	})
	return r.client.Status().Patch(ctx, fleet, client.MergeFrom(before))
}

func addReconciler(mgr manager.Manager, name string) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("fleets-" + name).
		For(&Fleet{}).
		Owns(&appsv1.Deployment{}).
		Complete(&reconciler{client: mgr.GetClient(), events: recorderOf(mgr), name: name})
}
