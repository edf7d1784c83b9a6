/** batch: jobs, and what starts them. Notation: see src/schema/notation.ts. */
const cronJobs = `
// Creates a job from a template at the times of its schedule.
kind CronJob {
  // What runs, and when.
  spec: CronJobSpec #2 required@1.36-
  // What runs now, and when something last did.
  status: CronJobStatus #3
}

CronJobSpec {
  // What happens when it is time while a job still runs: Allow, the default, starts another; Forbid
  // skips this time; Replace replaces the old one with the new one.
  concurrencyPolicy: string(Allow|Forbid|Replace) #3 default=Allow
  // How many failed jobs are kept. 1 by default.
  failedJobsHistoryLimit: *int32 #7 default=1
  // What each job looks like.
  jobTemplate!: JobTemplateSpec #5
  // When jobs start, in cron format.
  schedule!: string #1
  // How many seconds late a job may still start. A job that does not start in time counts as
  // failed.
  startingDeadlineSeconds: *int64 #2
  // How many successful jobs are kept. 3 by default.
  successfulJobsHistoryLimit: *int32 #6 default=3
  // Holds back all further jobs; running jobs continue. False by default.
  suspend: *boolean #4 default=false
  // The time zone of the schedule, by its name in the tz database; else that of the controller.
  // Needs the feature gate CronJobTimeZone.
  timeZone: *string #8 gate=CronJobTimeZone
}

JobTemplateSpec {
  // Labels, annotations and the like of the jobs.
  metadata: ObjectMeta #1
  // What the jobs do.
  spec: JobSpec #2
}

CronJobStatus {
  // The jobs that run now.
  active: [ObjectReference] #1 atomic
  // When a job was last created.
  lastScheduleTime: *Time #4
  // When a job last completed successfully.
  lastSuccessfulTime: *Time #5
}
`;

const jobs = `
JobSpec {
  // How many seconds the job may take before it is stopped and counts as failed.
  activeDeadlineSeconds: *int64 #3
  // How often pods may fail before the job does. 6 by default.
  backoffLimit: *int32 #7
  backoffLimitPerIndex: *int32 #12 since=1.28 gate=JobBackoffLimitPerIndex
  // NonIndexed, the default, counts successful pods; Indexed gives each completion a number of its
  // own.
  completionMode: *string(Indexed|NonIndexed) #9
  // How many pods have to succeed. Without it, one success ends the job.
  completions: *int32 #2
  managedBy: *string #15 since=1.30 until=1.31
  managedBy: *string #15 since=1.32 gate=JobManagedBy
  // The selector and the labels that it needs are given, not generated.
  manualSelector: *boolean #5
  maxFailedIndexes: *int32 #13 since=1.28 gate=JobBackoffLimitPerIndex
  // How many pods may run at the same time.
  parallelism: *int32 #1
  podFailurePolicy: *PodFailurePolicy #11 since=1.25 gate=JobPodFailurePolicy
  podReplacementPolicy: *string(Failed|TerminatingOrFailed) #14 since=1.28 gate=JobPodReplacementPolicy
  scheduling: *JobSchedulingConfiguration #17 since=1.37 gate=WorkloadWithJob
  // Selects the pods of the job. Usually generated.
  selector: *LabelSelector #4
  successPolicy: *SuccessPolicy #16 since=1.30 until=1.30
  successPolicy: *SuccessPolicy #16 since=1.31 gate=JobSuccessPolicy
  // Stops the job: its pods are deleted, and none are made until this is false again.
  suspend: *boolean #10
  // The pod to run.
  template!: PodTemplateSpec #6
  // How many seconds after its end the job is deleted. Without it, it stays.
  ttlSecondsAfterFinished: *int32 #8
}

PodFailurePolicy { rules!: [PodFailurePolicyRule] #1 atomic }

PodFailurePolicyRule {
  action!: string(Count|FailIndex@1.28-|FailJob|Ignore) #1
  onExitCodes: *PodFailurePolicyOnExitCodesRequirement #2 written@-1.27
  onPodConditions: [PodFailurePolicyOnPodConditionsPattern] #3 written@-1.27 atomic
}

PodFailurePolicyOnExitCodesRequirement {
  containerName: *string #1 written@-1.27
  operator!: string(In|NotIn) #2
  values!: [int32] #3 set
}

PodFailurePolicyOnPodConditionsPattern {
  status: string #2 required@-1.34 written
  type!: string #1
}

JobSchedulingConfiguration {
  disruptionMode: *WorkloadPodGroupDisruptionMode #3
  resourceClaims: [WorkloadPodGroupResourceClaim] #4 merge=name map=name
  schedulingConstraints: *WorkloadPodGroupSchedulingConstraints #2
  schedulingPolicy: *WorkloadPodGroupSchedulingPolicy #1
}

SuccessPolicy { rules!: [SuccessPolicyRule] #1 atomic }

SuccessPolicyRule { succeededCount: *int32 #2; succeededIndexes: *string #1 }

// Runs pods until enough of them have succeeded.
kind Job {
  // What runs, and how often.
  spec: JobSpec #2
  // How far it has come.
  status: JobStatus #3
}

JobStatus {
  active: int32 #4
  completedIndexes: string #7
  completionTime: *Time #3
  conditions: [JobCondition] #1 atomic merge=type
  failed: int32 #6
  failedIndexes: *string #10 since=1.28
  ready: *int32 #9
  startTime: *Time #2
  succeeded: int32 #5
  terminating: *int32 #11 since=1.28
  uncountedTerminatedPods: *UncountedTerminatedPods #8
}

JobCondition {
  lastProbeTime: Time #3
  lastTransitionTime: Time #4
  message: string #6
  reason: string #5
  status!: string #2
  type!: string #1
}

UncountedTerminatedPods { failed: [string] #2 set; succeeded: [string] #1 set }
`;

/** batch/v1 */
export const batchV1: readonly string[] = [cronJobs, jobs];

/** batch/v1beta1, whose jobs are those of v1. */
export const batchV1Beta1: string = cronJobs.replace('(Allow|Forbid|Replace)', '');
