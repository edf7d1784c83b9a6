/**
 * Which kinds each minor release of Kubernetes serves in which group and version, and which it knows
 * only. See served.ts for what a line says.
 */
export const servedTable = `
v1
  Binding 24-
  ComponentStatus 24- deprecated=19
  ConfigMap 24-
  Endpoints 24- deprecated=33 use=discovery.k8s.io/v1/EndpointSlice
  Event 24-
  LimitRange 24-
  Namespace 24-
  Node 24-
  PersistentVolumeClaim 24-
  PersistentVolume 24-
  Pod 24- subs=resize:33-
  PodTemplate 24-
  ReplicationController 24-
  ResourceQuota 24-
  Secret 24-
  ServiceAccount 24-
  Service 24-
  List 24- known
  NodeProxyOptions 24- known
  PodAttachOptions 24- known
  PodExecOptions 24- known
  PodLogOptions 24- known
  PodPortForwardOptions 24- known
  PodProxyOptions 24- known
  RangeAllocation 24- known
  SerializedReference 24- known
  ServiceProxyOptions 24- known
  PodStatusResult 24-36 known

admissionregistration.k8s.io/v1
  MutatingAdmissionPolicy 36- stored=36:v1beta1,37-:v1
  MutatingAdmissionPolicyBinding 36- stored=36:v1beta1,37-:v1
  MutatingWebhookConfiguration 24-
  ValidatingAdmissionPolicy 30- stored=30:v1beta1,31-:v1
  ValidatingAdmissionPolicyBinding 30- stored=30:v1beta1,31-:v1
  ValidatingWebhookConfiguration 24-

admissionregistration.k8s.io/v1alpha1
  MutatingAdmissionPolicy 32- off deprecated=35 removed=38 stored=32-34:v1alpha1,35-36:v1beta1,37-:v1
  MutatingAdmissionPolicyBinding 32- off deprecated=35 removed=38 stored=32-34:v1alpha1,35-36:v1beta1,37-:v1
  ValidatingAdmissionPolicy 26-31 off stored=26-28:v1alpha1,29-30:v1beta1,31:v1
  ValidatingAdmissionPolicyBinding 26-31 off stored=26-28:v1alpha1,29-30:v1beta1,31:v1
  ValidatingAdmissionPolicy 32- known
  ValidatingAdmissionPolicyBinding 32- known

admissionregistration.k8s.io/v1beta1
  MutatingAdmissionPolicy 34- off deprecated=37 removed=40 use=admissionregistration.k8s.io/v1 stored=34:v1alpha1,35-36:v1beta1,37-:v1
  MutatingAdmissionPolicyBinding 34- off deprecated=37 removed=40 use=admissionregistration.k8s.io/v1 stored=34:v1alpha1,35-36:v1beta1,37-:v1
  ValidatingAdmissionPolicy 28-33 off deprecated=31 removed=34 stored=28:v1alpha1,29-30:v1beta1,31-33:v1
  ValidatingAdmissionPolicyBinding 28-33 off deprecated=31 removed=34 stored=28:v1alpha1,29-30:v1beta1,31-33:v1
  MutatingWebhookConfiguration 24- known
  ValidatingWebhookConfiguration 24- known
  ValidatingAdmissionPolicy 34- known
  ValidatingAdmissionPolicyBinding 34- known

apiextensions.k8s.io/v1
  CustomResourceDefinition 24- stored=v1beta1
  ConversionReview 24- known

apiextensions.k8s.io/v1beta1
  ConversionReview 24- known
  CustomResourceDefinition 24- known

apiregistration.k8s.io/v1
  APIService 24-

apiregistration.k8s.io/v1beta1
  APIService 24- known

apps/v1
  ControllerRevision 24-
  DaemonSet 24-
  Deployment 24-
  ReplicaSet 24-
  StatefulSet 24-

apps/v1beta1
  ControllerRevision 24- known
  Deployment 24- known
  DeploymentRollback 24- known
  Scale 24- known
  StatefulSet 24- known

apps/v1beta2
  ControllerRevision 24- known
  DaemonSet 24- known
  Deployment 24- known
  ReplicaSet 24- known
  Scale 24- known
  StatefulSet 24- known

authentication.k8s.io/v1
  SelfSubjectReview 28-
  TokenReview 24-
  TokenRequest 24- known

authentication.k8s.io/v1alpha1
  SelfSubjectReview 26-31 off deprecated=29 removed=32
  SelfSubjectReview 32- known

authentication.k8s.io/v1beta1
  SelfSubjectReview 27-32 off deprecated=30 removed=33
  TokenReview 24- known
  SelfSubjectReview 33- known

authorization.k8s.io/v1
  LocalSubjectAccessReview 24-
  SelfSubjectAccessReview 24-
  SelfSubjectRulesReview 24-
  SubjectAccessReview 24-

authorization.k8s.io/v1beta1
  LocalSubjectAccessReview 24- known
  SelfSubjectAccessReview 24- known
  SelfSubjectRulesReview 24- known
  SubjectAccessReview 24- known

autoscaling/v1
  HorizontalPodAutoscaler 24- stored=24-26:v1,27-:v2
  Scale 24- known

autoscaling/v2
  HorizontalPodAutoscaler 24- stored=24-26:v1,27-:v2

autoscaling/v2beta1
  HorizontalPodAutoscaler 24 deprecated=22 removed=25 use=autoscaling/v2 stored=v1
  HorizontalPodAutoscaler 25-35 known

autoscaling/v2beta2
  HorizontalPodAutoscaler 24-25 deprecated=23 removed=26 use=autoscaling/v2 stored=v1
  HorizontalPodAutoscaler 26-35 known

batch/v1
  CronJob 24-
  Job 24-

batch/v1beta1
  CronJob 24 deprecated=21 removed=25 use=batch/v1 stored=v1
  CronJob 25- known
  JobTemplate 24-26 known

certificates.k8s.io/v1
  CertificateSigningRequest 24-
  ClusterTrustBundle 37- gate=ClusterTrustBundle stored=v1beta1
  PodCertificateRequest 37- gate=PodCertificateRequest stored=v1beta1

certificates.k8s.io/v1alpha1
  ClusterTrustBundle 27-36 off gate=ClusterTrustBundle deprecated=34 removed=37 stored=27-32:v1alpha1,33-36:v1beta1
  PodCertificateRequest 34 off gate=PodCertificateRequest deprecated=37 removed=40
  ClusterTrustBundle 37- known

certificates.k8s.io/v1beta1
  ClusterTrustBundle 33- off gate=ClusterTrustBundle deprecated=37 removed=40 use=certificates.k8s.io/v1
  PodCertificateRequest 35- off gate=PodCertificateRequest deprecated=37 removed=40 use=certificates.k8s.io/v1
  CertificateSigningRequest 24- known

coordination.k8s.io/v1
  Lease 24-

coordination.k8s.io/v1alpha1
  LeaseCandidate 31 off deprecated=34 removed=37

coordination.k8s.io/v1alpha2
  LeaseCandidate 32- off deprecated=35 removed=38 stored=32:v1alpha2,33-:v1beta1

coordination.k8s.io/v1beta1
  LeaseCandidate 33- off deprecated=36 removed=39
  Lease 24- known

discovery.k8s.io/v1
  EndpointSlice 24- stored=24-30:v1beta1,31-:v1

discovery.k8s.io/v1beta1
  EndpointSlice 24 deprecated=21 removed=25 use=discovery.k8s.io/v1
  EndpointSlice 25- known

events.k8s.io/v1
  Event 24- stored=core/v1

events.k8s.io/v1beta1
  Event 24 deprecated=22 removed=25 stored=core/v1
  Event 25- known

flowcontrol.apiserver.k8s.io/v1
  FlowSchema 29- stored=29:v1beta3,30-:v1
  PriorityLevelConfiguration 29- stored=29:v1beta3,30-:v1

flowcontrol.apiserver.k8s.io/v1beta1
  FlowSchema 24-25 deprecated=23 removed=26 use=flowcontrol.apiserver.k8s.io/v1beta2
  PriorityLevelConfiguration 24-25 deprecated=23 removed=26 use=flowcontrol.apiserver.k8s.io/v1beta2
  FlowSchema 26- known
  PriorityLevelConfiguration 26- known

flowcontrol.apiserver.k8s.io/v1beta2
  FlowSchema 24-28 deprecated=26 removed=29 use=flowcontrol.apiserver.k8s.io/v1beta3 stored=24-25:v1beta1,26:v1beta2,27-28:v1beta3
  PriorityLevelConfiguration 24-28 deprecated=26 removed=29 use=flowcontrol.apiserver.k8s.io/v1beta3 stored=24-25:v1beta1,26:v1beta2,27-28:v1beta3
  FlowSchema 29- known
  PriorityLevelConfiguration 29- known

flowcontrol.apiserver.k8s.io/v1beta3
  FlowSchema 26-31 deprecated=29 removed=32 use=flowcontrol.apiserver.k8s.io/v1 stored=26:v1beta2,27-29:v1beta3,30-31:v1
  PriorityLevelConfiguration 26-31 deprecated=29 removed=32 use=flowcontrol.apiserver.k8s.io/v1 stored=26:v1beta2,27-29:v1beta3,30-31:v1
  FlowSchema 32- known
  PriorityLevelConfiguration 32- known

flowcontrol.apiserver.k8s.io/v1alpha1
  FlowSchema 24-28 known
  PriorityLevelConfiguration 24-28 known

internal.apiserver.k8s.io/v1alpha1
  StorageVersion 24- off

lifecycle.k8s.io/v1alpha1
  EvictionRequest 37- off gate=EvictionRequestAPI deprecated=40 removed=43
  Eviction 37- off deprecated=40 removed=43

networking.k8s.io/v1
  IngressClass 24-
  Ingress 24-
  IPAddress 33- stored=33:v1beta1,34-:v1
  NetworkPolicy 24- subs=status:24-27
  ServiceCIDR 33- stored=33:v1beta1,34-:v1

networking.k8s.io/v1alpha1
  ClusterCIDR 25-28 off deprecated=28 removed=31
  IPAddress 27-30 off deprecated=30 removed=33
  ServiceCIDR 29-30 off deprecated=30 removed=33
  IPAddress 31-33 known
  ServiceCIDR 31-33 known

networking.k8s.io/v1beta1
  IPAddress 31-36 off deprecated=34 removed=37 stored=31-33:v1beta1,34-36:v1
  ServiceCIDR 31-36 off deprecated=34 removed=37 stored=31-33:v1beta1,34-36:v1
  Ingress 24- known
  IngressClass 24- known
  IPAddress 37- known
  ServiceCIDR 37- known

node.k8s.io/v1
  RuntimeClass 24-

node.k8s.io/v1beta1
  RuntimeClass 24 deprecated=22 removed=25 stored=v1
  RuntimeClass 25- known

node.k8s.io/v1alpha1
  RuntimeClass 24- known

policy/v1
  PodDisruptionBudget 24- stored=24-26:v1beta1,27-:v1
  Eviction 24- known

policy/v1beta1
  PodDisruptionBudget 24 deprecated=21 removed=25 use=policy/v1
  PodSecurityPolicy 24 deprecated=21 removed=25
  PodSecurityPolicy 25-28 known
  Eviction 24- known
  PodDisruptionBudget 25- known

rbac.authorization.k8s.io/v1
  ClusterRoleBinding 24-
  ClusterRole 24-
  RoleBinding 24-
  Role 24-

rbac.authorization.k8s.io/v1alpha1
  ClusterRole 24- known
  ClusterRoleBinding 24- known
  Role 24- known
  RoleBinding 24- known

rbac.authorization.k8s.io/v1beta1
  ClusterRole 24- known
  ClusterRoleBinding 24- known
  Role 24- known
  RoleBinding 24- known

resource.k8s.io/v1
  DeviceClass 34- stored=34:v1beta2,35-:v1
  DeviceTaintRule 37- stored=v1beta2
  ResourceClaim 34- stored=34:v1beta2,35-:v1
  ResourceClaimTemplate 34- stored=34:v1beta2,35-:v1
  ResourceSlice 34- stored=34:v1beta2,35-:v1

resource.k8s.io/v1alpha1
  PodScheduling 26 off
  ResourceClaim 26 off
  ResourceClaimTemplate 26 off
  ResourceClass 26 off

resource.k8s.io/v1alpha2
  PodSchedulingContext 27-30 off
  ResourceClaimParameters 30 off
  ResourceClaim 27-30 off
  ResourceClaimTemplate 27-30 off
  ResourceClass 27-30 off
  ResourceClassParameters 30 off
  ResourceSlice 30 off

resource.k8s.io/v1alpha3
  DeviceClass 31-33 off deprecated=34 removed=37 use=resource.k8s.io/v1beta1 stored=31:v1alpha3,32-33:v1beta1
  DeviceTaintRule 33- off deprecated=36 removed=39 subs=status:35- stored=33-36:v1alpha3,37-:v1beta2
  PodSchedulingContext 31 off
  ResourceClaim 31-33 off deprecated=34 removed=37 use=resource.k8s.io/v1beta1 stored=31:v1alpha3,32-33:v1beta1
  ResourceClaimTemplate 31-33 off deprecated=34 removed=37 use=resource.k8s.io/v1beta1 stored=31:v1alpha3,32-33:v1beta1
  ResourcePoolStatusRequest 36- off deprecated=39 removed=42
  ResourceSlice 31-33 off deprecated=34 removed=37 use=resource.k8s.io/v1beta1 stored=31:v1alpha3,32-33:v1beta1

resource.k8s.io/v1beta1
  DeviceClass 32- off deprecated=35 removed=38 stored=32-33:v1beta1,34:v1beta2,35-:v1
  ResourceClaim 32- off deprecated=35 removed=38 stored=32-33:v1beta1,34:v1beta2,35-:v1
  ResourceClaimTemplate 32- off deprecated=35 removed=38 stored=32-33:v1beta1,34:v1beta2,35-:v1
  ResourceSlice 32- off deprecated=35 removed=38 stored=32-33:v1beta1,34:v1beta2,35-:v1

resource.k8s.io/v1beta2
  DeviceClass 33- off deprecated=36 removed=39 stored=33:v1beta1,34:v1beta2,35-:v1
  DeviceTaintRule 36- off deprecated=39 removed=42 stored=36:v1alpha3,37-:v1beta2
  ResourceClaim 33- off deprecated=36 removed=39 stored=33:v1beta1,34:v1beta2,35-:v1
  ResourceClaimTemplate 33- off deprecated=36 removed=39 stored=33:v1beta1,34:v1beta2,35-:v1
  ResourceSlice 33- off deprecated=36 removed=39 stored=33:v1beta1,34:v1beta2,35-:v1

scheduling.k8s.io/v1
  PriorityClass 24-

scheduling.k8s.io/v1alpha1
  Workload 35 off gate=GenericWorkload
  PriorityClass 24-35 known

scheduling.k8s.io/v1alpha2
  PodGroup 36 off gate=GenericWorkload
  Workload 36 off gate=GenericWorkload

scheduling.k8s.io/v1alpha3
  CompositePodGroup 37- off gate=CompositePodGroup
  PodGroup 37- off gate=GenericWorkload stored=v1beta1
  Workload 37- off gate=GenericWorkload stored=v1beta1

scheduling.k8s.io/v1beta1
  PodGroup 37- off gate=GenericWorkload deprecated=40 removed=43
  Workload 37- off gate=GenericWorkload deprecated=40 removed=43
  PriorityClass 24- known

storage.k8s.io/v1
  CSIDriver 24-
  CSINode 24- subs=status:37-
  CSIStorageCapacity 24- stored=24:v1beta1,25-:v1
  StorageClass 24-
  VolumeAttachment 24-
  VolumeAttributesClass 34- stored=34-35:v1beta1,36-:v1

storage.k8s.io/v1alpha1
  VolumeAttributesClass 29-34 off deprecated=32 removed=35 use=storage.k8s.io/v1 stored=29-30:v1alpha1,31-34:v1beta1
  CSIStorageCapacity 24- known
  VolumeAttachment 24- known
  VolumeAttributesClass 35- known

storage.k8s.io/v1beta1
  CSIStorageCapacity 24-26 deprecated=24 removed=27 use=storage.k8s.io/v1 stored=24:v1beta1,25-26:v1
  VolumeAttributesClass 31-36 off deprecated=34 removed=37 use=storage.k8s.io/v1 stored=31-35:v1beta1,36:v1
  CSIDriver 24- known
  CSINode 24- known
  CSIStorageCapacity 27- known
  StorageClass 24- known
  VolumeAttachment 24- known
  VolumeAttributesClass 37- known

storagemigration.k8s.io/v1
  StorageVersionMigration 37- gate=StorageVersionMigrator stored=v1beta1

storagemigration.k8s.io/v1alpha1
  StorageVersionMigration 30-34 off gate=StorageVersionMigrator deprecated=33 removed=36

storagemigration.k8s.io/v1beta1
  StorageVersionMigration 35- off gate=StorageVersionMigrator deprecated=37 removed=40 use=storagemigration.k8s.io/v1

admission.k8s.io/v1
  AdmissionReview 24- known

admission.k8s.io/v1beta1
  AdmissionReview 24- known

apidiscovery.k8s.io/v2
  APIGroupDiscovery 30- known

apidiscovery.k8s.io/v2beta1
  APIGroupDiscovery 26- known

extensions/v1beta1
  PodSecurityPolicy 24-26 known
  DaemonSet 24- known
  Deployment 24- known
  DeploymentRollback 24- known
  Ingress 24- known
  NetworkPolicy 24- known
  ReplicaSet 24- known
  Scale 24- known

imagepolicy.k8s.io/v1alpha1
  ImageReview 24- known
`;
