/** The discovery documents, built from the served kinds. */
import { servedGroups } from '#api';
import { answeredKinds, verbsOf } from '#catalog';
import { publishedMetrics, type Kind, type Profile } from '#kinds';
import type { Served, ServedKinds } from '../exchange/served-kinds.ts';
import { storageVersionHash } from './hash.ts';

/** Documents by path, and the groups. */
export interface Discovery {
  readonly documents: ReadonlyMap<string, object>;
}

/** @param address where clients reach the server, `127.0.0.1:6443` */
export function discoveryDocuments(served: ServedKinds, address: string): Discovery['documents'] {
  const documents = new Map<string, object>();
  documents.set('/api', {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  });
  const { profile } = served;
  const groups = servedGroups(
    profile,
    served.all.map(({ kind }) => kind),
  );
  const kinds = byVersion(served);
  const list: object[] = [];
  for (const [group, versions] of groups) {
    for (const version of versions) {
      const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      documents.set(
        path,
        resourceList(kinds.get(`${group}/${version}`) ?? [], group, version, profile),
      );
    }
    if (group === '') continue;
    list.push(groupEntry(group, versions));
    documents.set(`/apis/${group}`, {
      kind: 'APIGroup',
      apiVersion: 'v1',
      ...groupEntry(group, versions),
    });
  }
  documents.set('/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: list });
  return documents;
}

/** Returns how a group shows its versions, the preferred one first. */
export function groupEntry(name: string, versions: readonly string[]): object {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

/** Returns what is served of each version of a group. */
function byVersion({ all }: ServedKinds): ReadonlyMap<string, readonly Served[]> {
  const found = new Map<string, Served[]>();
  for (const served of all) {
    const key = `${served.kind.group}/${served.kind.version}`;
    const others = found.get(key);
    if (others === undefined) found.set(key, [served]);
    else others.push(served);
  }
  return found;
}

function resourceList(
  own: readonly Served[],
  group: string,
  version: string,
  profile: Profile,
): object {
  const inVersion = (kind: { group: string; version: string }): boolean =>
    kind.group === group && kind.version === version;
  const entriesOf = (served: Served): readonly Entry[] => resourceEntries(served, profile);
  const resources = [
    ...own.filter(({ kind }) => kind.custom === undefined).flatMap(entriesOf),
    ...answeredKinds(profile)
      .filter(inVersion)
      .map((kind) => answeredEntry(kind, profile)),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  const custom = own.filter(({ kind }) => kind.custom !== undefined).flatMap(entriesOf);
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: [...resources, ...custom, ...anyMetric(group)],
  };
}

/**
 * Returns what stands for all published metrics, which come and go with annotations: clients that ask
 * group by group take an empty list for a failure.
 */
function anyMetric(group: string): readonly Entry[] {
  const { custom, external } = publishedMetrics;
  if (group !== custom.group && group !== external.group) return [];
  const kind = group === custom.group ? 'MetricValueList' : 'ExternalMetricValueList';
  return [{ name: '*/*', singularName: '', namespaced: true, kind, verbs: ['get'] }];
}

interface Entry {
  readonly name: string;
  readonly [field: string]: unknown;
}

function resourceEntries({ kind }: Served, profile: Profile): readonly Entry[] {
  const common = { singularName: '', namespaced: kind.namespaced };
  const main = {
    name: kind.plural,
    ...common,
    singularName: singularOf(kind, profile),
    kind: kind.kind,
    verbs: verbsOf(kind),
    ...(kind.names.shortNames !== undefined && { shortNames: kind.names.shortNames }),
    ...(kind.names.categories !== undefined && { categories: kind.names.categories }),
    ...(kind.wire.readOnly !== true && { storageVersionHash: storageVersionHash(kind) }),
  };
  const subresources = Object.entries(kind.subresources ?? {}).map(
    ([name, { form, options, verbs }]) => ({
      name: `${kind.plural}/${name}`,
      ...common,
      ...subresourceKind(kind, form ?? options?.form),
      verbs,
    }),
  );
  return [main, ...subresources];
}

/**
 * Returns the kind of a subresource: the resource's own, or another one, in full if of another
 * version.
 */
function subresourceKind(
  { group, version, kind }: Kind,
  form: Kind | undefined,
): Partial<Pick<Kind, 'group' | 'version' | 'kind'>> {
  if (form === undefined) return { kind };
  if (form.group === group && form.version === version) return { kind: form.kind };
  return { group: form.group, version: form.version, kind: form.kind };
}

function answeredEntry(form: Kind, profile: Profile): Entry {
  const { plural, kind, namespaced } = form;
  const entry = { singularName: singularOf(form, profile), namespaced, kind, verbs: ['create'] };
  return { name: plural, ...entry };
}

function singularOf({ kind, custom }: Kind, profile: Profile): string {
  if (custom !== undefined) return custom.singular;
  return profile.enabled('SingularNamesInDiscovery') ? kind.toLowerCase() : '';
}
