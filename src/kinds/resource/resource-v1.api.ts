/** resource/v1: devices, and claims to them. Notation: see src/schema/notation.ts. */
const taints = `
CELDeviceSelector { expression!: string #1 }

DeviceSelector { cel: *CELDeviceSelector #1 }

DeviceTaint {
  effect!: string(NoExecute|NoSchedule|None@1.35-) #3
  key!: string #1
  timeAdded: *Time #4
  value: string #2
}
`;

/** Of v1alpha3, too. */
const taintRules = `
kind DeviceTaintRule { spec!: DeviceTaintRuleSpec #2; status: DeviceTaintRuleStatus #3 since=1.35 }

DeviceTaintRuleSpec { deviceSelector: *DeviceTaintSelector #1; taint!: DeviceTaint #2 }

DeviceTaintRuleStatus { conditions: [Condition] #1 merge=type map=type }

DeviceTaintSelector {
  device: *string #4
  deviceClassName: *string #1 until=1.34
  driver: *string #2
  pool: *string #3
  selectors: [DeviceSelector] #5 until=1.34 atomic
}
`;

/** Of v1beta1, too. */
const claims = `
AllocatedDeviceStatus {
  conditions: [Condition] #4 map=type written
  data: any #5 until=1.32
  data: *any #5 since=1.33
  device!: string #3
  driver!: string #1
  networkData: *NetworkDeviceData #6
  pool!: string #2
  shareID: *string #7 since=1.34 gate=DRAConsumableCapacity
}

AllocationResult {
  allocationTimestamp: *Time #5 since=1.34 gate=DRADeviceBindingConditions
  devices: DeviceAllocationResult #1
  nodeSelector: *NodeSelector #3
}

CapacityRequestPolicy {
  default: *Quantity #1 written
  validRange: *CapacityRequestPolicyRange #4
  validValues: [Quantity] #3 atomic
}

CapacityRequestPolicyRange { max: *Quantity #2; min: *Quantity #1 required; step: *Quantity #3 }

CapacityRequirements { requests: {Quantity} #1 }

Counter { value!: Quantity #1 }

CounterSet { counters: {Counter} #2 required; name!: string #1 }

DeviceAllocationConfiguration {
  opaque: *OpaqueDeviceConfiguration #3.1
  requests: [string] #2 atomic
  source!: string(FromClaim|FromClass)@1.35- #1
}

DeviceAllocationResult {
  config: [DeviceAllocationConfiguration] #2 atomic
  results: [DeviceRequestAllocationResult] #1 atomic
}

DeviceAttribute {
  bool: *boolean #3
  bools: [boolean] #7 since=1.36 gate=DRAListTypeAttributes
  int: *int64 #2
  ints: [int64] #6 since=1.36 gate=DRAListTypeAttributes
  string: *string #4
  strings: [string] #8 since=1.36 gate=DRAListTypeAttributes
  version: *string #5
  versions: [string] #9 since=1.36 gate=DRAListTypeAttributes
}

DeviceCapacity {
  requestPolicy: *CapacityRequestPolicy #2 since=1.34 gate=DRAConsumableCapacity
  value!: Quantity #1
}

DeviceClaim {
  config: [DeviceClaimConfiguration] #3 atomic
  constraints: [DeviceConstraint] #2 atomic
  requests: [DeviceRequest] #1 atomic written
}

DeviceClaimConfiguration { opaque: *OpaqueDeviceConfiguration #2.1; requests: [string] #1 atomic }

kind DeviceClass { spec: DeviceClassSpec #2 required@-1.36 }

DeviceClassConfiguration { opaque: *OpaqueDeviceConfiguration #1.1 }

DeviceClassSpec {
  config: [DeviceClassConfiguration] #2 atomic
  extendedResourceName: *string #4 since=1.34 gate=DRAExtendedResource
  selectors: [DeviceSelector] #1 atomic
}

DeviceConstraint {
  distinctAttribute: *string #3 since=1.34 gate=DRAConsumableCapacity@1.35-
  matchAttribute: *string #2
  requests: [string] #1 atomic
}

DeviceCounterConsumption {
  compatibilityGroups: [string] #3 since=1.37 gate=DRADeviceCompatibilityGroups
  counterSet!: string #1
  counters: {Counter} #2 required
}

DeviceDerivedAttribute { expression!: string #2; name!: string #1 }

DeviceRequestAllocationResult {
  adminAccess: *boolean #5 gate=DRAAdminAccess
  bindingConditions: [string] #7 since=1.34 gate=DRADeviceBindingConditions atomic
  bindingFailureConditions: [string] #8 since=1.34 gate=DRADeviceBindingConditions atomic
  consumedCapacity: {Quantity} #10 since=1.34 gate=DRAConsumableCapacity
  device!: string #4
  driver!: string #2
  pool!: string #3
  request!: string #1
  shareID: *string #9 since=1.34 gate=DRAConsumableCapacity
  skipNodeOperations: [string('*'|NodePrepareResources|NodeUnprepareResources)] #11 since=1.37 gate=DRAOptionalNodeOperations set
  tolerations: [DeviceToleration] #6 since=1.33 atomic
}

DeviceToleration {
  effect: string(NoExecute|NoSchedule|None@1.35-) #4
  key: string #1
  operator: string(Equal|Exists) #2 = Equal
  tolerationSeconds: *int64 #5
  value: string #3
}

NetworkDeviceData { hardwareAddress: string #3; interfaceName: string #1; ips: [string] #2 atomic }

NodeAllocatableMapping {
  capacityKey: *string #1
  capacityMultiplier: *Quantity #2
  deviceMultiplier: *Quantity #3
}

NodeAllocatableOverhead { perContainer: *Quantity #2; perPod: *Quantity #1 }

NodeAllocatableResource {
  mapping: *NodeAllocatableMapping #3
  overhead: *NodeAllocatableOverhead #4
}

NodeAllocatableResourceMapping { allocationMultiplier: *Quantity #2; capacityKey: *string #1 }

OpaqueDeviceConfiguration { driver!: string #1; parameters!: any #2 }

kind ResourceClaim { spec: ResourceClaimSpec #2 required@-1.36; status: ResourceClaimStatus #3 }

ResourceClaimConsumerReference {
  apiGroup: string #1
  name!: string #4
  resource!: string #3
  uid!: string #5
}

ResourceClaimSpec { devices: DeviceClaim #1 }

ResourceClaimStatus {
  allocation: *AllocationResult #1
  devices: [AllocatedDeviceStatus] #4 gate=DRAResourceClaimDeviceStatus until=1.33 map=driver,device,pool
  devices: [AllocatedDeviceStatus] #4 since=1.34 gate=DRAResourceClaimDeviceStatus map=driver,device,pool,shareID
  reservedFor: [ResourceClaimConsumerReference] #2 merge=uid map=uid
}

kind ResourceClaimTemplate { spec: ResourceClaimTemplateSpec #2 required@-1.36 }

ResourceClaimTemplateSpec { metadata: ObjectMeta #1; spec: ResourceClaimSpec #2 required@-1.36 }

ResourcePool { generation!: int64 #2; name!: string #1; resourceSliceCount!: int64 #3 }

kind ResourceSlice { spec!: ResourceSliceSpec #2 }
`;

