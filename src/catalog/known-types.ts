/**
 * The types that v1.24 knows where it reads bodies: besides those that it serves, those of
 * versions that it has stopped serving, lists, options and what is sent to subresources.
 */
import { apiVersionOf, groupOfVersion, type Kind } from '#kinds';
import type { KindRegistry } from './registry.ts';

/** Types by apiVersion that are not served as objects. Each version has lists and options besides. */
const others: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    v1: [
      ...['Binding', 'List', 'NodeProxyOptions', 'PodAttachOptions', 'PodExecOptions'],
      ...['PodLogOptions', 'PodPortForwardOptions', 'PodProxyOptions', 'PodStatusResult'],
      ...['RangeAllocation', 'SerializedReference', 'ServiceProxyOptions'],
    ],
    'admission.k8s.io/v1': ['AdmissionReview'],
    'admission.k8s.io/v1beta1': ['AdmissionReview'],
    'admissionregistration.k8s.io/v1beta1': [
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
    ],
    'apiextensions.k8s.io/v1beta1': ['CustomResourceDefinition'],
    'apiregistration.k8s.io/v1beta1': ['APIService'],
    'apps/v1beta1': [
      ...['ControllerRevision', 'Deployment', 'DeploymentRollback', 'Scale', 'StatefulSet'],
    ],
    'apps/v1beta2': [
      ...['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'Scale', 'StatefulSet'],
    ],
    'authentication.k8s.io/v1': ['TokenRequest', 'TokenReview'],
    'authentication.k8s.io/v1beta1': ['TokenReview'],
    'authorization.k8s.io/v1': [
      ...['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview'],
      'SubjectAccessReview',
    ],
    'authorization.k8s.io/v1beta1': [
      ...['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview'],
      'SubjectAccessReview',
    ],
    'autoscaling/v1': ['Scale'],
    'batch/v1beta1': ['JobTemplate'],
    'certificates.k8s.io/v1beta1': ['CertificateSigningRequest'],
    'coordination.k8s.io/v1beta1': ['Lease'],
    'extensions/v1beta1': [
      ...['DaemonSet', 'Deployment', 'DeploymentRollback', 'Ingress', 'NetworkPolicy'],
      ...['PodSecurityPolicy', 'ReplicaSet', 'Scale'],
    ],
    'flowcontrol.apiserver.k8s.io/v1alpha1': ['FlowSchema', 'PriorityLevelConfiguration'],
    'imagepolicy.k8s.io/v1alpha1': ['ImageReview'],
    'internal.apiserver.k8s.io/v1alpha1': ['StorageVersion'],
    'networking.k8s.io/v1beta1': ['Ingress', 'IngressClass'],
    'node.cluster.io/v1beta1': ['RuntimeClass'],
    'node.k8s.io/v1alpha1': ['RuntimeClass'],
    'policy/v1': ['Eviction'],
    'policy/v1beta1': ['Eviction'],
    'rbac.authorization.k8s.io/v1alpha1': [
      ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    ],
    'rbac.authorization.k8s.io/v1beta1': [
      ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    ],
    'scheduling.k8s.io/v1alpha1': ['PriorityClass'],
    'scheduling.k8s.io/v1beta1': ['PriorityClass'],
    'storage.k8s.io/v1alpha1': ['CSIStorageCapacity', 'VolumeAttachment'],
    'storage.k8s.io/v1beta1': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
  }),
);

/** Every version has them. */
const options: readonly string[] = [
  ...['CreateOptions', 'DeleteOptions', 'GetOptions', 'ListOptions', 'PatchOptions'],
  ...['UpdateOptions', 'WatchEvent'],
];

/** Types of `v1` that do not belong to its group: even groups apart know them. */
const common: readonly string[] = [
  ...['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status'],
];

/** Groups that know only themselves, options and what is common: other groups do not know them. */
const apart: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'metrics.k8s.io',
  'node.cluster.io',
]);

/** Which kind is asked: groups differ in what they know. */
export type Asking = Pick<Kind, 'group' | 'version' | 'custom'>;

export interface KnownType {
  /** As messages name it: `v1beta1.Deployment`, or `apps.Deployment` for the internal one. */
  readonly goType: string;
  /** The group of the internal type: types of the same kind and group can be converted. */
  readonly group: string;
  /** What can read it: undefined where v1.24 has a type that nothing here has. */
  readonly form: Kind | undefined;
}

/** The type that a body names, if the server knows it where it reads the given kind. */
export function knownType(
  kinds: KindRegistry,
  of: Asking,
  apiVersion: string,
  kind: string,
): KnownType | undefined {
  const group = groupOfVersion(apiVersion);
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const isCommon = apiVersion === 'v1' && (common.includes(kind) || options.includes(kind));
  if (isCommon) return { goType: `v1.${kind}`, group, form: undefined };
  if (apart.has(of.group) ? group !== of.group : apart.has(group)) return undefined;
  if (version === internal) {
    const isOfGroup = (each: Kind): boolean => internalGroupOf(each) === group;
    if (builtIn(kinds, kind, isOfGroup) === undefined) return undefined;
    return { goType: `${packageOf(group)}.${kind}`, group, form: undefined };
  }
  const form = served(kinds, apiVersion, kind);
  const goType = `${version}.${kind}`;
  if (form !== undefined) return { goType, group: internalGroupOf(form), form };
  if (others.get(apiVersion)?.includes(kind) === true) {
    const similar = builtIn(kinds, kind);
    return { goType, group: groupOfOther(group, kind, similar), form: similar };
  }
  if (!isKnown(kinds, apiVersion)) return undefined;
  if (!options.includes(kind) && !isList(kinds, apiVersion, kind)) return undefined;
  return { goType, group, form: undefined };
}

/** The group of Go's internal type: objects in two groups have it once. */
export function internalGroupOf({
  internalGroup,
  group,
}: Pick<Kind, 'internalGroup' | 'group'>): string {
  return internalGroup ?? group;
}

/** The package of Go's internal types: `core`, `apps`, `node` for `node.cluster.io`. */
export function packageOf(group: string): string {
  return group === '' ? 'core' : group.split('.')[0]!;
}

const internal = '__internal';

/** Types that moved are what they are now: all workloads and ingresses began in `extensions`. */
function groupOfOther(group: string, kind: string, similar: Kind | undefined): string {
  if (kind === 'Scale') return 'autoscaling';
  if (group !== 'extensions') return group;
  return similar === undefined ? 'apps' : internalGroupOf(similar);
}

/** What is served and has a Go type: custom resources have none. */
function served(kinds: KindRegistry, apiVersion: string, kind: string): Kind | undefined {
  const found = kinds.byKind(apiVersion, kind);
  return found?.custom === undefined ? found : undefined;
}

/** The first kind of that name with a Go type. */
function builtIn(
  { all }: KindRegistry,
  kind: string,
  suits: (kind: Kind) => boolean = () => true,
): Kind | undefined {
  return all.find((each) => each.kind === kind && each.custom === undefined && suits(each));
}

function isKnown({ all }: KindRegistry, apiVersion: string): boolean {
  if (others.has(apiVersion)) return true;
  return all.some((each) => each.custom === undefined && apiVersionOf(each) === apiVersion);
}

function isList(kinds: KindRegistry, apiVersion: string, list: string): boolean {
  if (!list.endsWith('List')) return false;
  const kind = list.slice(0, -'List'.length);
  if (served(kinds, apiVersion, kind) !== undefined) return true;
  // Only objects that are stored have lists.
  const isStored = builtIn(kinds, kind) !== undefined;
  return isStored && others.get(apiVersion)?.includes(kind) === true;
}
