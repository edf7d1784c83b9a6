/** All of discovery in one document, from 1.27 on: two requests instead of one for each group. */
import type { Profile } from '#kinds';
import type { APIGroupList, APIResource, APIResourceList, APIVersions } from '#types';

/** The versions of apidiscovery.k8s.io that have this document, with the same content. */
export type AggregatedVersion = 'v2' | 'v2beta1';

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';

/** The answer's Content-Type needs this, or clients take it for the plain document. */
export function aggregatedType(version: AggregatedVersion): string {
  return `application/json;g=${group};v=${version};as=${kind}`;
}

/** Returns the versions of the document that a release has. */
export function aggregatedVersions(profile: Profile): readonly AggregatedVersion[] {
  if (!profile.enabled('AggregatedDiscoveryEndpoint')) return [];
  return [
    ...(profile.enabled('AggregatedDiscoveryV2') ? (['v2'] as const) : []),
    ...(profile.enabled('AggregatedDiscoveryRemoveBetaType') ? [] : (['v2beta1'] as const)),
  ];
}

/**
 * The version that an Accept header asks for; undefined when it prefers something else.
 *
 * @param known those of the release
 */
export function aggregatedVersion(
  accept: string | undefined,
  known: readonly AggregatedVersion[],
): AggregatedVersion | undefined {
  if (known.length === 0) return undefined;
  for (const clause of accept?.split(',') ?? []) {
    const [mediaType, ...parameters] = clause.split(';').map((part) => part.trim());
    if (mediaType !== 'application/json' && mediaType !== '*/*') continue;
    if (parameters.length === 0) return undefined;
    if (!parameters.includes(`g=${group}`) || !parameters.includes(`as=${kind}`)) continue;
    const found = known.find((version) => parameters.includes(`v=${version}`));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The document behind `/api` or `/apis`; undefined for other paths, and where another server answers for a version: what
 * that one serves is not known here, and clients that find a version without it do not ask themselves. Those that get
 * the plain document, as of v1.24, ask for each version.
 * @param documents the plain documents by path
 * @param zero what metadata always have
 * @param isCustom whether users have defined a resource of a group and version: that names them with its kind
 */
export function aggregatedDocument(
  documents: ReadonlyMap<string, object>,
  path: string,
  version: AggregatedVersion,
  zero: object,
  isCustom: (groupVersion: string, resource: string) => boolean = () => false,
): object | undefined {
  const groups = groupsBehind(documents, path);
  if (groups === undefined || !groups.every((each) => isKnown(each, documents))) return undefined;
  return {
    kind,
    apiVersion: `${group}/${version}`,
    metadata: {},
    items: groups.map(({ name, prefix, versions }) => ({
      metadata: { ...(name !== '' && { name }), ...zero },
      versions: versions.map((one) => {
        const list = documents.get(`${prefix}/${one}`) as APIResourceList;
        const kindOf = (resource: APIResource): object => {
          const [main] = resource.name.split('/');
          const own = isCustom(list.groupVersion, main!) ? { group: name, version: one } : {};
          return responseKind({ ...own, ...resource });
        };
        return {
          version: one,
          resources: resourcesOf(list.resources, kindOf),
          freshness: 'Current',
        };
      }),
    })),
  };
}

interface Group {
  readonly name: string;
  /** The prefix of the paths of its versions. */
  readonly prefix: string;
  readonly versions: readonly string[];
}

function isKnown({ prefix, versions }: Group, documents: ReadonlyMap<string, object>): boolean {
  return versions.every((version) => documents.has(`${prefix}/${version}`));
}

function groupsBehind(
  documents: ReadonlyMap<string, object>,
  path: string,
): readonly Group[] | undefined {
  const document = documents.get(path);
  if (path === '/api') {
    return [{ name: '', prefix: path, versions: (document as APIVersions).versions }];
  }
  if (path !== '/apis') return undefined;
  return (document as APIGroupList).groups.map(({ name, versions }) => ({
    name,
    prefix: `${path}/${name}`,
    versions: versions.map(({ version }) => version),
  }));
}

function resourcesOf(
  resources: readonly APIResource[],
  kindOf: (resource: APIResource) => object,
): readonly object[] {
  const main = resources.filter(({ name }) => !name.includes('/'));
  return main.map((resource) => {
    const subresources = resources.filter(({ name }) => name.startsWith(`${resource.name}/`));
    return {
      resource: resource.name,
      responseKind: kindOf(resource),
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: resource.singularName,
      verbs: resource.verbs,
      ...(resource.shortNames !== undefined && { shortNames: resource.shortNames }),
      ...(resource.categories !== undefined && { categories: resource.categories }),
      ...(subresources.length > 0 && {
        subresources: subresources.map((one) => ({
          subresource: one.name.slice(resource.name.length + 1),
          responseKind: kindOf(one),
          verbs: one.verbs,
        })),
      }),
    };
  });
}

/** A resource whose kind is of another version names that; of its own it is empty. */
function responseKind({ group = '', version = '', kind }: APIResource): object {
  return { group, version, kind };
}
