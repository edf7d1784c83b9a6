/** The kinds of each release. A new kind is a file in its group and a line below. */
import { customResourceDefinition } from '#custom';
import {
  clusterRoleBinding,
  clusterRole,
  clusterTrustBundle,
  apiService,
  certificateSigningRequest,
  componentStatus,
  configMap,
  controllerRevision,
  cronJob,
  cronJobBeta,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  csiStorageCapacityBeta,
  daemonSet,
  deployment,
  deviceTaintRule,
  endpointSlice,
  endpointSliceBeta,
  endpoints,
  event,
  eventBeta,
  eventOfEventsGroup,
  flowSchema,
  flowSchemaBeta1,
  flowSchemaBeta3,
  flowSchemaV1,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  horizontalPodAutoscalerV2Beta1,
  horizontalPodAutoscalerV2Beta2,
  ingress,
  ingressClass,
  ipAddress,
  job,
  type Kind,
  lease,
  limitRange,
  nodeMetrics,
  podMetrics,
  namespace,
  networkPolicy,
  node,
  persistentVolume,
  persistentVolumeClaim,
  podDisruptionBudget,
  podCertificateRequest,
  podDisruptionBudgetBeta,
  pod,
  podSecurityPolicy,
  podTemplate,
  priorityClass,
  priorityLevelConfiguration,
  priorityLevelConfigurationBeta1,
  priorityLevelConfigurationBeta3,
  priorityLevelConfigurationV1,
  replicaSet,
  replicationController,
  resourceQuota,
  resourceSlice,
  roleBinding,
  role,
  runtimeClass,
  runtimeClassBeta,
  runtimeClassOfKubernetes,
  secret,
  service,
  serviceAccount,
  serviceCidr,
  statefulSet,
  storageClass,
  storageVersionMigration,
  volumeAttachment,
  volumeAttributesClass,
  type Profile,
  ofRelease,
  binding,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  apiVersionOf,
  isServed,
  servedForms,
  type ServedForm,
} from '#kinds';
import {
  deviceClass,
  resourceClaim,
  resourceClaimTemplate,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
} from '#policies';
import { otherAnswered, otherVersions } from './other-versions.ts';

/**
 * In the order of groups in discovery, and of versions with the preferred one first; the order of a
 * list that is read matters for determinism.
 */
const declared: readonly Kind[] = [
  componentStatus,
  configMap,
  endpoints,
  event,
  limitRange,
  namespace,
  node,
  persistentVolumeClaim,
  persistentVolume,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  serviceAccount,
  service,
  apiService,
  controllerRevision,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
  eventOfEventsGroup,
  eventBeta,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  horizontalPodAutoscalerV2Beta1,
  horizontalPodAutoscalerV2Beta2,
  cronJob,
  job,
  cronJobBeta,
  certificateSigningRequest,
  clusterTrustBundle,
  podCertificateRequest,
  ingressClass,
  ingress,
  ipAddress,
  networkPolicy,
  serviceCidr,
  podDisruptionBudget,
  podDisruptionBudgetBeta,
  podSecurityPolicy,
  clusterRoleBinding,
  clusterRole,
  roleBinding,
  role,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  csiStorageCapacityBeta,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
  customResourceDefinition,
  priorityClass,
  lease,
  runtimeClass,
  runtimeClassOfKubernetes,
  runtimeClassBeta,
  endpointSlice,
  endpointSliceBeta,
  deviceClass,
  deviceTaintRule,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  flowSchemaV1,
  priorityLevelConfigurationV1,
  flowSchemaBeta3,
  priorityLevelConfigurationBeta3,
  flowSchema,
  priorityLevelConfiguration,
  flowSchemaBeta1,
  priorityLevelConfigurationBeta1,
  storageVersionMigration,
];

/**
 * Kinds of the metrics API. It is a separate API server that is registered only where there are
 * metrics, so these are served in addition to the others only then.
 */
const measured: readonly Kind[] = [nodeMetrics, podMetrics];

/** Kinds of objects that can only be created: they are answered, and not stored. In the order of discovery. */
const answered: readonly Kind[] = [
  binding,
  selfSubjectReview,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
].map((kind) => kind as unknown as Kind);

/** The lists of a release. */
interface Lists {
  readonly answered: readonly Kind[];
  readonly kinds: readonly Kind[];
  readonly withMetrics: readonly Kind[];
}

/** By the schemas of the release: all of its clusters begin with the same lists. Those that serve others have their own. */
const known = new WeakMap<Profile['schemas'] | Profile, Lists>();

/** Returns the kinds that an API server of a release serves. */
export function kindsOf(profile: Profile): readonly Kind[] {
  return listsOf(profile).kinds;
}

/** Returns the kinds that are served where there are metrics, too. */
export function kindsWithMetrics(profile: Profile): readonly Kind[] {
  return listsOf(profile).withMetrics;
}

/** Returns the kinds of objects that can only be created: bindings and reviews. */
export function answeredKinds(profile: Profile): readonly Kind[] {
  return listsOf(profile).answered;
}

function listsOf(profile: Profile): Lists {
  const key = profile.runtimeConfig === undefined ? profile.schemas : profile;
  let lists = known.get(key);
  if (lists === undefined) known.set(key, (lists = makeLists(profile)));
  return lists;
}

function makeLists(profile: Profile): Lists {
  const isAsked = profile.runtimeConfig !== undefined;
  const listOf = (kinds: readonly Kind[], others: readonly Kind[] = []): readonly Kind[] =>
    (isAsked ? withOthers(kinds, others) : kinds)
      .filter((kind) => isServed(profile, kind))
      .map((kind) => ofRelease(kind, profile.schemas));
  const kinds = listOf(declared, otherVersions());
  return {
    ...{ kinds, withMetrics: [...kinds, ...listOf(measured)] },
    answered: listOf(answered, otherAnswered()),
  };
}

/** Returns the kinds with others, each behind those of its group. */
function withOthers(kinds: readonly Kind[], others: readonly Kind[]): readonly Kind[] {
  return kinds.flatMap((kind, index) => {
    const isLast = !kinds.slice(index + 1).some(({ group }) => group === kind.group);
    return isLast ? [kind, ...others.filter(({ group }) => group === kind.group)] : [kind];
  });
}

/** Returns what the profile asks for, and what is not here. */
export function missingKinds(profile: Profile): readonly Pick<ServedForm, 'apiVersion' | 'kind'>[] {
  if (profile.runtimeConfig === undefined) return [];
  const { kinds, answered: others } = listsOf(profile);
  const present = new Set(
    [...kinds, ...others].map((each) => `${apiVersionOf(each)} ${each.kind}`),
  );
  return servedForms.all().filter(({ apiVersion, kind, since, until, mode }) => {
    if (mode !== 'off' || since > profile.minor || until < profile.minor) return false;
    const [version, group = ''] = apiVersion.split('/').reverse() as [string, string | undefined];
    const isAsked = isServed(profile, { group, version, kind, plural: '' });
    return isAsked && !present.has(`${apiVersion} ${kind}`);
  });
}
