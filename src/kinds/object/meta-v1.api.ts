/** meta/v1: what all kinds share. Notation: see src/schema/notation.ts. */
export const metaV1 = `
// How a request ended, where the answer is not an object.
kind Status {
  // The HTTP status.
  code: int32 #6
  // More about the reason, for programs.
  details: *StatusDetails #5
  // What happened, for people.
  message: string #3
  // The metadata that a list would have.
  metadata: ListMeta #1
  // Why it failed, in a word for programs.
  reason: string #4
  // Success or Failure.
  status: string #2
}

StatusDetails {
  // Everything that was wrong.
  causes: [StatusCause] #4
  // Group of the object that the request was about.
  group: string #2
  // Kind or resource of that object.
  kind: string #3
  // Name of that object.
  name: string #1
  // In how many seconds it is worth trying again.
  retryAfterSeconds: int32 #5
  // UID of that object.
  uid: string #6
}

// One thing that was wrong.
StatusCause {
  // The field that it is about, as a path.
  field: string #3
  // What is wrong, for people.
  message: string #2
  // What is wrong, in a word for programs.
  reason: string #1
}

// The metadata of a list.
ListMeta {
  // Asks for the next page, where there is one.
  continue: string #3
  // How many objects follow this page, where that is known.
  remainingItemCount: *int64 #4
  // The version at which the list was true; a watch can start from it.
  resourceVersion: string #2
  // Not used.
  selfLink: string #1
  shardInfo: *ShardInfo #5 since=1.36 gate=ShardedListAndWatch
}

ShardInfo { selector!: string #1 }

// One observation about an object.
Condition {
  // When the status last changed.
  lastTransitionTime!: Time #4
  // What happened, for people.
  message!: string #6
  // The generation of the spec that the observation is about.
  observedGeneration: int64 #3
  // What happened, in a word for programs.
  reason!: string #5
  // True, False or Unknown.
  status!: string #2
  // What is observed.
  type!: string #1
}

// How an object is to be deleted.
DeleteOptions {
  apiVersion: string
  // All: everything is checked, and nothing is done.
  dryRun: [string] #5
  // How many seconds the object is given to end by itself. 0 deletes it at once.
  gracePeriodSeconds: *int64 #1
  ignoreStoreReadErrorWithClusterBreakingPotential: *boolean #6 since=1.32
  kind: string
  // Obsolete: use propagationPolicy.
  orphanDependents: *boolean #3
  // What the object has to be for the deletion to happen.
  preconditions: *Preconditions #2
  // What happens to the objects that depend on it: Foreground, Background or Orphan.
  propagationPolicy: *string #4
}

// What an object has to be for an operation to happen.
Preconditions {
  // The version that the object has to have.
  resourceVersion: *string #2
  // The UID that the object has to have.
  uid: *string #1
}

// Selects objects by their labels. They have to meet all that is said; an empty selector takes any.
atomic LabelSelector {
  // Requirements about labels.
  matchExpressions: [LabelSelectorRequirement] #2
  // Labels and the values that they have to have.
  matchLabels: {string} #1
}

// A label, an operator and the values that belong to both.
LabelSelectorRequirement {
  // The label.
  key!: string #1
  // In, NotIn, Exists or DoesNotExist.
  operator!: string #2
  // The values for In and NotIn, which need some. Exists and DoesNotExist take none.
  values: [string] #3
}

// What all objects have, whatever their kind.
ObjectMeta {
  // Data of tools and people about the object. Nothing selects by them.
  annotations: {string} #12
  // Not used.
  clusterName: string #15 until=1.24
  // CreationTimestamp is a timestamp of when the server stored the object first.
  creationTimestamp: Time #8 omitzero@1.34-
  // How many seconds the object is given to end by itself. Set by the server with
  // deletionTimestamp.
  deletionGracePeriodSeconds: *int64 #10
  // When the object goes, once its deletion has been asked for and its finalizers are gone. Set by
  // the server.
  deletionTimestamp: *Time #9
  // Who has to do something before the object can go. Each removes its own entry.
  finalizers: [string] #14 merge
  // The beginning of a name, which the server completes when name is empty.
  generateName: string #2
  // Counts the changes of what is wanted. Set by the server.
  generation: int64 #7
  // Names and values by which objects are selected.
  labels: {string} #11
  // Who has set which fields. Kept by the server, for applying.
  managedFields: [ManagedFieldsEntry] #17
  // The name, unique among the objects of its kind in a namespace. Never changes.
  name: string #1
  // The namespace in which the name is unique. Never changes.
  namespace: string #3
  // The objects that this one depends on: when all of them are gone, it goes as well.
  ownerReferences: [OwnerReference] #13 merge=uid
  // The version of the object: changes with every write, and says no more. For comparing, and for
  // locking updates.
  resourceVersion: string #6
  // Not used.
  selfLink: string #4
  // Identifies the object among all others, past and future. Set by the server.
  uid: string #5
}

// The fields that one manager set with one operation.
ManagedFieldsEntry {
  // The version of the API in which the fields are named.
  apiVersion: string #3
  // The format of fieldsV1. Always FieldsV1.
  fieldsType: string #6
  // The fields, as a tree of their names.
  fieldsV1: *any #7
  // Who set the fields.
  manager: string #1
  // Apply or Update.
  operation: string #2
  // The subresource through which they were set, if any.
  subresource: string #8
  // When fields were last added to or taken from this entry.
  time: *Time #4
}

// Enough to find the owner of an object. The owner has no namespace or the same one.
atomic OwnerReference {
  // Group and version of the owner.
  apiVersion!: string #5
  // The owner, when it is deleted in the foreground, waits for this object.
  blockOwnerDeletion: *boolean #7
  // The owner manages this object.
  controller: *boolean #6
  // Kind of the owner.
  kind!: string #1
  // Name of the owner.
  name!: string #3
  // UID of the owner.
  uid!: string #4
}

// One change of what is watched.
WatchEvent {
  // The object as it is after the change; before it, when it was deleted; a Status for an error.
  object!: any #2
  // ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
  type!: string #1
}
`;
