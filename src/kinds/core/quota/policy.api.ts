/** core/v1: namespaces, their contents that are plain data, quota, limits and events. Notation: see parse.ts. */
export const coreV1Policy = `
kind Binding { target!: ObjectReference }
kind ConfigMap { binaryData: {bytes}; data: {string}; immutable: *boolean }

kind Event {
  action: string
  count: int32
  eventTime: MicroTime
  firstTimestamp: Time
  involvedObject!: ObjectReference
  lastTimestamp: Time
  message: string
  metadata!: ObjectMeta
  reason: string
  related: *ObjectReference
  reportingComponent: string written
  reportingInstance: string written
  series: *EventSeries
  source: EventSource
  type: string
}

EventSeries { count: int32; lastObservedTime: MicroTime }
EventSource { component: string; host: string }
kind LimitRange { spec: LimitRangeSpec }
LimitRangeSpec { limits!: [LimitRangeItem] }

LimitRangeItem {
  default: {Quantity}
  defaultRequest: {Quantity}
  max: {Quantity}
  maxLimitRequestRatio: {Quantity}
  min: {Quantity}
  type!: string
}

kind Namespace { spec: NamespaceSpec; status: NamespaceStatus }
NamespaceSpec { finalizers: [string] }

NamespaceStatus {
  conditions: [NamespaceCondition] merge=type
  phase: string(Active|Terminating)
}

NamespaceCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

kind ResourceQuota { spec: ResourceQuotaSpec; status: ResourceQuotaStatus }
ResourceQuotaSpec { hard: {Quantity}; scopeSelector: *ScopeSelector; scopes: [string] }
atomic ScopeSelector { matchExpressions: [ScopedResourceSelectorRequirement] }

ScopedResourceSelectorRequirement {
  operator!: string(DoesNotExist|Exists|In|NotIn)
  scopeName!: string(BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating)
  values: [string]
}

ResourceQuotaStatus { hard: {Quantity}; used: {Quantity} }
kind Secret { data: {bytes}; immutable: *boolean; stringData: {string}; type: string }

kind ServiceAccount {
  automountServiceAccountToken: *boolean
  imagePullSecrets: [LocalObjectReference]
  secrets: [ObjectReference] merge=name
}

kind ComponentStatus { conditions: [ComponentCondition] merge=type }

ComponentCondition {
  error: string
  message: string
  status!: string
  type!: string
}
`;
