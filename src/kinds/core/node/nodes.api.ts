/** core/v1: nodes and what they report. Notation: see src/schema/notation.ts. */
export const coreV1Nodes = `
kind Node { spec: NodeSpec #2; status: NodeStatus #3 }

NodeSpec {
  configSource: *NodeConfigSource #6
  externalID: string #2
  podCIDR: string #1
  podCIDRs: [string] #7 merge
  podPreemptionPolicy: *NodePodPreemptionPolicy #8 since=1.37 gate=InPlacePodVerticalScalingSchedulerPreemption
  providerID: string #3
  taints: [Taint] #5
  unschedulable: boolean #4
}

NodePodPreemptionPolicy { disableResizePreemption: [string] #1 set }

NodeConfigSource { configMap: *ConfigMapNodeConfigSource #2 }

ConfigMapNodeConfigSource {
  kubeletConfigKey!: string #5
  name!: string #2
  namespace!: string #1
  resourceVersion: string #4
  uid: string #3
}

Taint {
  effect!: string(NoExecute|NoSchedule|PreferNoSchedule) #3
  key!: string #1
  timeAdded: *Time #4
  value: string #2
}

NodeStatus {
  addresses: [NodeAddress] #5 merge=type
  allocatable: {Quantity} #2
  capacity: {Quantity} #1
  conditions: [NodeCondition] #4 merge=type
  config: *NodeConfigStatus #11
  daemonEndpoints: NodeDaemonEndpoints #6
  declaredFeatures: [string] #14 since=1.35 gate=NodeDeclaredFeatures
  features: *NodeFeatures #13 since=1.31 gate=SupplementalGroupsPolicy
  images: [ContainerImage] #8
  nodeInfo: NodeSystemInfo #7
  phase: string(Pending|Running|Terminated) #3
  runtimeHandlers: [NodeRuntimeHandler] #12 since=1.30 gate=RecursiveReadOnlyMounts
  volumesAttached: [AttachedVolume] #10
  volumesInUse: [string] #9
}

NodeFeatures { supplementalGroupsPolicy: *boolean #1 }

NodeRuntimeHandler { features: *NodeRuntimeHandlerFeatures #2; name: string #1 written }

NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts: *boolean #1 gate=RecursiveReadOnlyMounts
  userNamespaces: *boolean #2 since=1.31 gate=UserNamespacesSupport
}

NodeAddress { address!: string #2; type!: string #1 }

NodeCondition {
  lastHeartbeatTime: Time #3
  lastTransitionTime: Time #4
  message: string #6
  reason: string #5
  status!: string #2
  type!: string #1
}

NodeConfigStatus {
  active: *NodeConfigSource #2
  assigned: *NodeConfigSource #1
  error: string #4
  lastKnownGood: *NodeConfigSource #3
}

NodeDaemonEndpoints { kubeletEndpoint: DaemonEndpoint #1 }
DaemonEndpoint { Port!: int32 #1 }
ContainerImage { names: [string] #1 written; sizeBytes: int64 #2 }

NodeSystemInfo {
  architecture!: string #10
  bootID!: string #3
  containerRuntimeVersion!: string #6
  kernelVersion!: string #4
  kubeProxyVersion!: string #8
  kubeletVersion!: string #7
  machineID!: string #1
  operatingSystem!: string #9
  osImage!: string #5
  runningInUserNamespace: *boolean #12 since=1.37 gate=KubeletInUserNamespace
  swap: *NodeSwapStatus #11 since=1.33
  systemUUID!: string #2
}

NodeSwapStatus { capacity: *int64 #1 }

AttachedVolume { devicePath!: string #2; name!: string #1 }
`;
