/** The feature gates that have an effect here; Kubernetes has more, which are accepted and do nothing. */
import { schemaModules } from '../schemas/modules.ts';

/** Those that code asks for. */
const asked = [
  'APISelfSubjectReview',
  'AllowUnsafeMalformedObjectDeletion',
  'AggregatedDiscoveryEndpoint',
  'AggregatedDiscoveryRemoveBetaType',
  'ComponentFlagz',
  'ComponentStatusz',
  'ConstrainedImpersonation',
  'CronJobDueTimeFix',
  'CronJobTimeZone',
  'CronJobsScheduledAnnotation',
  'CustomResourceValidationExpressions',
  'DRAConsumableCapacity',
  'DefaultHostNetworkHostPortsInPodTemplates',
  'ElasticIndexedJob',
  'HPAConfigurableTolerance',
  'HPAGeneration',
  'HPAScaleToZero',
  'InPlacePodVerticalScalingInitContainers',
  'JobBackoffLimitPerIndex',
  'JobManagedBy',
  'JobPodFailurePolicy',
  'JobPodReplacementPolicy',
  'JobReadyPods',
  'JobSuccessPolicy',
  'JobTrackingWithFinalizers',
  'ListFromCacheSnapshot',
  'MatchLabelKeysInPodAffinity',
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'MaxUnavailableStatefulSet',
  'MultiCIDRServiceAllocator',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'PersistentVolumeLastPhaseTransitionTime',
  'PodDisruptionConditions',
  'PodIndexLabel',
  'PodLevelResources',
  'PodLifecycleSleepActionAllowZero',
  'PreferSameTrafficDistribution',
  'RelaxedServiceNameValidation',
  'RetryGenerateName',
  'ReadWriteOncePod',
  'SELinuxMountReadWriteOncePod',
  'SeedStrict',
  'ServerSideFieldValidation',
  'ServiceCIDRStatusFieldWiping',
  'StatefulSetAutoDeletePVC',
  'StatefulSetSemanticRevisionComparison',
  'StrictIPCIDRValidation',
  'VolumeLimitScaling',
  'WatchList',
];

/** Those that fields of types are behind. */
const ofFields = schemaModules.flatMap(({ texts }) =>
  texts.flatMap((text) => [...text.matchAll(/ gate=(\w+)/g)].map(([, gate]) => gate!)),
);

/** The names of all of them, sorted. */
export const gateNames: readonly string[] = [...new Set([...asked, ...ofFields])].sort();
