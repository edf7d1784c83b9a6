/** apps/v1: what some of its types mean. Notation: see index.ts. */
export const appsV1Descriptions = `
DaemonSet Runs a copy of a pod on every node, or on every node that the pod's template selects.
  spec What is to run, and how it is updated.
  status What the controller last saw. May be a little behind.
DaemonSetSpec
  minReadySeconds How many seconds a new pod has to be ready, without a container of it crashing, to count as available. 0 by default.
  revisionHistoryLimit How many old revisions are kept to go back to. 10 by default.
  selector Selects the pods that belong here. It has to match the labels of the template, and never changes.
  template The pod to run: one on every node that its node selector matches, on all nodes if it has none.
  updateStrategy How pods of an old template are replaced.
DaemonSetUpdateStrategy
  rollingUpdate How far the update may go at a time. Only for type RollingUpdate.
  type RollingUpdate, which replaces pods by itself and is the default, or OnDelete, which waits until they are deleted.
RollingUpdateDaemonSet
  maxSurge On how many nodes a new pod may run while the old one is still available: a number or a percentage of the desired pods, rounded up. 0 by default. May not be 0 when maxUnavailable is.
  maxUnavailable How many pods may be unavailable during the update: a number or a percentage of the desired pods, rounded up. 1 by default. May not be 0 when maxSurge is.
DaemonSetStatus
  collisionCount How often the name for a new revision was taken already.
  conditions The latest observations about the set.
  currentNumberScheduled How many nodes run a pod of the set and should.
  desiredNumberScheduled How many nodes should run a pod of the set.
  numberAvailable How many nodes that should run a pod have one that is available.
  numberMisscheduled How many nodes run a pod of the set but should not.
  numberReady How many nodes that should run a pod have one that is ready.
  numberUnavailable How many nodes that should run a pod have none that is available.
  observedGeneration The latest generation of the spec that the controller has seen.
  updatedNumberScheduled How many nodes run a pod of the present template.
DaemonSetCondition
  lastTransitionTime When the status last changed.
  message What happened, for people.
  reason What happened, in a word for programs.
  status True, False or Unknown.
  type What is observed.
`;
