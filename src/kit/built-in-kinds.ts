/** The types of objects, by the names of their kinds. */
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  CertificateSigningRequest,
  ClusterRole,
  ClusterRoleBinding,
  ClusterTrustBundle,
  ComponentStatus,
  ConfigMap,
  ControllerRevision,
  CronJob,
  CustomResourceDefinition,
  DaemonSet,
  Deployment,
  Endpoints,
  Event,
  IPAddress,
  Ingress,
  IngressClass,
  Job,
  Lease,
  LimitRange,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  Namespace,
  NetworkPolicy,
  Node,
  NodeMetrics,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodCertificateRequest,
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
  ServiceCIDR,
  StatefulSet,
  StorageClass,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
  VolumeAttachment,
  VolumeAttributesClass,
  apiregistrationV1,
  autoscalingV2,
  discoveryV1,
  flowcontrolV1Beta2,
  resourceV1,
  storagemigrationV1,
} from '#types';
import type { KubeObject } from '#values';

/** An object of a kind whose type is not known here, such as a custom resource. */
export interface AnyObject extends KubeObject {
  readonly [field: string]: unknown;
}

/** By kind, in the preferred version of the default release; those that it does not have, in that of the newest. */
export interface BuiltInKinds {
  readonly APIService: apiregistrationV1.APIService;
  readonly CSIDriver: CSIDriver;
  readonly CSINode: CSINode;
  readonly CSIStorageCapacity: CSIStorageCapacity;
  readonly CertificateSigningRequest: CertificateSigningRequest;
  readonly ClusterRole: ClusterRole;
  readonly ClusterRoleBinding: ClusterRoleBinding;
  readonly ClusterTrustBundle: ClusterTrustBundle;
  readonly ComponentStatus: ComponentStatus;
  readonly ConfigMap: ConfigMap;
  readonly ControllerRevision: ControllerRevision;
  readonly CronJob: CronJob;
  readonly CustomResourceDefinition: CustomResourceDefinition;
  readonly DaemonSet: DaemonSet;
  readonly Deployment: Deployment;
  readonly DeviceClass: resourceV1.DeviceClass;
  readonly DeviceTaintRule: resourceV1.DeviceTaintRule;
  readonly EndpointSlice: discoveryV1.EndpointSlice;
  readonly Endpoints: Endpoints;
  readonly Event: Event;
  readonly FlowSchema: flowcontrolV1Beta2.FlowSchema;
  readonly HorizontalPodAutoscaler: autoscalingV2.HorizontalPodAutoscaler;
  readonly IPAddress: IPAddress;
  readonly Ingress: Ingress;
  readonly IngressClass: IngressClass;
  readonly Job: Job;
  readonly Lease: Lease;
  readonly LimitRange: LimitRange;
  readonly MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  readonly MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding;
  readonly MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  readonly Namespace: Namespace;
  readonly NetworkPolicy: NetworkPolicy;
  readonly Node: Node;
  readonly NodeMetrics: NodeMetrics;
  readonly PersistentVolume: PersistentVolume;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly Pod: Pod;
  readonly PodCertificateRequest: PodCertificateRequest;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly PodMetrics: PodMetrics;
  readonly PodSecurityPolicy: PodSecurityPolicy;
  readonly PodTemplate: PodTemplate;
  readonly PriorityClass: PriorityClass;
  readonly PriorityLevelConfiguration: flowcontrolV1Beta2.PriorityLevelConfiguration;
  readonly ReplicaSet: ReplicaSet;
  readonly ReplicationController: ReplicationController;
  readonly ResourceClaim: resourceV1.ResourceClaim;
  readonly ResourceClaimTemplate: resourceV1.ResourceClaimTemplate;
  readonly ResourceQuota: ResourceQuota;
  readonly ResourceSlice: resourceV1.ResourceSlice;
  readonly Role: Role;
  readonly RoleBinding: RoleBinding;
  readonly RuntimeClass: RuntimeClass;
  readonly Secret: Secret;
  readonly Service: Service;
  readonly ServiceAccount: ServiceAccount;
  readonly ServiceCIDR: ServiceCIDR;
  readonly StatefulSet: StatefulSet;
  readonly StorageClass: StorageClass;
  readonly StorageVersionMigration: storagemigrationV1.StorageVersionMigration;
  readonly ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  readonly ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding;
  readonly ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
  readonly VolumeAttachment: VolumeAttachment;
  readonly VolumeAttributesClass: VolumeAttributesClass;
}