/** What is one level deeper in v1beta1, or less deep. */
const devices = `
Device {
  allNodes: *boolean #7 gate=DRAPartitionableDevices
  allowMultipleAllocations: *boolean #12 since=1.34 gate=DRAConsumableCapacity
  attributes: {DeviceAttribute} #2
  bindingConditions: [string] #10 since=1.34 gate=DRADeviceBindingConditions atomic
  bindingFailureConditions: [string] #11 since=1.34 gate=DRADeviceBindingConditions atomic
  bindsToNode: *boolean #9 since=1.34 gate=DRADeviceBindingConditions
  capacity: {DeviceCapacity} #3
  consumesCounters: [DeviceCounterConsumption] #4 gate=DRAPartitionableDevices atomic
  name!: string #1
  nodeAllocatableResourceMappings: {NodeAllocatableResourceMapping} #13 until=1.36 since=1.36 gate=DRANodeAllocatableResources
  nodeAllocatableResources: {NodeAllocatableResource} #14 since=1.37 gate=DRANodeAllocatableResources
  nodeName: *string #5 gate=DRAPartitionableDevices
  nodeSelector: *NodeSelector #6 gate=DRAPartitionableDevices
  taints: [DeviceTaint] #8 gate=DRADeviceTaints atomic
}

DeviceRequest {
  exactly: *ExactDeviceRequest #2
  firstAvailable: [DeviceSubRequest] #3 gate=DRAPrioritizedList atomic
  name!: string #1
}

DeviceSubRequest {
  allocationMode: string(All|ExactCount)@1.35- #4
  capacity: *CapacityRequirements #7 since=1.34 gate=DRAConsumableCapacity
  count: int64 #5
  derivedAttributes: [DeviceDerivedAttribute] #8 since=1.37 gate=DRADerivedAttributes
  deviceClassName!: string #2
  name!: string #1
  selectors: [DeviceSelector] #3 atomic
  tolerations: [DeviceToleration] #6 atomic
}

ExactDeviceRequest {
  adminAccess: *boolean #5 gate=DRAAdminAccess
  allocationMode: string(All|ExactCount)@1.35- #3
  capacity: *CapacityRequirements #7 since=1.34 gate=DRAConsumableCapacity
  count: int64 #4
  derivedAttributes: [DeviceDerivedAttribute] #8 since=1.37 gate=DRADerivedAttributes
  deviceClassName!: string #1
  selectors: [DeviceSelector] #2 atomic
  tolerations: [DeviceToleration] #6 atomic
}

ResourceSliceSpec {
  allNodes: *boolean #5
  devices: [Device] #6 atomic
  driver!: string #1
  nodeName: *string #3
  nodeSelector: *NodeSelector #4
  partitionTypeAttribute: *string #9 since=1.37 gate=DRAPartitionableDevicesType
  perDeviceNodeSelection: *boolean #7 gate=DRAPartitionableDevices
  pool!: ResourcePool #2
  sharedCounters: [CounterSet] #8 gate=DRAPartitionableDevices atomic
  skipNodeOperations: [string('*'|NodePrepareResources|NodeUnprepareResources)] #10 since=1.37 gate=DRAOptionalNodeOperations set
}
`;

