/** Versions that other servers answer for, as APIServices say. */
import type { ApiServer } from '#api';
import { apiService, groupRank, metricsVersions } from '#kinds';
import { isNotFound } from '#values';
import type { apiregistrationV1, APIGroup } from '#types';
import { anyKind } from '#request';
import { groupEntry } from '../discovery/documents.ts';
import type { RequestPath } from '../request/path.ts';

type APIService = apiregistrationV1.APIService;

/** What this server knows is enough: it answers while its store is away. */
const asKnown = { resourceVersion: '0' } as const;

/**
 * Returns what names the server for requests below `/apis/GROUP/VERSION`, if that is not this one.
 */
export async function remoteOf(
  api: ApiServer,
  { group, version }: Pick<RequestPath, 'group' | 'version'>,
): Promise<APIService | undefined> {
  if (!hasServices(api)) return undefined;
  const ref = { name: `${version}.${group}` };
  try {
    const request = { verb: 'get', kind: anyKind(apiService), ref, ...asKnown } as const;
    const found = await api.read(request);
    const service = found as unknown as APIService;
    return service.spec.service == null ? undefined : service;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Returns what names other servers. */
export async function remoteServices(api: ApiServer): Promise<readonly APIService[]> {
  if (!hasServices(api)) return [];
  const found = await api.read({ verb: 'list', kind: anyKind(apiService), options: asKnown });
  const services = found.items as unknown as readonly APIService[];
  return services.filter(({ spec }) => spec.service != null);
}

/** Returns the documents with the groups of other servers; the same ones when there are none. */
export async function withRemote(
  api: ApiServer,
  documents: ReadonlyMap<string, object>,
): Promise<ReadonlyMap<string, object>> {
  const services = (await remoteServices(api)).filter(
    ({ spec }) => !documents.has(`/apis/${spec.group ?? ''}`) || takesOver(spec),
  );
  if (services.length === 0) return documents;
  const taken = new Set(services.map(({ spec }) => spec.group));
  const { groups, ...list } = documents.get('/apis') as { readonly groups: readonly APIGroup[] };
  const ownGroups = groups.filter(({ name }) => !taken.has(name));
  const local = ownGroups.map((entry) => {
    const version = entry.versions[0]!.version;
    return { entry, rank: groupRank(entry.name, version).group };
  });
  const remote = [...byGroup(services)].map(([group, those]) => ({
    entry: groupEntry(group, byRank(those)) as APIGroup,
    rank: those.reduce((most, { spec }) => Math.max(most, spec.groupPriorityMinimum), 0),
  }));
  const all = [...local, ...remote].sort((a, b) => b.rank - a.rank).map(({ entry }) => entry);
  const more = new Map(documents).set('/apis', { ...list, groups: all });
  for (const { name, versions } of groups) {
    // The other server describes its versions itself.
    if (taken.has(name))
      for (const { groupVersion } of versions) more.delete(`/apis/${groupVersion}`);
  }
  for (const { entry } of remote) {
    more.set(`/apis/${entry.name}`, { kind: 'APIGroup', apiVersion: 'v1', ...entry });
  }
  return more;
}

/** Returns a group that is served here, but only as long as no other server does. */
function takesOver({ group = '', version = '' }: APIService['spec']): boolean {
  return metricsVersions.get(group)?.includes(version) === true;
}

/** A server may serve other kinds only. */
function hasServices({ kinds }: ApiServer): boolean {
  return kinds.byKind('apiregistration.k8s.io/v1', 'APIService') !== undefined;
}

function byGroup(services: readonly APIService[]): ReadonlyMap<string, readonly APIService[]> {
  const groups = new Map<string, APIService[]>();
  for (const each of services) {
    const group = each.spec.group ?? '';
    const those = groups.get(group);
    if (those === undefined) groups.set(group, [each]);
    else those.push(each);
  }
  return groups;
}

function byRank(services: readonly APIService[]): readonly string[] {
  const sorted = [...services].sort((a, b) => b.spec.versionPriority - a.spec.versionPriority);
  return sorted.map(({ spec }) => spec.version ?? '');
}
