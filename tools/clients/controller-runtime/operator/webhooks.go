package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	admissionv1 "k8s.io/api/admission/v1"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	mutatePath   = "/mutate-fleet"
	validatePath = "/validate-fleet"
	defaultImage = "example.com/ship:1"
)

// mutate fills in the image.
func mutate(_ context.Context, request admission.Request) admission.Response {
	fleet := &Fleet{}
	if err := json.Unmarshal(request.Object.Raw, fleet); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if fleet.Spec.Image != "" {
		return admission.Allowed("")
	}
	fleet.Spec.Image = defaultImage
	changed, err := json.Marshal(fleet)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, changed)
}

// validate denies fleets of thirteen, and that a kept one goes; it warns of large ones.
func validate(_ context.Context, request admission.Request) admission.Response {
	raw := request.Object.Raw
	if request.Operation == admissionv1.Delete {
		raw = request.OldObject.Raw
	}
	fleet := &Fleet{}
	if err := json.Unmarshal(raw, fleet); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	switch {
	case request.Operation == admissionv1.Delete && fleet.Labels["keep"] == "yes":
		return admission.Denied("the fleet is kept")
	case request.Operation == admissionv1.Delete:
		return admission.Allowed("")
	case fleet.Spec.Size == 13:
		return admission.Errored(http.StatusUnprocessableEntity, errors.New("nobody sails with thirteen"))
	case fleet.Spec.Size > 50:
		return admission.Allowed("").WithWarnings("a large fleet")
	}
	return admission.Allowed("")
}

func addWebhooks(mgr manager.Manager) {
	server := mgr.GetWebhookServer()
	server.Register(mutatePath, &webhook.Admission{Handler: admission.HandlerFunc(mutate)})
	server.Register(validatePath, &webhook.Admission{Handler: admission.HandlerFunc(validate)})
}
