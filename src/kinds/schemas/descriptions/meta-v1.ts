/** meta/v1: what its types mean. Notation: see index.ts. */
export const metaV1Descriptions = `
ObjectMeta What all objects have, whatever their kind.
  annotations Data of tools and people about the object. Nothing selects by them.
  clusterName Not used.
  creationTimestamp When the object was created. Set by the server.
  deletionGracePeriodSeconds How many seconds the object is given to end by itself. Set by the server with deletionTimestamp.
  deletionTimestamp When the object goes, once its deletion has been asked for and its finalizers are gone. Set by the server.
  finalizers Who has to do something before the object can go. Each removes its own entry.
  generateName The beginning of a name, which the server completes when name is empty.
  generation Counts the changes of what is wanted. Set by the server.
  labels Names and values by which objects are selected.
  managedFields Who has set which fields. Kept by the server, for applying.
  name The name, unique among the objects of its kind in a namespace. Never changes.
  namespace The namespace in which the name is unique. Never changes.
  ownerReferences The objects that this one depends on: when all of them are gone, it goes as well.
  resourceVersion The version of the object: changes with every write, and says no more. For comparing, and for locking updates.
  selfLink Not used.
  uid Identifies the object among all others, past and future. Set by the server.
ListMeta The metadata of a list.
  continue Asks for the next page, where there is one.
  remainingItemCount How many objects follow this page, where that is known.
  resourceVersion The version at which the list was true; a watch can start from it.
  selfLink Not used.
ManagedFieldsEntry The fields that one manager set with one operation.
  apiVersion The version of the API in which the fields are named.
  fieldsType The format of fieldsV1. Always FieldsV1.
  fieldsV1 The fields, as a tree of their names.
  manager Who set the fields.
  operation Apply or Update.
  subresource The subresource through which they were set, if any.
  time When fields were last added to or taken from this entry.
OwnerReference Enough to find the owner of an object. The owner has no namespace or the same one.
  apiVersion Group and version of the owner.
  blockOwnerDeletion The owner, when it is deleted in the foreground, waits for this object.
  controller The owner manages this object.
  kind Kind of the owner.
  name Name of the owner.
  uid UID of the owner.
LabelSelector Selects objects by their labels. They have to meet all that is said; an empty selector takes any.
  matchExpressions Requirements about labels.
  matchLabels Labels and the values that they have to have.
LabelSelectorRequirement A label, an operator and the values that belong to both.
  key The label.
  operator In, NotIn, Exists or DoesNotExist.
  values The values for In and NotIn, which need some. Exists and DoesNotExist take none.
Condition One observation about an object.
  lastTransitionTime When the status last changed.
  message What happened, for people.
  observedGeneration The generation of the spec that the observation is about.
  reason What happened, in a word for programs.
  status True, False or Unknown.
  type What is observed.
DeleteOptions How an object is to be deleted.
  dryRun All: everything is checked, and nothing is done.
  gracePeriodSeconds How many seconds the object is given to end by itself. 0 deletes it at once.
  orphanDependents Obsolete: use propagationPolicy.
  preconditions What the object has to be for the deletion to happen.
  propagationPolicy What happens to the objects that depend on it: Foreground, Background or Orphan.
Preconditions What an object has to be for an operation to happen.
  resourceVersion The version that the object has to have.
  uid The UID that the object has to have.
Status How a request ended, where the answer is not an object.
  code The HTTP status.
  details More about the reason, for programs.
  message What happened, for people.
  metadata The metadata that a list would have.
  reason Why it failed, in a word for programs.
  status Success or Failure.
StatusDetails
  causes Everything that was wrong.
  group Group of the object that the request was about.
  kind Kind or resource of that object.
  name Name of that object.
  retryAfterSeconds In how many seconds it is worth trying again.
  uid UID of that object.
StatusCause One thing that was wrong.
  field The field that it is about, as a path.
  message What is wrong, for people.
  reason What is wrong, in a word for programs.
WatchEvent One change of what is watched.
  object The object as it is after the change; before it, when it was deleted; a Status for an error.
  type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
APIVersions The versions of the core group.
  serverAddressByClientCIDRs Where clients of some network reach the server.
  versions The versions.
APIGroupList All groups but the core group.
  groups The groups.
APIGroup A group, and its versions.
  name Name of the group.
  preferredVersion The version to be used where nothing speaks for another one.
  serverAddressByClientCIDRs Where clients of some network reach the server.
  versions The versions.
GroupVersionForDiscovery A version of a group.
  groupVersion Group and version.
  version The version alone.
APIResourceList What there is in a version of a group.
  groupVersion Group and version.
  resources The resources and their subresources.
APIResource A resource, or a subresource of one.
  categories Groups of resources that it is in, such as all.
  group The group of its kind, where that is another one.
  kind The kind of its objects.
  name The name in paths.
  namespaced Its objects are in namespaces.
  shortNames Short names for people.
  singularName The name of one object.
  storageVersionHash Changes with the version in which objects are kept.
  verbs What can be done.
  version The version of its kind, where that is another one.
ServerAddressByClientCIDR Where clients of a network reach the server.
  clientCIDR The network.
  serverAddress The address.
`;
