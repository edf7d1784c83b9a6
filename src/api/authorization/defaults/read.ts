/**
 * The default roles and bindings of a release, written shortly.
 *
 * A line that does not begin with a blank names a role, in a namespace as `namespace/name`; the
 * lines below it are its rules: verbs, groups (`core` is the one without a name), resources, and
 * names of objects if only those are meant. A rule about paths has verbs and paths. Behind the
 * role's name, `of=view` says that it collects the rules of the roles that say `to=view`.
 *
 *     system:kube-scheduler
 *       get,list,watch core nodes
 *       get,update coordination.k8s.io leases kube-scheduler
 *     system:discovery
 *       get /api,/api/*
 *
 * A binding is a line: its name, which is also that of its role unless `role=NAME` follows, and the
 * subjects. Any line may end with the minor releases that have it, such as `@24-30` or `@31-`, and a role
 * is there as long as its line is.
 */
import { clusterRole, hasMinor, rbacGroup, role, type Profile } from '#kinds';
import type { ClusterRole, ObjectMeta, PolicyRule, Role, RoleBinding, Subject } from '#types';
import { bindings } from './bindings.ts';
import { clusterRoles } from './cluster-roles.ts';
import { controllerRoles } from './controller-roles.ts';
import { namespacedRoles } from './namespaced-roles.ts';

/** Whether an API server may add to what is stored when it starts. */
export const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';
const aggregateTo = 'rbac.authorization.k8s.io/aggregate-to-';
const controllerPrefix = 'system:controller:';

const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const annotations = { [autoUpdate]: 'true' };

/** What an object is to have at least. */
export interface Default {
  readonly metadata: Partial<ObjectMeta> & { readonly name: string };
}

/** In the order in which they are created. */
export interface Defaults {
  readonly clusterRoles: readonly (Default & Pick<ClusterRole, 'rules' | 'aggregationRule'>)[];
  readonly clusterRoleBindings: readonly DefaultBinding[];
  readonly roles: readonly (Default & Pick<Role, 'rules'>)[];
  readonly roleBindings: readonly DefaultBinding[];
}

type DefaultBinding = Default & Pick<RoleBinding, 'roleRef' | 'subjects'>;

export function readDefaults({ minor }: Pick<Profile, 'minor'>): Defaults {
  const blocksOf = (text: string): readonly Block[] => blocksIn(text, minor);
  const ofControllers = blocksOf(controllerRoles).map(({ name, ...more }) => ({
    ...more,
    name: controllerPrefix + name,
  }));
  const bound = linesIn(bindings.trim().split('\n'), minor).map(readBinding);
  return {
    clusterRoles: [...blocksOf(clusterRoles), ...ofControllers].map(readClusterRole),
    clusterRoleBindings: [...bound.filter(isOfCluster), ...ofControllers.map(bindingOfController)],
    roles: blocksOf(namespacedRoles).map(readRole),
    roleBindings: bound.filter((binding) => !isOfCluster(binding)),
  };
}

/** A role as it is written. */
interface Block {
  readonly name: string;
  readonly namespace?: string;
  /** The words behind its name. */
  readonly words: readonly string[];
  readonly rules: readonly PolicyRule[];
}

function blocksIn(text: string, minor: number): readonly Block[] {
  return text
    .trim()
    .split(/\n(?! )/)
    .flatMap((block) => {
      const [head, ...rules] = block.split('\n');
      return linesIn([head!], minor).map((line) => {
        const [name, ...words] = line.split(' ');
        return { ...placed(name!), words, rules: linesIn(rules, minor).map(readRule) };
      });
    });
}

/** The lines that a release has, without its name. */
function linesIn(lines: readonly string[], minor: number): readonly string[] {
  return lines.flatMap((line) => {
    const [text, range] = line.trim().split(' @');
    return range === undefined || hasMinor(range, minor) ? [text!] : [];
  });
}

/** `kube-system/name`, or `name`. */
function placed(name: string): { readonly name: string; readonly namespace?: string } {
  const slash = name.indexOf('/');
  return slash < 0 ? { name } : { namespace: name.slice(0, slash), name: name.slice(slash + 1) };
}

function readRule(line: string): PolicyRule {
  const [verbs, second, resources, names] = line.split(' ').map((word) => word.split(','));
  if (resources === undefined) return { verbs: verbs!, nonResourceURLs: second! };
  const apiGroups = second!.map((group) => (group === 'core' ? '' : group));
  const rule = { verbs: verbs!, apiGroups, resources };
  return names === undefined ? rule : { ...rule, resourceNames: names };
}

function readClusterRole({ name, words, rules }: Block): Defaults['clusterRoles'][number] {
  const valuesOf = (key: string): readonly string[] =>
    words
      .filter((word) => word.startsWith(key))
      .map((word) => aggregateTo + word.slice(key.length));
  const collected = valuesOf('of=').map((label) => ({ matchLabels: { [label]: 'true' } }));
  const own = Object.fromEntries(valuesOf('to=').map((label) => [label, 'true']));
  return {
    metadata: { name, labels: { ...labels, ...own }, annotations },
    ...(collected.length > 0 && { aggregationRule: { clusterRoleSelectors: collected } }),
    ...(rules.length > 0 && { rules }),
  };
}

function readRole({ name, namespace, rules }: Block): Defaults['roles'][number] {
  return { metadata: { name, namespace, labels, annotations }, rules };
}

function readBinding(line: string): DefaultBinding {
  const [head, ...words] = line.split(' ');
  const at = placed(head!);
  const roleName = words.find((word) => word.startsWith('role='))?.slice('role='.length);
  const subjects = words.filter((word) => !word.startsWith('role=')).map(readSubject);
  const { kind } = at.namespace === undefined ? clusterRole : role;
  return {
    metadata: { ...at, labels, annotations },
    roleRef: { apiGroup: rbacGroup, kind, name: roleName ?? at.name },
    ...(subjects.length > 0 && { subjects }),
  };
}

/** `Group/system:masters`, `ServiceAccount/kube-system/kube-dns` */
function readSubject(word: string): Subject {
  const [kind, first, second] = word.split('/') as [string, string, string?];
  return second === undefined
    ? { kind, apiGroup: rbacGroup, name: first }
    : { kind, namespace: first, name: second };
}

function bindingOfController({ name }: Block): DefaultBinding {
  const account = name.slice(controllerPrefix.length);
  return readBinding(`${name} ServiceAccount/kube-system/${account}`);
}

function isOfCluster({ metadata }: Default): boolean {
  return metadata.namespace === undefined;
}
