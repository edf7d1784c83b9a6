/** apps/v1: controllers of long-running pods. Notation: see parse.ts. */
export const appsV1 = `
kind ControllerRevision { data: any; revision!: int64 }
kind DaemonSet { spec: DaemonSetSpec; status: DaemonSetStatus }

DaemonSetSpec {
  minReadySeconds: int32
  revisionHistoryLimit: *int32
  selector!: *LabelSelector
  template!: PodTemplateSpec
  updateStrategy: DaemonSetUpdateStrategy
}

DaemonSetUpdateStrategy {
  rollingUpdate: *RollingUpdateDaemonSet
  type: string(OnDelete|RollingUpdate)
}

RollingUpdateDaemonSet { maxSurge: *IntOrString; maxUnavailable: *IntOrString }

DaemonSetStatus {
  collisionCount: *int32
  conditions: [DaemonSetCondition] merge=type
  currentNumberScheduled!: int32
  desiredNumberScheduled!: int32
  numberAvailable: int32
  numberMisscheduled!: int32
  numberReady!: int32
  numberUnavailable: int32
  observedGeneration: int64
  updatedNumberScheduled: int32
}

DaemonSetCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

kind Deployment { spec: DeploymentSpec; status: DeploymentStatus }

DeploymentSpec {
  minReadySeconds: int32
  paused: boolean
  progressDeadlineSeconds: *int32
  replicas: *int32
  revisionHistoryLimit: *int32
  selector!: *LabelSelector
  strategy: DeploymentStrategy retainKeys
  template!: PodTemplateSpec
}

DeploymentStrategy {
  rollingUpdate: *RollingUpdateDeployment
  type: string(Recreate|RollingUpdate)
}

RollingUpdateDeployment { maxSurge: *IntOrString; maxUnavailable: *IntOrString }

DeploymentStatus {
  availableReplicas: int32
  collisionCount: *int32
  conditions: [DeploymentCondition] merge=type
  observedGeneration: int64
  readyReplicas: int32
  replicas: int32
  unavailableReplicas: int32
  updatedReplicas: int32
}

DeploymentCondition {
  lastTransitionTime: Time
  lastUpdateTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

kind ReplicaSet { spec: ReplicaSetSpec; status: ReplicaSetStatus }

ReplicaSetSpec {
  minReadySeconds: int32
  replicas: *int32
  selector!: *LabelSelector
  template: PodTemplateSpec
}

ReplicaSetStatus {
  availableReplicas: int32
  conditions: [ReplicaSetCondition] merge=type
  fullyLabeledReplicas: int32
  observedGeneration: int64
  readyReplicas: int32
  replicas!: int32
}

ReplicaSetCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

kind StatefulSet { spec: StatefulSetSpec; status: StatefulSetStatus }

StatefulSetSpec {
  minReadySeconds: int32
  persistentVolumeClaimRetentionPolicy: *StatefulSetPersistentVolumeClaimRetentionPolicy
  podManagementPolicy: string(OrderedReady|Parallel)
  replicas: *int32
  revisionHistoryLimit: *int32
  selector!: *LabelSelector
  serviceName!: string
  template!: PodTemplateSpec
  updateStrategy: StatefulSetUpdateStrategy
  volumeClaimTemplates: [PersistentVolumeClaim]
}

StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted: string
  whenScaled: string
}

StatefulSetUpdateStrategy {
  rollingUpdate: *RollingUpdateStatefulSetStrategy
  type: string(OnDelete|RollingUpdate)
}

RollingUpdateStatefulSetStrategy { maxUnavailable: *IntOrString; partition: *int32 }

StatefulSetStatus {
  availableReplicas: int32 written
  collisionCount: *int32
  conditions: [StatefulSetCondition] merge=type
  currentReplicas: int32
  currentRevision: string
  observedGeneration: int64
  readyReplicas: int32
  replicas!: int32
  updateRevision: string
  updatedReplicas: int32
}

StatefulSetCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}
`;
