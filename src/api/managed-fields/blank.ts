/**
 * Objects before anybody has written to them. Go writes some parts of an object even when nothing
 * is in them; nobody comes to own these by creating the object, only what is in them.
 */

type JsonObject = Readonly<Record<string, unknown>>;

const noMetadata: JsonObject = { creationTimestamp: null };
const noTemplate: JsonObject = { metadata: noMetadata, spec: { containers: null } };
const noJob: JsonObject = { template: noTemplate };
const noTarget: JsonObject = { kind: '', name: '' };

/** By apiVersion and kind, where there is more than empty spec and status. */
const blanks: Readonly<Record<string, JsonObject>> = {
  'v1 Pod': { spec: { containers: null } },
  'v1 PodTemplate': { template: noTemplate },
  'v1 ReplicationController': { status: { replicas: 0 } },
  'v1 Service': { status: { loadBalancer: {} } },
  'v1 PersistentVolumeClaim': { spec: { resources: {} } },
  'v1 LimitRange': { spec: { limits: null } },
  'v1 Event': {
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  'v1 Node': {
    status: {
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: {
        architecture: '',
        bootID: '',
        containerRuntimeVersion: '',
        kernelVersion: '',
        kubeProxyVersion: '',
        kubeletVersion: '',
        machineID: '',
        operatingSystem: '',
        osImage: '',
        systemUUID: '',
      },
    },
  },
  'apps/v1 ControllerRevision': { data: null, revision: 0 },
  'apps/v1 DaemonSet': {
    spec: { selector: null, template: noTemplate, updateStrategy: {} },
    status: {
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    },
  },
  'apps/v1 Deployment': { spec: { selector: null, template: noTemplate, strategy: {} } },
  'apps/v1 ReplicaSet': {
    spec: { selector: null, template: noTemplate },
    status: { replicas: 0 },
  },
  'apps/v1 StatefulSet': {
    spec: { selector: null, template: noTemplate, serviceName: '', updateStrategy: {} },
    status: { replicas: 0, availableReplicas: 0 },
  },
  'batch/v1 Job': { spec: noJob },
  'batch/v1 CronJob': {
    spec: { schedule: '', jobTemplate: { metadata: noMetadata, spec: noJob } },
  },
  'autoscaling/v1 HorizontalPodAutoscaler': {
    spec: { scaleTargetRef: noTarget, maxReplicas: 0 },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    spec: { scaleTargetRef: noTarget, maxReplicas: 0 },
    status: { desiredReplicas: 0, currentMetrics: null },
  },
  'policy/v1 PodDisruptionBudget': {
    status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  },
  'node.cluster.io/v1 RuntimeClass': { handler: '' },
  'scheduling.k8s.io/v1 PriorityClass': { value: 0 },
  'discovery.k8s.io/v1 EndpointSlice': { addressType: '', endpoints: null, ports: null },
  'events.k8s.io/v1 Event': {
    regarding: {},
    eventTime: null,
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  },
};

/** The blank object of a kind. (Parts that the kind does not have are in nobody's way.) */
export function blankOf(apiVersion: string, kind: string): JsonObject {
  return { metadata: noMetadata, spec: {}, status: {}, ...blanks[`${apiVersion} ${kind}`] };
}
