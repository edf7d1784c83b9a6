package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// kept creates an object and checks that what the server stored has a field. An older server drops it silently.
func (c *cluster) kept(name string, object client.Object, isThere func() bool) {
	step(name+" is kept", func() error {
		object.SetNamespace(namespace)
		if err := c.client.Create(ctx, object); err != nil {
			return err
		}
		if err := c.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
			return err
		}
		if !isThere() {
			return fmt.Errorf("it was dropped")
		}
		return nil
	})
}

// fields plays objects with fields that came after 1.24.
func (c *cluster) fields() {
	c.jobFields()
	c.podFields()
	c.otherFields()
}

func (c *cluster) jobFields() {
	zone := "Europe/Zurich"
	cron := &batchv1.CronJob{
		ObjectMeta: metav1.ObjectMeta{Name: "zoned"},
		Spec: batchv1.CronJobSpec{
			Schedule: "0 3 * * *", TimeZone: &zone,
			JobTemplate: batchv1.JobTemplateSpec{Spec: newJob("").Spec},
		},
	}
	c.kept("a cron job's time zone", cron, func() bool { return cron.Spec.TimeZone != nil })

	failing := newJob("failing")
	failing.Spec.PodFailurePolicy = &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{{
		Action: batchv1.PodFailurePolicyActionFailJob,
		OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{
			Operator: batchv1.PodFailurePolicyOnExitCodesOpIn, Values: []int32{42},
		},
	}}}
	c.kept("a job's failure policy", failing, func() bool { return failing.Spec.PodFailurePolicy != nil })

	leading := newIndexedJob("leading")
	indexes := "0"
	leading.Spec.SuccessPolicy = &batchv1.SuccessPolicy{Rules: []batchv1.SuccessPolicyRule{{SucceededIndexes: &indexes}}}
	c.kept("a job's success policy", leading, func() bool { return leading.Spec.SuccessPolicy != nil })

	patient := newIndexedJob("patient")
	one := int32(1)
	patient.Spec.BackoffLimitPerIndex = &one
	c.kept("a job's back-off limit per index", patient, func() bool { return patient.Spec.BackoffLimitPerIndex != nil })

	managed := newJob("managed")
	manager := "example.com/queue"
	managed.Spec.ManagedBy = &manager
	c.kept("a job's manager", managed, func() bool { return managed.Spec.ManagedBy != nil })

	replaced := newJob("replaced")
	failed := batchv1.Failed
	replaced.Spec.PodReplacementPolicy = &failed
	c.kept("a job's replacement policy", replaced, func() bool {
		policy := replaced.Spec.PodReplacementPolicy
		return policy != nil && *policy == failed
	})
}

func (c *cluster) podFields() {
	always := corev1.ContainerRestartPolicyAlways
	sidecar := newPod("sidecar")
	sidecar.Spec.InitContainers = []corev1.Container{{Name: "proxy", Image: "example.com/proxy:1", RestartPolicy: &always}}
	c.kept("a sidecar", sidecar, func() bool { return sidecar.Spec.InitContainers[0].RestartPolicy != nil })

	gated := newPod("gated")
	gated.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/quota"}}
	c.kept("a scheduling gate", gated, func() bool { return len(gated.Spec.SchedulingGates) == 1 })

	spread := newPod("spread")
	spread.Spec.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{
		MaxSkew: 1, TopologyKey: corev1.LabelHostname, WhenUnsatisfiable: corev1.ScheduleAnyway,
		LabelSelector: &metav1.LabelSelector{}, MatchLabelKeys: []string{"app"},
	}}
	c.kept("a spread's label keys", spread, func() bool {
		return len(spread.Spec.TopologySpreadConstraints[0].MatchLabelKeys) == 1
	})

	own := false
	apart := newPod("apart")
	apart.Spec.HostUsers = &own
	apart.Spec.Resources = &corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1")},
	}
	c.kept("a pod's own users and resources", apart, func() bool {
		return apart.Spec.HostUsers != nil && apart.Spec.Resources != nil
	})
}

func (c *cluster) otherFields() {
	always := policyv1.AlwaysAllow
	budget := newBudget("unhealthy", &always)
	c.kept("a budget's policy for unhealthy pods", budget, func() bool { return budget.Spec.UnhealthyPodEvictionPolicy != nil })

	labels := map[string]string{"app": "set"}
	set := &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Name: "set"},
		Spec: appsv1.StatefulSetSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: newPod("").Spec},
			Ordinals: &appsv1.StatefulSetOrdinals{Start: 5},
			PersistentVolumeClaimRetentionPolicy: &appsv1.StatefulSetPersistentVolumeClaimRetentionPolicy{
				WhenDeleted: appsv1.DeletePersistentVolumeClaimRetentionPolicyType,
				WhenScaled:  appsv1.RetainPersistentVolumeClaimRetentionPolicyType,
			},
		},
	}
	c.kept("a set's first ordinal and what becomes of its claims", set, func() bool {
		return set.Spec.Ordinals != nil && set.Spec.PersistentVolumeClaimRetentionPolicy != nil
	})

	near := corev1.ServiceTrafficDistributionPreferClose
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "near"},
		Spec:       corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}, TrafficDistribution: &near},
	}
	c.kept("a service's traffic distribution", service, func() bool { return service.Spec.TrafficDistribution != nil })

	use := int32(60)
	scaler := &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Name: "scaler"},
		Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
			MaxReplicas:    4,
			ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "StatefulSet", Name: "set"},
			Metrics: []autoscalingv2.MetricSpec{{
				Type: autoscalingv2.ContainerResourceMetricSourceType,
				ContainerResource: &autoscalingv2.ContainerResourceMetricSource{
					Name: corev1.ResourceCPU, Container: "web",
					Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: &use},
				},
			}},
		},
	}
	c.kept("an autoscaler's metric of a container", scaler, func() bool {
		return scaler.Spec.Metrics[0].ContainerResource != nil
	})
}

func newPod(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "example.com/web:1"}}},
	}
}

func newJob(name string) *batchv1.Job {
	spec := newPod("").Spec
	spec.RestartPolicy = corev1.RestartPolicyNever
	return &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: spec}},
	}
}

func newIndexedJob(name string) *batchv1.Job {
	job := newJob(name)
	two, indexed := int32(2), batchv1.IndexedCompletion
	job.Spec.Completions, job.Spec.Parallelism, job.Spec.CompletionMode = &two, &two, &indexed
	return job
}

// newBudget allows no eviction of the shop's pods.
func newBudget(name string, unhealthy *policyv1.UnhealthyPodEvictionPolicyType) *policyv1.PodDisruptionBudget {
	none := intstr.FromInt32(0)
	return &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable:             &none,
			Selector:                   &metav1.LabelSelector{MatchLabels: map[string]string{"site": "shop"}},
			UnhealthyPodEvictionPolicy: unhealthy,
		},
	}
}
