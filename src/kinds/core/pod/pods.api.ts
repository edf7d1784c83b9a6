/** core/v1: pods, pod templates and scheduling constraints. Notation: see parse.ts. */
export const coreV1Pods = `
kind Pod { spec: PodSpec; status: PodStatus }

PodSpec {
  activeDeadlineSeconds: *int64
  affinity: *Affinity
  automountServiceAccountToken: *boolean
  containers!: [Container] merge=name
  dnsConfig: *PodDNSConfig
  dnsPolicy: string(ClusterFirst|ClusterFirstWithHostNet|Default|None)
  enableServiceLinks: *boolean
  ephemeralContainers: [EphemeralContainer] merge=name
  hostAliases: [HostAlias] merge=ip
  hostIPC: boolean
  hostNetwork: boolean
  hostPID: boolean
  hostname: string
  imagePullSecrets: [LocalObjectReference] merge=name
  initContainers: [Container] merge=name
  nodeName: string
  nodeSelector: {string} atomic
  os: *PodOS
  overhead: {Quantity}
  preemptionPolicy: *string
  priority: *int32
  priorityClassName: string
  readinessGates: [PodReadinessGate]
  restartPolicy: string(Always|Never|OnFailure)
  runtimeClassName: *string
  schedulerName: string
  securityContext: *PodSecurityContext
  serviceAccount: string
  serviceAccountName: string
  setHostnameAsFQDN: *boolean
  shareProcessNamespace: *boolean
  subdomain: string
  terminationGracePeriodSeconds: *int64
  tolerations: [Toleration]
  topologySpreadConstraints: [TopologySpreadConstraint] map=topologyKey,whenUnsatisfiable merge=topologyKey
  volumes: [Volume] merge=name retainKeys
}

Affinity {
  nodeAffinity: *NodeAffinity
  podAffinity: *PodAffinity
  podAntiAffinity: *PodAntiAffinity
}

NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [PreferredSchedulingTerm]
  requiredDuringSchedulingIgnoredDuringExecution: *NodeSelector
}

PreferredSchedulingTerm { preference!: NodeSelectorTerm; weight!: int32 }

PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [WeightedPodAffinityTerm]
  requiredDuringSchedulingIgnoredDuringExecution: [PodAffinityTerm]
}

WeightedPodAffinityTerm { podAffinityTerm!: PodAffinityTerm; weight!: int32 }

PodAffinityTerm {
  labelSelector: *LabelSelector
  namespaceSelector: *LabelSelector
  namespaces: [string]
  topologyKey!: string
}

PodAntiAffinity {
  preferredDuringSchedulingIgnoredDuringExecution: [WeightedPodAffinityTerm]
  requiredDuringSchedulingIgnoredDuringExecution: [PodAffinityTerm]
}

PodDNSConfig {
  nameservers: [string]
  options: [PodDNSConfigOption]
  searches: [string]
}

PodDNSConfigOption { name: string; value: *string }
HostAlias { hostnames: [string]; ip: string }
PodOS { name!: string }
PodReadinessGate { conditionType!: string }

PodSecurityContext {
  fsGroup: *int64
  fsGroupChangePolicy: *string
  runAsGroup: *int64
  runAsNonRoot: *boolean
  runAsUser: *int64
  seLinuxOptions: *SELinuxOptions
  seccompProfile: *SeccompProfile
  supplementalGroups: [int64]
  sysctls: [Sysctl]
  windowsOptions: *WindowsSecurityContextOptions
}

Sysctl { name!: string; value!: string }

Toleration {
  effect: string(NoExecute|NoSchedule|PreferNoSchedule)
  key: string
  operator: string(Equal|Exists)
  tolerationSeconds: *int64
  value: string
}

TopologySpreadConstraint {
  labelSelector: *LabelSelector
  maxSkew!: int32
  minDomains: *int32
  topologyKey!: string
  whenUnsatisfiable!: string(DoNotSchedule|ScheduleAnyway)
}

PodStatus {
  conditions: [PodCondition] merge=type
  containerStatuses: [ContainerStatus]
  ephemeralContainerStatuses: [ContainerStatus]
  hostIP: string
  initContainerStatuses: [ContainerStatus]
  message: string
  nominatedNodeName: string
  phase: string(Failed|Pending|Running|Succeeded|Unknown)
  podIP: string
  podIPs: [PodIP] merge=ip
  qosClass: string(BestEffort|Burstable|Guaranteed)
  reason: string
  startTime: *Time
}

PodCondition {
  lastProbeTime: Time
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

PodIP { ip: string }
kind PodTemplate { template: PodTemplateSpec }
PodTemplateSpec { metadata: ObjectMeta; spec: PodSpec }

kind ReplicationController {
  spec: ReplicationControllerSpec
  status: ReplicationControllerStatus
}

ReplicationControllerSpec {
  minReadySeconds: int32
  replicas: *int32
  selector: {string} atomic
  template: *PodTemplateSpec
}

ReplicationControllerStatus {
  availableReplicas: int32
  conditions: [ReplicationControllerCondition] merge=type
  fullyLabeledReplicas: int32
  observedGeneration: int64
  readyReplicas: int32
  replicas!: int32
}

ReplicationControllerCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}
`;
