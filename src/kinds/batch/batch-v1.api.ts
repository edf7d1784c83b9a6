/** batch: jobs, and what starts them. Notation: see parse.ts. */
const cronJobs = `
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

CronJobStatus {
  active: [ObjectReference] atomic
  lastScheduleTime: *Time
  lastSuccessfulTime: *Time
}
`;

const jobs = `
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

/** batch/v1 */
export const batchV1: string = cronJobs + jobs;

/** batch/v1beta1, whose jobs are those of v1. */
export const batchV1Beta1: string = cronJobs.replace('(Allow|Forbid|Replace)', '');
