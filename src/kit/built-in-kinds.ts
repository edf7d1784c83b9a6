/** The types of objects, by the names of their kinds. */
import type * as k from '#kinds';
import type { KubeObject } from '#kinds';

/** An object of a kind whose type is not known here, such as a custom resource. */
export interface AnyObject extends KubeObject {
  readonly [field: string]: unknown;
}

/** By kind, in the preferred version. */
export interface BuiltInKinds {
  readonly ConfigMap: k.ConfigMap;
  readonly ControllerRevision: k.ControllerRevision;
  readonly CronJob: k.CronJob;
  readonly DaemonSet: k.DaemonSet;
  readonly Deployment: k.Deployment;
  readonly EndpointSlice: k.discoveryV1.EndpointSlice;
  readonly Endpoints: k.Endpoints;
  readonly Event: k.Event;
  readonly HorizontalPodAutoscaler: k.autoscalingV2.HorizontalPodAutoscaler;
  readonly Job: k.Job;
  readonly Lease: k.Lease;
  readonly LimitRange: k.LimitRange;
  readonly Namespace: k.Namespace;
  readonly Node: k.Node;
  readonly PersistentVolumeClaim: k.PersistentVolumeClaim;
  readonly Pod: k.Pod;
  readonly PodDisruptionBudget: k.PodDisruptionBudget;
  readonly PriorityClass: k.PriorityClass;
  readonly ReplicaSet: k.ReplicaSet;
  readonly ReplicationController: k.ReplicationController;
  readonly ResourceQuota: k.ResourceQuota;
  readonly Secret: k.Secret;
  readonly Service: k.Service;
  readonly ServiceAccount: k.ServiceAccount;
  readonly StatefulSet: k.StatefulSet;
}
