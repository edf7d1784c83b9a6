/** The types of objects, by the names of their kinds. */
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  CertificateSigningRequest,
  ClusterRole,
  ClusterRoleBinding,
  ComponentStatus,
  ConfigMap,
  ControllerRevision,
  CronJob,
  CustomResourceDefinition,
  DaemonSet,
  Deployment,
  Endpoints,
  Event,
  Ingress,
  IngressClass,
  Job,
  Lease,
  LimitRange,
  MutatingWebhookConfiguration,
  Namespace,
  NetworkPolicy,
  Node,
  NodeMetrics,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PodMetrics,
  PodSecurityPolicy,
  PodTemplate,
  PriorityClass,
  ReplicaSet,
  ReplicationController,
  ResourceQuota,
  Role,
  RoleBinding,
  RuntimeClass,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  StorageClass,
  ValidatingWebhookConfiguration,
  VolumeAttachment,
  apiregistrationV1,
  autoscalingV2,
  discoveryV1,
  flowcontrolV1Beta2,
} from '#types';
import type { KubeObject } from '#values';

/** An object of a kind whose type is not known here, such as a custom resource. */
export interface AnyObject extends KubeObject {
  readonly [field: string]: unknown;
}

/** By kind, in the preferred version. */
export interface BuiltInKinds {
  readonly APIService: apiregistrationV1.APIService;
  readonly CSIDriver: CSIDriver;
  readonly CSINode: CSINode;
  readonly CSIStorageCapacity: CSIStorageCapacity;
  readonly CertificateSigningRequest: CertificateSigningRequest;
  readonly ClusterRole: ClusterRole;
  readonly ClusterRoleBinding: ClusterRoleBinding;
  readonly ComponentStatus: ComponentStatus;
  readonly ConfigMap: ConfigMap;
  readonly ControllerRevision: ControllerRevision;
  readonly CronJob: CronJob;
  readonly CustomResourceDefinition: CustomResourceDefinition;
  readonly DaemonSet: DaemonSet;
  readonly Deployment: Deployment;
  readonly EndpointSlice: discoveryV1.EndpointSlice;
  readonly Endpoints: Endpoints;
  readonly Event: Event;
  readonly FlowSchema: flowcontrolV1Beta2.FlowSchema;
  readonly HorizontalPodAutoscaler: autoscalingV2.HorizontalPodAutoscaler;
  readonly Ingress: Ingress;
  readonly IngressClass: IngressClass;
  readonly Job: Job;
  readonly Lease: Lease;
  readonly LimitRange: LimitRange;
  readonly MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  readonly Namespace: Namespace;
  readonly NetworkPolicy: NetworkPolicy;
  readonly Node: Node;
  readonly NodeMetrics: NodeMetrics;
  readonly PersistentVolume: PersistentVolume;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly Pod: Pod;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly PodMetrics: PodMetrics;
  readonly PodSecurityPolicy: PodSecurityPolicy;
  readonly PodTemplate: PodTemplate;
  readonly PriorityClass: PriorityClass;
  readonly PriorityLevelConfiguration: flowcontrolV1Beta2.PriorityLevelConfiguration;
  readonly ReplicaSet: ReplicaSet;
  readonly ReplicationController: ReplicationController;
  readonly ResourceQuota: ResourceQuota;
  readonly Role: Role;
  readonly RoleBinding: RoleBinding;
  readonly RuntimeClass: RuntimeClass;
  readonly Secret: Secret;
  readonly Service: Service;
  readonly ServiceAccount: ServiceAccount;
  readonly StatefulSet: StatefulSet;
  readonly StorageClass: StorageClass;
  readonly ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
  readonly VolumeAttachment: VolumeAttachment;
}
