package main

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

const leaseName = "fleets.example.com"

func newManager(config *rest.Config, scheme *runtime.Scheme, port int, certificates string) (manager.Manager, error) {
	lease, renew, retry := 6*time.Second, 4*time.Second, time.Second
	return ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme,
		MetricsBindAddress:            "0",
		Host:                          "127.0.0.1",
		Port:                          port,
		CertDir:                       certificates,
		LeaderElection:                true,
		LeaderElectionID:              leaseName,
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease,
		RenewDeadline:                 &renew,
		RetryPeriod:                   &retry,
	})
}

type eventRecorder struct{ recorder record.EventRecorder }

func recorderOf(mgr manager.Manager) eventRecorder {
	return eventRecorder{mgr.GetEventRecorderFor("fleets")}
}

func (e eventRecorder) record(object runtime.Object, reason, message string) {
	e.recorder.Event(object, corev1.EventTypeNormal, reason, message)
}
