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
  hostAliases: [HostAlias] #23 merge=ip
  hostIPC: boolean #13
  hostNetwork: boolean #11
  hostPID: boolean #12
  hostname: string #16
  imagePullSecrets: [LocalObjectReference] #15 merge=name
  initContainers: [Container] #20 merge=name
  nodeName: string #10
  nodeSelector: {string} #7 atomic
  os: *PodOS #36
  overhead: {Quantity} #32
  preemptionPolicy: *string #31
  priority: *int32 #25
  priorityClassName: string #24
  readinessGates: [PodReadinessGate] #28
  restartPolicy: string(Always|Never|OnFailure) #3
  runtimeClassName: *string #29
  schedulerName: string #19
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
}

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
HostAlias { hostnames: [string] #2; ip: string #1 }
PodOS { name!: string #1 }
PodReadinessGate { conditionType!: string #1 }

PodSecurityContext {
  fsGroup: *int64 #5
  fsGroupChangePolicy: *string #9
  runAsGroup: *int64 #6
  runAsNonRoot: *boolean #3
  runAsUser: *int64 #2
  seLinuxOptions: *SELinuxOptions #1
  seccompProfile: *SeccompProfile #10
  supplementalGroups: [int64] #4
  sysctls: [Sysctl] #7
  windowsOptions: *WindowsSecurityContextOptions #8
}

Sysctl { name!: string #1; value!: string #2 }

// Lets a pod onto nodes with taints that match key, value and effect.
Toleration {
  // The effect of the taints: NoSchedule, PreferNoSchedule or NoExecute. Nothing means any effect.
  effect: string(NoExecute|NoSchedule|PreferNoSchedule) #4
  // The key of the taints. Nothing means any key; the operator has to be Exists then.
  key: string #1
  // How the value is compared: Equal, which is the default, or Exists, for which any value will do.
  operator: string(Equal|Exists) #2
  // How long a taint of effect NoExecute is tolerated before the pod is evicted. Forever when
  // absent; zero or less means not at all.
  tolerationSeconds: *int64 #5
  // The value of the taints. Stays empty with Exists.
  value: string #3
}

TopologySpreadConstraint {
  labelSelector: *LabelSelector #4
  maxSkew!: int32 #1
  minDomains: *int32 #5 gate=MinDomainsInPodTopologySpread
  topologyKey!: string #2
  whenUnsatisfiable!: string(DoNotSchedule|ScheduleAnyway) #3
}

PodStatus {
  conditions: [PodCondition] #2 merge=type
  containerStatuses: [ContainerStatus] #8
  ephemeralContainerStatuses: [ContainerStatus] #13
  hostIP: string #5
  initContainerStatuses: [ContainerStatus] #10
  message: string #3
  nominatedNodeName: string #11
  phase: string(Failed|Pending|Running|Succeeded|Unknown) #1
  podIP: string #6
  podIPs: [PodIP] #12 merge=ip
  qosClass: string(BestEffort|Burstable|Guaranteed) #9
  reason: string #4
  startTime: *Time #7
}

PodCondition {
  lastProbeTime: Time #3
  lastTransitionTime: Time #4
  message: string #6
  reason: string #5
  status!: string #2
  type!: string #1
}

PodIP { ip: string #1 }
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
  minReadySeconds: int32 #4
  replicas: *int32 #1 default=1
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
