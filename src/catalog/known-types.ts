/**
 * The types that a release knows where it reads bodies: besides those that it serves, those of
 * versions that it has stopped serving, lists, options and what is sent to subresources.
 */
import { apiVersionOf, formIn, groupOfVersion, servedForms, type Kind } from '#kinds';
import type { KindRegistry } from './registry.ts';

/** Types of the group of the API document, beside those of Kubernetes. */
const ownTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['node.cluster.io/v1beta1', ['RuntimeClass']],
]);

/** Whether a release has the type, served as an object or not. Each version has lists and options besides. */
function isRegistered({ profile }: KindRegistry, apiVersion: string, kind: string): boolean {
  if (ownTypes.get(apiVersion)?.includes(kind) === true) return true;
  return formIn(profile.minor, apiVersion, kind) !== undefined;
}

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
  if (isRegistered(kinds, apiVersion, kind)) {
    const similar = builtIn(kinds, kind);
    return { goType, group: groupOfOther(group, kind, similar), form: similar };
  }
  if (!isKnown(kinds, apiVersion)) return undefined;
  if (!options.includes(kind) && !isList(kinds, apiVersion, kind)) return undefined;
  return { goType, group, form: undefined };
}

/** The group of Go's internal type: objects in two groups have it once. */
export function internalGroupOf({
  names: { internalGroup },
  group,
}: Pick<Kind, 'names' | 'group'>): string {
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

function isKnown({ all, profile: { minor } }: KindRegistry, apiVersion: string): boolean {
  if (ownTypes.has(apiVersion)) return true;
  const forms = servedForms.of(apiVersion);
  if (forms.some(({ since, until }) => since <= minor && minor <= until)) return true;
  return all.some((each) => each.custom === undefined && apiVersionOf(each) === apiVersion);
}

function isList(kinds: KindRegistry, apiVersion: string, list: string): boolean {
  if (!list.endsWith('List')) return false;
  const kind = list.slice(0, -'List'.length);
  if (served(kinds, apiVersion, kind) !== undefined) return true;
  // Only objects that are stored have lists.
  const isStored = builtIn(kinds, kind) !== undefined;
  return isStored && isRegistered(kinds, apiVersion, kind);
}
