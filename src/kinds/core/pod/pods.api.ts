/** core/v1: pods, pod templates and scheduling constraints. Notation: see src/schema/notation.ts. */
export const coreV1Pods = `
kind Pod { spec: PodSpec #2; status: PodStatus #3 }

PodSpec {
  activeDeadlineSeconds: *int64 #5
  affinity: *Affinity #18
  automountServiceAccountToken: *boolean #21
  containers!: [Container] #2 merge=name
  dnsConfig: *PodDNSConfig #26
  dnsPolicy: string(ClusterFirst|ClusterFirstWithHostNet|Default|None) #6
  enableServiceLinks: *boolean #30
  ephemeralContainers: [EphemeralContainer] #34 merge=name
  evictionResponders: [EvictionResponder] #44 since=1.37 gate=EvictionRequestAPI merge=name
  hostAliases: [HostAlias] #23 merge=ip
  hostIPC: boolean #13
  hostNetwork: boolean #11
  hostPID: boolean #12
  hostUsers: *boolean #37 since=1.25 gate=UserNamespacesStatelessPodsSupport@-1.27 gate=UserNamespacesSupport@1.28-
  hostname: string #16
  hostnameOverride: *string #41 since=1.34 gate=HostnameOverride
  imagePullSecrets: [LocalObjectReference] #15 merge=name
  initContainers: [Container] #20 merge=name
  nodeName: string #10
  nodeSelector: {string} #7 atomic
  os: *PodOS #36
  overhead: {Quantity} #32
  preemptionPolicy: *string(Never|PreemptLowerPriority) #31
  priority: *int32 #25
  priorityClassName: string #24
  readinessGates: [PodReadinessGate] #28
  resourceClaims: [PodResourceClaim] #39 since=1.26 gate=DynamicResourceAllocation merge=name retainKeys map=name
  resources: *ResourceRequirements #40 since=1.32 gate=PodLevelResources
  restartPolicy: string(Always|Never|OnFailure) #3
  runtimeClassName: *string #29
  schedulerName: string #19
  schedulingGates: [PodSchedulingGate] #38 since=1.26 gate=PodSchedulingReadiness merge=name map=name
  schedulingGroup: *PodSchedulingGroup #43 since=1.36 gate=GenericWorkload
  securityContext: *PodSecurityContext #14
  serviceAccount: string #9
  serviceAccountName: string #8
  setHostnameAsFQDN: *boolean #35
  shareProcessNamespace: *boolean #27
  subdomain: string #17
  terminationGracePeriodSeconds: *int64 #4
  tolerations: [Toleration] #22
  topologySpreadConstraints: [TopologySpreadConstraint] #33 map=topologyKey,whenUnsatisfiable merge=topologyKey
  volumes: [Volume] #1 merge=name retainKeys
  workloadRef: *WorkloadReference #42 until=1.35 since=1.35 gate=GenericWorkload
}

atomic EvictionResponder { name!: string #1; priority!: *int32 #2 }

PodResourceClaim {
  name!: string #1
  resourceClaimName: *string #3 since=1.31
  resourceClaimTemplateName: *string #4 since=1.31
  source: ClaimSource #2 until=1.30
}

ClaimSource { resourceClaimName: *string #1; resourceClaimTemplateName: *string #2 }

PodSchedulingGate { name!: string #1 }

PodSchedulingGroup { podGroupName: *string #1 }

WorkloadReference { name!: string #1; podGroup!: string #2; podGroupReplicaKey: string #3 }

Affinity {
  nodeAffinity: *NodeAffinity #1
  podAffinity: *PodAffinity #2
  podAntiAffinity: *PodAntiAffinity #3
}

NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [PreferredSchedulingTerm] #2
  requiredDuringSchedulingIgnoredDuringExecution: *NodeSelector #1
}

PreferredSchedulingTerm { preference!: NodeSelectorTerm #2; weight!: int32 #1 }

PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [WeightedPodAffinityTerm] #2
  requiredDuringSchedulingIgnoredDuringExecution: [PodAffinityTerm] #1
}

WeightedPodAffinityTerm { podAffinityTerm!: PodAffinityTerm #2; weight!: int32 #1 }

PodAffinityTerm {
  labelSelector: *LabelSelector #1
  matchLabelKeys: [string] #5 since=1.29 gate=MatchLabelKeysInPodAffinity atomic
  mismatchLabelKeys: [string] #6 since=1.29 gate=MatchLabelKeysInPodAffinity atomic
  namespaceSelector: *LabelSelector #4
  namespaces: [string] #2
  topologyKey!: string #3
}

PodAntiAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [WeightedPodAffinityTerm] #2
  requiredDuringSchedulingIgnoredDuringExecution: [PodAffinityTerm] #1
}

PodDNSConfig {
  nameservers: [string] #1
  options: [PodDNSConfigOption] #3
  searches: [string] #2
}

PodDNSConfigOption { name: string #1; value: *string #2 }
HostAlias { hostnames: [string] #2; ip: string #1 written@1.30- required@1.30- }
PodOS { name!: string #1 }
PodReadinessGate { conditionType!: string #1 }

PodSecurityContext {
  appArmorProfile: *AppArmorProfile #11 since=1.30 gate=AppArmor
  fsGroup: *int64 #5
  fsGroupChangePolicy: *string(Always|OnRootMismatch) #9
  runAsGroup: *int64 #6
  runAsNonRoot: *boolean #3
  runAsUser: *int64 #2
  seLinuxChangePolicy: *string #13 since=1.32 gate=SELinuxChangePolicy
  seLinuxOptions: *SELinuxOptions #1
  seccompProfile: *SeccompProfile #10
  supplementalGroups: [int64] #4
  supplementalGroupsPolicy: *string(Merge|Strict) #12 since=1.31 gate=SupplementalGroupsPolicy
  sysctls: [Sysctl] #7
  windowsOptions: *WindowsSecurityContextOptions #8
}

AppArmorProfile {
  localhostProfile: *string #2
  type!: string(Localhost|RuntimeDefault|Unconfined) #1
}

Sysctl { name!: string #1; value!: string #2 }

// Lets a pod onto nodes with taints that match key, value and effect.
Toleration {
  // The effect of the taints: NoSchedule, PreferNoSchedule or NoExecute. Nothing means any effect.
  effect: string(NoExecute|NoSchedule|PreferNoSchedule) #4
  // The key of the taints. Nothing means any key; the operator has to be Exists then.
  key: string #1
  // How the value is compared: Equal, which is the default, or Exists, for which any value will do.
  operator: string(Equal|Exists|Gt@1.35-|Lt@1.35-) #2
  // How long a taint of effect NoExecute is tolerated before the pod is evicted. Forever when
  // absent; zero or less means not at all.
  tolerationSeconds: *int64 #5
  // The value of the taints. Stays empty with Exists.
  value: string #3
}

TopologySpreadConstraint {
  labelSelector: *LabelSelector #4
  matchLabelKeys: [string] #8 since=1.25 gate=MatchLabelKeysInPodTopologySpread atomic
  maxSkew!: int32 #1
  minDomains: *int32 #5 gate=MinDomainsInPodTopologySpread
  nodeAffinityPolicy: *string(Honor|Ignore) #6 since=1.25 gate=NodeInclusionPolicyInPodTopologySpread
  nodeTaintsPolicy: *string(Honor|Ignore) #7 since=1.25 gate=NodeInclusionPolicyInPodTopologySpread
  topologyKey!: string #2
  whenUnsatisfiable!: string(DoNotSchedule|ScheduleAnyway) #3
}

PodStatus {
  allocatedResources: {Quantity} #19 since=1.35 gate=InPlacePodLevelResourcesVerticalScaling
  conditions: [PodCondition] #2 merge=type
  containerStatuses: [ContainerStatus] #8
  ephemeralContainerStatuses: [ContainerStatus] #13
  extendedResourceClaimStatus: *PodExtendedResourceClaimStatus #18 since=1.34 gate=DRAExtendedResource
  hostIP: string #5
  hostIPs: [HostIP] #16 since=1.28 gate=PodHostIPs merge=ip atomic
  initContainerStatuses: [ContainerStatus] #10
  message: string #3
  nodeAllocatableResourceClaimStatuses: [NodeAllocatableResourceClaimStatus] #21 since=1.36 gate=DRANodeAllocatableResources merge=resourceClaimName@1.37- atomic@-1.36
  nominatedNodeName: string #11
  observedGeneration: int64 #17 since=1.33 gate=PodObservedGenerationTracking
  phase: string(Failed|Pending|Running|Succeeded|Unknown) #1
  podIP: string #6
  podIPs: [PodIP] #12 merge=ip
  qosClass: string(BestEffort|Burstable|Guaranteed) #9
  reason: string #4
  resize: string #14 since=1.27 gate=InPlacePodVerticalScaling
  resourceClaimStatuses: [PodResourceClaimStatus] #15 since=1.28 gate=DynamicResourceAllocation merge=name retainKeys map=name
  resources: *ResourceRequirements #20 since=1.35 gate=InPlacePodLevelResourcesVerticalScaling
  startTime: *Time #7
  volumeHealth: [PodVolumeHealth] #22 since=1.37 gate=CSIVolumeHealth map=name
}

PodExtendedResourceClaimStatus {
  requestMappings!: [ContainerExtendedResourceRequest] #1 atomic
  resourceClaimName!: string #2
}

ContainerExtendedResourceRequest {
  containerName!: string #1
  requestName!: string #3
  resourceName!: string #2
}

HostIP { ip: string #1 written@1.30- required@1.30- }

NodeAllocatableResourceClaimStatus {
  containers: [string] #2 set
  mapping: [NodeAllocatableMappedResources] #4 since=1.37 merge=name
  overhead: [NodeAllocatableOverheadResources] #5 since=1.37 merge=name
  resourceClaimName!: string #1
  resources!: {Quantity} #3 until=1.36
}

NodeAllocatableMappedResources { name!: string #1; quantity!: *Quantity #2 }

NodeAllocatableOverheadResources {
  name!: string #1
  perContainer: *Quantity #3
  perPod: *Quantity #2
}

PodResourceClaimStatus { name!: string #1; resourceClaimName: *string #2 }

PodVolumeHealth {
  healthConditions: [VolumeHealthCondition] #2 merge=status map=status,reason
  lastTransitionTime: Time #3
  name!: string #1
}

VolumeHealthCondition {
  message: string #3
  reason!: string #2
  status!: string(DataLoss|Degraded|Inaccessible) #1
}

PodCondition {
  lastProbeTime: Time #3
  lastTransitionTime: Time #4
  message: string #6
  observedGeneration: int64 #7 since=1.33 gate=PodObservedGenerationTracking
  reason: string #5
  status!: string #2
  type!: string #1
}

PodIP { ip: string #1 written@1.30- required@1.30- }
kind PodTemplate { template: PodTemplateSpec #2 }
// What the pods made from a template look like.
PodTemplateSpec {
  // Labels, annotations and the like of the pods.
  metadata: ObjectMeta #1
  // What the pods run, and how.
  spec: PodSpec #2
}

kind ReplicationController {
  spec: ReplicationControllerSpec #2
  status: ReplicationControllerStatus #3
}

ReplicationControllerSpec {
  minReadySeconds: int32 #4 = 0@1.33-
  replicas: *int32 #1 default=1 = 1@1.33-
  selector: {string} #2 atomic
  template: *PodTemplateSpec #3
}

ReplicationControllerStatus {
  availableReplicas: int32 #5
  conditions: [ReplicationControllerCondition] #6 merge=type
  fullyLabeledReplicas: int32 #2
  observedGeneration: int64 #3
  readyReplicas: int32 #4
  replicas!: int32 #1
}

ReplicationControllerCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status!: string #2
  type!: string #1
}
`;
