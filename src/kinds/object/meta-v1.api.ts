/** meta/v1: what all kinds share. Notation: see parse.ts. */
export const metaV1 = `
kind Status {
  code: int32
  details: *StatusDetails
  message: string
  metadata: ListMeta
  reason: string
  status: string
}

StatusDetails {
  causes: [StatusCause]
  group: string
  kind: string
  name: string
  retryAfterSeconds: int32
  uid: string
}

StatusCause { field: string; message: string; reason: string }

ListMeta {
  continue: string
  remainingItemCount: *int64
  resourceVersion: string
  selfLink: string
}

Condition {
  lastTransitionTime!: Time
  message!: string
  observedGeneration: int64
  reason!: string
  status!: string
  type!: string
}

DeleteOptions {
  apiVersion: string
  dryRun: [string]
  gracePeriodSeconds: *int64
  kind: string
  orphanDependents: *boolean
  preconditions: *Preconditions
  propagationPolicy: *string
}

Preconditions { resourceVersion: *string; uid: *string }

atomic LabelSelector {
  matchExpressions: [LabelSelectorRequirement]
  matchLabels: {string}
}

LabelSelectorRequirement { key!: string; operator!: string; values: [string] }

ObjectMeta {
  annotations: {string}
  clusterName: string
  creationTimestamp: Time
  deletionGracePeriodSeconds: *int64
  deletionTimestamp: *Time
  finalizers: [string] merge
  generateName: string
  generation: int64
  labels: {string}
  managedFields: [ManagedFieldsEntry]
  name: string
  namespace: string
  ownerReferences: [OwnerReference] merge=uid
  resourceVersion: string
  selfLink: string
  uid: string
}

ManagedFieldsEntry {
  apiVersion: string
  fieldsType: string
  fieldsV1: *any
  manager: string
  operation: string
  subresource: string
  time: *Time
}

atomic OwnerReference {
  apiVersion!: string
  blockOwnerDeletion: *boolean
  controller: *boolean
  kind!: string
  name!: string
  uid!: string
}

WatchEvent { object!: any; type!: string }
`;
