/** batch/v1: jobs. Notation: see parse.ts. */
export const batchV1 = `
kind CronJob { spec: CronJobSpec; status: CronJobStatus }

CronJobSpec {
  concurrencyPolicy: string(Allow|Forbid|Replace)
  failedJobsHistoryLimit: *int32
  jobTemplate!: JobTemplateSpec
  schedule!: string
  startingDeadlineSeconds: *int64
  successfulJobsHistoryLimit: *int32
  suspend: *boolean
  timeZone: *string
}

JobTemplateSpec { metadata: ObjectMeta; spec: JobSpec }

JobSpec {
  activeDeadlineSeconds: *int64
  backoffLimit: *int32
  completionMode: *string
  completions: *int32
  manualSelector: *boolean
  parallelism: *int32
  selector: *LabelSelector
  suspend: *boolean
  template!: PodTemplateSpec
  ttlSecondsAfterFinished: *int32
}

CronJobStatus {
  active: [ObjectReference]
  lastScheduleTime: *Time
  lastSuccessfulTime: *Time
}

kind Job { spec: JobSpec; status: JobStatus }

JobStatus {
  active: int32
  completedIndexes: string
  completionTime: *Time
  conditions: [JobCondition] atomic merge=type
  failed: int32
  ready: *int32
  startTime: *Time
  succeeded: int32
  uncountedTerminatedPods: *UncountedTerminatedPods
}

JobCondition {
  lastProbeTime: Time
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

UncountedTerminatedPods { failed: [string] set; succeeded: [string] set }
`;