const nestedDevices = `
BasicDevice {
  allNodes: *boolean #6 since=1.33 gate=DRAPartitionableDevices
  allowMultipleAllocations: *boolean #11 since=1.34 gate=DRAConsumableCapacity
  attributes: {DeviceAttribute} #1
  bindingConditions: [string] #9 since=1.34 gate=DRADeviceBindingConditions atomic
  bindingFailureConditions: [string] #10 since=1.34 gate=DRADeviceBindingConditions atomic
  bindsToNode: *boolean #8 since=1.34 gate=DRADeviceBindingConditions
  capacity: {DeviceCapacity} #2
  consumesCounters: [DeviceCounterConsumption] #3 since=1.33 gate=DRAPartitionableDevices atomic
  nodeAllocatableResourceMappings: {NodeAllocatableResourceMapping} #12 until=1.36 since=1.36 gate=DRANodeAllocatableResources
  nodeAllocatableResources: {NodeAllocatableResource} #14 since=1.37 gate=DRANodeAllocatableResources
  nodeName: *string #4 since=1.33 gate=DRAPartitionableDevices
  nodeSelector: *NodeSelector #5 since=1.33 gate=DRAPartitionableDevices
  taints: [DeviceTaint] #7 since=1.33 gate=DRADeviceTaints atomic
}

Device { basic: *BasicDevice #2; name!: string #1 }

DeviceRequest {
  adminAccess: *boolean #6 gate=DRAAdminAccess
  allocationMode: string(All|ExactCount)@1.35- #4
  capacity: *CapacityRequirements #9 since=1.34 gate=DRAConsumableCapacity
  count: int64 #5
  derivedAttributes: [DeviceDerivedAttribute] #10 since=1.37 gate=DRADerivedAttributes atomic
  deviceClassName: string #2 written required@-1.32
  firstAvailable: [DeviceSubRequest] #7 since=1.33 gate=DRAPrioritizedList atomic
  name!: string #1
  selectors: [DeviceSelector] #3 atomic
  tolerations: [DeviceToleration] #8 since=1.33 gate=DRADeviceTaints atomic
}

DeviceSubRequest {
  allocationMode: string(All|ExactCount)@1.35- #4
  capacity: *CapacityRequirements #8 since=1.34 gate=DRAConsumableCapacity
  count: int64 #5
  derivedAttributes: [DeviceDerivedAttribute] #9 since=1.37 gate=DRADerivedAttributes
  deviceClassName!: string #2
  name!: string #1
  selectors: [DeviceSelector] #3 atomic
  tolerations: [DeviceToleration] #7 gate=DRADeviceTaints atomic
}

ResourceSliceSpec {
  allNodes: boolean #5
  devices: [Device] #6 atomic
  driver!: string #1
  nodeName: string #3
  nodeSelector: *NodeSelector #4
  partitionTypeAttribute: *string #9 since=1.37 gate=DRAPartitionableDevicesType
  perDeviceNodeSelection: *boolean #7 since=1.33 gate=DRAPartitionableDevices
  pool!: ResourcePool #2
  sharedCounters: [CounterSet] #8 since=1.33 gate=DRAPartitionableDevices atomic
  skipNodeOperations: [string('*'|NodePrepareResources|NodeUnprepareResources)] #10 since=1.37 gate=DRAOptionalNodeOperations set
}
`;

/** Of v1beta2, too. */
export const resourceV1: readonly string[] = [taints, taintRules, claims, devices];

/** The version that 1.32 began with. */
export const resourceV1Beta1: readonly string[] = [taints, claims, nestedDevices];

/** Rules about taints alone. */
export const resourceV1Alpha3: readonly string[] = [taints, taintRules];
