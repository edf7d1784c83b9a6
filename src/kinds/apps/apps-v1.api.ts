/** apps/v1: controllers of long-running pods. Notation: see src/schema/notation.ts. */
export const appsV1 = `
kind ControllerRevision { data: any #2 required@1.37-; revision: int64 #3 written required@-1.36 }
// Runs a copy of a pod on every node, or on every node that the pod's template selects.
kind DaemonSet {
  // What is to run, and how it is updated.
  spec: DaemonSetSpec #2 required@1.37-
  // What the controller last saw. May be a little behind.
  status: DaemonSetStatus #3
}

DaemonSetSpec {
  // How many seconds a new pod has to be ready, without a container of it crashing, to count as
  // available. 0 by default.
  minReadySeconds: int32 #4
  // How many old revisions are kept to go back to. 10 by default.
  revisionHistoryLimit: *int32 #6 default=10
  // Selects the pods that belong here. It has to match the labels of the template, and never
  // changes.
  selector!: *LabelSelector #1
  // The pod to run: one on every node that its node selector matches, on all nodes if it has none.
  template!: PodTemplateSpec #2
  // How pods of an old template are replaced.
  updateStrategy: DaemonSetUpdateStrategy #3
}

DaemonSetUpdateStrategy {
  // How far the update may go at a time. Only for type RollingUpdate.
  rollingUpdate: *RollingUpdateDaemonSet #2
  // RollingUpdate, which replaces pods by itself and is the default, or OnDelete, which waits until
  // they are deleted.
  type: string(OnDelete|RollingUpdate) #1
}

RollingUpdateDaemonSet {
  // On how many nodes a new pod may run while the old one is still available: a number or a
  // percentage of the desired pods, rounded up. 0 by default. May not be 0 when maxUnavailable is.
  maxSurge: *IntOrString #2 gate=DaemonSetUpdateSurge off=0
  // How many pods may be unavailable during the update: a number or a percentage of the desired
  // pods, rounded up. 1 by default. May not be 0 when maxSurge is.
  maxUnavailable: *IntOrString #1
}

DaemonSetStatus {
  // How often the name for a new revision was taken already.
  collisionCount: *int32 #9
  // The latest observations about the set.
  conditions: [DaemonSetCondition] #10 merge=type
  // How many nodes run a pod of the set and should.
  currentNumberScheduled!: int32 #1
  // How many nodes should run a pod of the set.
  desiredNumberScheduled!: int32 #3
  // How many nodes that should run a pod have one that is available.
  numberAvailable: int32 #7
  // How many nodes run a pod of the set but should not.
  numberMisscheduled!: int32 #2
  // How many nodes that should run a pod have one that is ready.
  numberReady!: int32 #4
  // How many nodes that should run a pod have none that is available.
  numberUnavailable: int32 #8
  // The latest generation of the spec that the controller has seen.
  observedGeneration: int64 #5
  // How many nodes run a pod of the present template.
  updatedNumberScheduled: int32 #6
}

DaemonSetCondition {
  // When the status last changed.
  lastTransitionTime: Time #3
  // What happened, for people.
  message: string #5
  // What happened, in a word for programs.
  reason: string #4
  // True, False or Unknown.
  status: string #2 written required@-1.36
  // What is observed.
  type: string #1 written required@-1.36
}

kind Deployment { spec: DeploymentSpec #2 required@1.37-; status: DeploymentStatus #3 }

DeploymentSpec {
  minReadySeconds: int32 #5
  paused: boolean #7
  progressDeadlineSeconds: *int32 #9 default=600
  replicas: *int32 #1 default=1
  revisionHistoryLimit: *int32 #6 default=10
  selector!: *LabelSelector #2
  strategy: DeploymentStrategy #4 retainKeys
  template!: PodTemplateSpec #3
}

DeploymentStrategy {
  rollingUpdate: *RollingUpdateDeployment #2
  type: string(Recreate|RollingUpdate) #1
}

RollingUpdateDeployment { maxSurge: *IntOrString #2; maxUnavailable: *IntOrString #1 }

DeploymentStatus {
  availableReplicas: int32 #4
  collisionCount: *int32 #8
  conditions: [DeploymentCondition] #6 merge=type
  observedGeneration: int64 #1
  readyReplicas: int32 #7
  replicas: int32 #2
  terminatingReplicas: *int32 #9 since=1.33 gate=DeploymentReplicaSetTerminatingReplicas
  unavailableReplicas: int32 #5
  updatedReplicas: int32 #3
}

DeploymentCondition {
  lastTransitionTime: Time #7
  lastUpdateTime: Time #6
  message: string #5
  reason: string #4
  status: string #2 written required@-1.36
  type: string #1 written required@-1.36
}

kind ReplicaSet { spec: ReplicaSetSpec #2 required@1.37-; status: ReplicaSetStatus #3 }

ReplicaSetSpec {
  minReadySeconds: int32 #4
  replicas: *int32 #1 default=1
  selector!: *LabelSelector #2
  template: PodTemplateSpec #3
}

ReplicaSetStatus {
  availableReplicas: int32 #5
  conditions: [ReplicaSetCondition] #6 merge=type
  fullyLabeledReplicas: int32 #2
  observedGeneration: int64 #3
  readyReplicas: int32 #4
  replicas!: int32 #1
  terminatingReplicas: *int32 #7 since=1.33 gate=DeploymentReplicaSetTerminatingReplicas
}

ReplicaSetCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status: string #2 written required@-1.36
  type: string #1 written required@-1.36
}

kind StatefulSet { spec: StatefulSetSpec #2 required@1.37-; status: StatefulSetStatus #3 }

StatefulSetSpec {
  minReadySeconds: int32 #9
  ordinals: *StatefulSetOrdinals #11 since=1.26 gate=StatefulSetStartOrdinal
  persistentVolumeClaimRetentionPolicy: *StatefulSetPersistentVolumeClaimRetentionPolicy #10 gate=StatefulSetAutoDeletePVC
  podManagementPolicy: string(OrderedReady|Parallel) #6 default=OrderedReady
  replicas: *int32 #1 default=1
  revisionHistoryLimit: *int32 #8 default=10
  selector!: *LabelSelector #2
  serviceName: string #5 written required@-1.32
  template!: PodTemplateSpec #3
  updateStrategy: StatefulSetUpdateStrategy #7
  volumeClaimTemplates: [PersistentVolumeClaim] #4 ungated
}

StatefulSetOrdinals { start: int32 #1 written }

StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted: string #1
  whenScaled: string #2
}

StatefulSetUpdateStrategy {
  rollingUpdate: *RollingUpdateStatefulSetStrategy #2
  type: string(OnDelete|Recreate@1.37-|RollingUpdate) #1
}

RollingUpdateStatefulSetStrategy {
  maxUnavailable: *IntOrString #2 gate=MaxUnavailableStatefulSet
  partition: *int32 #1
}

StatefulSetStatus {
  availableReplicas: int32 #11 written
  collisionCount: *int32 #9
  conditions: [StatefulSetCondition] #10 merge=type
  currentReplicas: int32 #4
  currentRevision: string #6
  observedGeneration: int64 #1
  readyReplicas: int32 #3
  replicas!: int32 #2
  updateRevision: string #7
  updatedReplicas: int32 #5
}

StatefulSetCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status: string #2 written required@-1.36
  type: string #1 written required@-1.36
}
`;
