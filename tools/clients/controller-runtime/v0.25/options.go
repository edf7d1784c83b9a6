package main

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

const leaseName = "fleets.example.com"

func newManager(config *rest.Config, scheme *runtime.Scheme, port int, certificates string) (manager.Manager, error) {
	lease, renew, retry := 6*time.Second, 4*time.Second, time.Second
	return ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: "127.0.0.1", Port: port, CertDir: certificates,
		}),
		LeaderElection:                true,
		LeaderElectionID:              leaseName,
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease,
		RenewDeadline:                 &renew,
		RetryPeriod:                   &retry,
	})
}

type eventRecorder struct{ recorder events.EventRecorder }

func recorderOf(mgr manager.Manager) eventRecorder {
	return eventRecorder{mgr.GetEventRecorder("fleets")}
}

func (e eventRecorder) record(object runtime.Object, reason, message string) {
	e.recorder.Eventf(object, nil, corev1.EventTypeNormal, reason, "Follow", "%s", message)
}
