/** The part of the behaviours that is about what Deployments, StatefulSets, Jobs, CronJobs, autoscalers and budgets are checked for. */
export const workloadBehaviours = {
  /** Stateful sets warn that they keep all of their revisions. */
  RevisionLimitsWarn: { since: 33 },
  /** Policies for failed pods get their defaults in cron jobs, too; before, only in jobs. */
  CronJobFailurePolicyDefaults: { since: 34 },
  /** Autoscalers have to name the API group of what they scale. */
  AutoscalersNameGroups: { since: 34 },
  /** New revisions hold an object, and a change of them says only that they stay. */
  RevisionsHoldObjects: { since: 31 },
  /** Budgets that set too much are shown with what they say about pods that are not ready. */
  BudgetsShowEvictionPolicies: { since: 26 },
  /** The history of a StatefulSet may get another limit. */
  ChangeableHistoryLimits: { since: 33 },
  /** The ordinals of a StatefulSet may change. */
  ChangeableOrdinals: { since: 26 },
  /** A job ends once none of its pods is left; a condition says before how it will end. */
  JobsEndInSteps: { since: 31 },
  /** A condition of jobs says that they have what they need, and which others may stand beside it. */
  JobsHaveSuccessCriteria: { since: 30 },
  /** Jobs say that their selector is generated. */
  JobsStateManualSelector: { since: 29 },
  /** Once set, the start of a job that is not suspended stays. */
  JobStartTimesFixed: { since: 36 },
  /** Jobs with many indexes warn that these can get too many. */
  JobsWarnOfManyIndexes: { since: 28 },
  /** A job that changes is checked for that only: what the server generates may be missing. */
  JobUpdatesCheckedOnce: { since: 37 },
  /** An annotation says whether the pods of a job are tracked; later all are. */
  JobTrackingAnnotations: { since: 24, until: 27 },
  /** An autoscaler without `maxReplicas` lacks a required value. */
  MaxReplicasRequired: { since: 36 },
  /** Labels of the pods of jobs have a prefix, too, and jobs select by that. */
  PrefixedJobLabels: { since: 27 },
  /** The value of a priority class that may not change is named in lower case, as it is spelled. */
  PriorityValuesNamed: { since: 25 },
  /** StatefulSets name the count of ready replicas in full where more are available. */
  ReadyReplicasNamedInFull: { since: 25 },
  /** Where there is no object to scale, its resource is named, not that of its scale. */
  ScalesNameObjects: { since: 33 },
  /** The service that a new StatefulSet names is a label. */
  ServiceNamesAreLabels: { since: 33 },
  /** Names of StatefulSets are labels, and checked only for new ones. */
  StatefulSetNamesAreLabels: { since: 27 },
  /** StatefulSets check their pod templates, and new ones their claim templates. */
  StatefulSetTemplatesChecked: { since: 34 },
  /** All time zones that do not exist are unknown, whatever their form. */
  UnknownZonesNamed: { since: 27 },
  /** ReplicaSets and DaemonSets, and the metadata of services, are checked once when they change. */
  UpdatesCheckedOnce: { since: 34 },
  /** New schedules have no time zone in them. */
  ZonesOutsideOfSchedules: { since: 29 },
  /** Counts of a StatefulSet that changes are checked once. */
  StatefulSetCountsCheckedOnce: { since: 25 },
} as const;
