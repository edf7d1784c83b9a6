/** The types of objects, by the names of their kinds. */
import type {
  ConfigMap,
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  Event,
  Job,
  KubeObject,
  Lease,
  LimitRange,
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  autoscalingV2,
  discoveryV1,
} from '#kinds';

/** An object of a kind whose type is not known here, such as a custom resource. */
export interface AnyObject extends KubeObject {
  readonly [field: string]: unknown;
}

/** By kind, in the preferred version. */
export interface BuiltInKinds {
  readonly ConfigMap: ConfigMap;
  readonly ControllerRevision: ControllerRevision;
  readonly CronJob: CronJob;
  readonly DaemonSet: DaemonSet;
  readonly Deployment: Deployment;
  readonly EndpointSlice: discoveryV1.EndpointSlice;
  readonly Endpoints: Endpoints;
  readonly Event: Event;
  readonly HorizontalPodAutoscaler: autoscalingV2.HorizontalPodAutoscaler;
  readonly Job: Job;
  readonly Lease: Lease;
  readonly LimitRange: LimitRange;
  readonly Namespace: Namespace;
  readonly Node: Node;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly Pod: Pod;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly PriorityClass: PriorityClass;
  readonly ReplicaSet: ReplicaSet;
  readonly ReplicationController: ReplicationController;
  readonly ResourceQuota: ResourceQuota;
  readonly Secret: Secret;
  readonly Service: Service;
  readonly ServiceAccount: ServiceAccount;
  readonly StatefulSet: StatefulSet;
}
