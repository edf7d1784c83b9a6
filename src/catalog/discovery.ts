/**
 * What a server serves, according to its discovery: resources by name, with or without a declared
 * kind.
 */
import { apiVersionOf, resourceOf, type Kind } from '#kinds';
import type { KindRegistry } from './registry.ts';

/** All that is needed to request the objects of a resource. Every {@link Kind} is one. */
export type ResourceType = Pick<Kind, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>;

/** A resource in a server's discovery. */
export interface ServedResource extends ResourceType {
  /** `list`, `watch`, `deletecollection`, ... */
  readonly verbs: readonly string[];
  /** Another server answers for it: its revisions are not those of this one. */
  readonly isElsewhere?: true;
}

export interface Discovery {
  /** Without subresources; of each group the preferred version first. */
  readonly resources: readonly ServedResource[];
  /** By group and version (`metrics.k8s.io/v1beta1`): why its resources are unknown at present. */
  readonly failures: ReadonlyMap<string, string>;
}

const readVerbs: readonly string[] = ['get', 'list'];
const allVerbs: readonly string[] = [
  ...['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
];
const singleVerbs = allVerbs.filter((verb) => verb !== 'deletecollection');

const customVerbs: readonly string[] = [
  ...['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
];
const terminatingVerbs: readonly string[] = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/** The verbs that a kind supports, in the order of discovery. */
export function verbsOf({
  wire: { readOnly, lacksDeleteCollection },
  custom,
}: Pick<Kind, 'wire' | 'custom'>): readonly string[] {
  if (readOnly === true) return readVerbs;
  if (custom !== undefined) return custom.isTerminating === true ? terminatingVerbs : customVerbs;
  return lacksDeleteCollection === true ? singleVerbs : allVerbs;
}

/** The discovery of a server that serves these kinds. */
export function discoveryOf({ all }: KindRegistry): Discovery {
  const resources = all.map((kind) => {
    const { group, version, plural, namespaced } = kind;
    return { group, version, kind: kind.kind, plural, namespaced, verbs: verbsOf(kind) };
  });
  return { resources, failures: new Map() };
}

/** Each resource of a group once: in the preferred version, or in the first version that has it. */
export function preferredResources({ resources }: Discovery): readonly ServedResource[] {
  const byName = new Map<string, ServedResource>();
  for (const resource of resources) {
    const name = resourceOf(resource);
    if (!byName.has(name)) byName.set(name, resource);
  }
  return [...byName.values()];
}

export function supports({ verbs }: ServedResource, ...expected: readonly string[]): boolean {
  return expected.every((verb) => verbs.includes(verb));
}

/** Which groups a discovery could not list, in client-go's words. */
export function failureText({ failures }: Discovery): string {
  const groups = [...failures].map(([name, why]) => `${name}: ${why}`).sort();
  return `unable to retrieve the complete list of server APIs: ${groups.join(', ')}`;
}

/** Finds resources by the apiVersion and kind of owner references. */
export class ResourceMapper {
  readonly #byKind = new Map<string, ServedResource>();
  readonly #byGroup = new Map<string, ServedResource>();

  constructor({ resources }: Pick<Discovery, 'resources'>) {
    for (const resource of resources) {
      const inGroup = `${resource.group}/${resource.kind}`;
      this.#byKind.set(`${apiVersionOf(resource)} ${resource.kind}`, resource);
      if (!this.#byGroup.has(inGroup)) this.#byGroup.set(inGroup, resource);
    }
  }

  /** Falls back to the group's preferred version when the version is not served. */
  byKind(apiVersion: string, kind: string): ServedResource | undefined {
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    return this.#byKind.get(`${apiVersion} ${kind}`) ?? this.#byGroup.get(`${group}/${kind}`);
  }
}
