/** core/v1: nodes and what they report. Notation: see parse.ts. */
export const coreV1Nodes = `
kind Node { spec: NodeSpec; status: NodeStatus }

NodeSpec {
  configSource: *NodeConfigSource
  externalID: string
  podCIDR: string
  podCIDRs: [string] merge
  providerID: string
  taints: [Taint]
  unschedulable: boolean
}

NodeConfigSource { configMap: *ConfigMapNodeConfigSource }

ConfigMapNodeConfigSource {
  kubeletConfigKey!: string
  name!: string
  namespace!: string
  resourceVersion: string
  uid: string
}

Taint {
  effect!: string(NoExecute|NoSchedule|PreferNoSchedule)
  key!: string
  timeAdded: *Time
  value: string
}

NodeStatus {
  addresses: [NodeAddress] merge=type
  allocatable: {Quantity}
  capacity: {Quantity}
  conditions: [NodeCondition] merge=type
  config: *NodeConfigStatus
  daemonEndpoints: NodeDaemonEndpoints
  images: [ContainerImage]
  nodeInfo: NodeSystemInfo
  phase: string(Pending|Running|Terminated)
  volumesAttached: [AttachedVolume]
  volumesInUse: [string]
}

NodeAddress { address!: string; type!: string }

NodeCondition {
  lastHeartbeatTime: Time
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

NodeConfigStatus {
  active: *NodeConfigSource
  assigned: *NodeConfigSource
  error: string
  lastKnownGood: *NodeConfigSource
}

NodeDaemonEndpoints { kubeletEndpoint: DaemonEndpoint }
DaemonEndpoint { Port!: int32 }
ContainerImage { names: [string] written; sizeBytes: int64 }

NodeSystemInfo {
  architecture!: string
  bootID!: string
  containerRuntimeVersion!: string
  kernelVersion!: string
  kubeProxyVersion!: string
  kubeletVersion!: string
  machineID!: string
  operatingSystem!: string
  osImage!: string
  systemUUID!: string
}

AttachedVolume { devicePath!: string; name!: string }
`;
