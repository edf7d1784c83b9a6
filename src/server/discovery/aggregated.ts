/** All of discovery in one document: two requests instead of one for each group. */
import type { APIGroupList, APIResource, APIResourceList, APIVersions } from '#types';

/** The versions of apidiscovery.k8s.io that have this document, with the same content. */
export type AggregatedVersion = 'v2' | 'v2beta1';

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';

/** The answer's Content-Type needs this, or clients take it for the plain document. */
export function aggregatedType(version: AggregatedVersion): string {
  return `application/json;g=${group};v=${version};as=${kind}`;
}

/** The version that an Accept header asks for; undefined when it prefers something else. */
export function aggregatedVersion(accept: string | undefined): AggregatedVersion | undefined {
  for (const clause of accept?.split(',') ?? []) {
    const [mediaType, ...parameters] = clause.split(';').map((part) => part.trim());
    if (mediaType !== 'application/json' && mediaType !== '*/*') continue;
    if (parameters.length === 0) return undefined;
    if (!parameters.includes(`g=${group}`) || !parameters.includes(`as=${kind}`)) continue;
    if (parameters.includes('v=v2')) return 'v2';
    if (parameters.includes('v=v2beta1')) return 'v2beta1';
  }
  return undefined;
}

/**
 * The document behind `/api` or `/apis`; undefined for other paths, and where another server answers for a version: what
 * that one serves is not known here, and clients that find a version without it do not ask themselves. Those that get
 * the plain document, as of v1.24, ask for each version.
 * @param documents the plain documents by path
 */
export function aggregatedDocument(
  documents: ReadonlyMap<string, object>,
  path: string,
  version: AggregatedVersion,
): object | undefined {
  const groups = groupsBehind(documents, path);
  if (groups === undefined || !groups.every((each) => isKnown(each, documents))) return undefined;
  return {
    kind,
    apiVersion: `${group}/${version}`,
    metadata: {},
    items: groups.map(({ name, prefix, versions }) => ({
      metadata: { name, creationTimestamp: null },
      versions: versions.map((one) => {
        const list = documents.get(`${prefix}/${one}`) as APIResourceList;
        return { version: one, resources: resourcesOf(list), freshness: 'Current' };
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

function resourcesOf({ groupVersion, resources }: APIResourceList): readonly object[] {
  const main = resources.filter(({ name }) => !name.includes('/'));
  return main.map((resource) => {
    const subresources = resources.filter(({ name }) => name.startsWith(`${resource.name}/`));
    return {
      resource: resource.name,
      responseKind: responseKind(groupVersion, resource),
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: singularOf(resource),
      verbs: resource.verbs,
      ...(resource.shortNames !== undefined && { shortNames: resource.shortNames }),
      ...(resource.categories !== undefined && { categories: resource.categories }),
      ...(subresources.length > 0 && {
        subresources: subresources.map((one) => ({
          subresource: one.name.slice(resource.name.length + 1),
          responseKind: responseKind(groupVersion, one),
          verbs: one.verbs,
        })),
      }),
    };
  });
}

/** v1.24's plain documents have it of custom resources only; servers of later minors name the others so. */
function singularOf({ singularName, kind }: APIResource): string {
  return singularName || kind.toLowerCase();
}

/** A resource whose kind is of another version says so. */
function responseKind(groupVersion: string, { group, version, kind }: APIResource): object {
  if (version !== undefined) return { group: group ?? '', version, kind };
  const [name, own] = groupVersion.includes('/') ? groupVersion.split('/') : ['', groupVersion];
  return { group: name, version: own, kind };
}
