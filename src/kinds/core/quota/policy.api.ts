/** core/v1: namespaces, their contents that are plain data, quota, limits and events. Notation: see src/schema/notation.ts. */
export const coreV1Policy = `
kind Binding { target!: ObjectReference #2 }
kind ConfigMap { binaryData: {bytes} #3; data: {string} #2; immutable: *boolean #4 }

kind Event {
  action: string #12
  count: int32 #8
  eventTime: MicroTime #10
  firstTimestamp: Time #6
  involvedObject!: ObjectReference #2
  lastTimestamp: Time #7
  message: string #4
  metadata!: ObjectMeta #1
  reason: string #3
  related: *ObjectReference #13
  reportingComponent: string #14 written
  reportingInstance: string #15 written
  series: *EventSeries #11
  source: EventSource #5
  type: string #9
}

EventSeries { count: int32 #1; lastObservedTime: MicroTime #2 }
EventSource { component: string #1; host: string #2 }
kind LimitRange { spec: LimitRangeSpec #2 }
LimitRangeSpec { limits!: [LimitRangeItem] #1 }

LimitRangeItem {
  default: {Quantity} #4
  defaultRequest: {Quantity} #5
  max: {Quantity} #2
  maxLimitRequestRatio: {Quantity} #6
  min: {Quantity} #3
  type!: string #1
}

kind Namespace { spec: NamespaceSpec #2; status: NamespaceStatus #3 }
NamespaceSpec { finalizers: [string] #1 }

NamespaceStatus {
  conditions: [NamespaceCondition] #2 merge=type
  phase: string(Active|Terminating) #1
}

NamespaceCondition {
  lastTransitionTime: Time #4
  message: string #6
  reason: string #5
  status!: string #2
  type!: string #1
}

// Limits what the objects of a namespace may use together.
kind ResourceQuota {
  // The limits that are wanted.
  spec: ResourceQuotaSpec #2
  // The limits that are in force, and how much of each is used.
  status: ResourceQuotaStatus #3
}
ResourceQuotaSpec {
  // The most that the namespace may have of each named resource.
  hard: {Quantity} #1
  // Picks scopes by expressions. An object counts when it fits this and all of scopes.
  scopeSelector: *ScopeSelector #3
  // Only objects that fit all of these scopes count. Without any, all objects of the namespace do.
  scopes: [string(BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass@1.33-)] #2
}
// Requirements about scopes, all of which an object has to meet.
atomic ScopeSelector {
  // The requirements.
  matchExpressions: [ScopedResourceSelectorRequirement] #1
}

// A scope, an operator and the values that belong to both.
ScopedResourceSelectorRequirement {
  // How the scope relates to the values: In, NotIn, Exists or DoesNotExist.
  operator!: string(DoesNotExist|Exists|In|NotIn) #2
  // The scope that the requirement is about.
  scopeName!: string(BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass@1.33-) #1
  // The values for In and NotIn, which need some. Exists and DoesNotExist take none. A patch
  // replaces them as a whole.
  values: [string] #3
}

ResourceQuotaStatus {
  // The limits that are in force, by resource.
  hard: {Quantity} #1
  // How much of each limited resource the namespace uses at present.
  used: {Quantity} #2
}
kind Secret { data: {bytes} #2; immutable: *boolean #5; stringData: {string} #4; type: string #3 }

kind ServiceAccount {
  automountServiceAccountToken: *boolean #4
  imagePullSecrets: [LocalObjectReference] #3
  secrets: [ObjectReference] #2 merge=name
}

kind ComponentStatus { conditions: [ComponentCondition] #2 merge=type }

ComponentCondition {
  error: string #4
  message: string #3
  status!: string #2
  type!: string #1
}

TypedObjectReference {
  apiGroup: *string #1 written
  kind!: string #2
  name!: string #3
  namespace: *string #4 gate=CrossNamespaceVolumeDataSource
}

VolumeResourceRequirements { limits: {Quantity} #1; requests: {Quantity} #2 }
`;
