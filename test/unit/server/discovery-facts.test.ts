/** Discovery of each release, compared with facts of the releases themselves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { profileOf } from '#kinds';
import type { APIGroupList, APIResource, APIResourceList } from '#types';
import { discoveryDocuments } from '../../../src/server/discovery/documents.ts';
import { storageVersionHash } from '../../../src/server/discovery/hash.ts';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';

interface Resource {
  readonly g: string;
  readonly v: string;
  readonly r: string;
  readonly kind: string;
  readonly ns: boolean;
  readonly served: string | null;
  readonly short?: readonly string[];
  readonly cat?: readonly string[];
  readonly verbs: readonly string[];
  readonly singular: string;
  readonly subs?: Readonly<Record<string, Subresource>>;
  readonly storage?: string | Readonly<Record<string, string>>;
}
interface Subresource {
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly served?: string;
}

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../conformance/versions/${file}`, import.meta.url), 'utf8'));
const { resources } = read('apis.json') as { readonly resources: readonly Resource[] };
const { order } = read('discovery.json') as {
  readonly order: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>>;
};
/** Groups that no release of Kubernetes has: a new one is added here. */
const groupsOfOurs: readonly string[] = ['node.cluster.io'];
const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

/** Whether a range such as `24-28` or `33-` has a minor. */
function has(range: string | null, minor: number): boolean {
  if (range === null) return false;
  return range.split(',').some((part) => {
    const [since, until = since] = part.split('-');
    return Number(since) <= minor && minor <= (until === '' ? Infinity : Number(until));
  });
}

const pathOf = ({ g, v }: Pick<Resource, 'g' | 'v'>): string =>
  g === '' ? `/api/${v}` : `/apis/${g}/${v}`;

/** How discovery shows a resource and its subresources. */
function entriesOf(resource: Resource, minor: number): readonly APIResource[] {
  const { r, kind, ns, short, cat, verbs, subs = {}, storage, singular } = resource;
  const stored = typeof storage === 'object' ? valueAt(storage, minor) : storage;
  return [
    {
      ...{ name: r, singularName: minor >= 27 ? singular : '', namespaced: ns, kind, verbs },
      ...(short && { shortNames: short }),
      ...(cat && { categories: cat }),
      ...(stored !== undefined && { storageVersionHash: hashOf(stored, kind) }),
    },
    ...Object.entries(subs)
      .filter(([, { served }]) => served === undefined || has(served, minor))
      .map(([name, sub]) => {
        const [subKind, subVersion, group = ''] = sub.kind.split('/').reverse() as [string, string];
        const isOwn = group === resource.g && subVersion === resource.v;
        return {
          ...{ name: `${r}/${name}`, singularName: '', namespaced: ns },
          ...(!isOwn && { group, version: subVersion }),
          ...{ kind: subKind, verbs: sub.verbs },
        };
      }),
  ];
}

function valueAt(values: Readonly<Record<string, string>>, minor: number): string | undefined {
  return Object.entries(values).find(([range]) => has(range, minor))?.[1];
}

function hashOf(storageVersion: string, kind: string): string {
  return storageVersionHash({ kind, wire: { storageVersion } } as never);
}

describe.each(minors)('discovery of 1.%i', (minor) => {
  const served = new ServedKinds(new KindRegistry(profileOf(minor)));
  const documents = discoveryDocuments(served, '10.0.0.1:6443');
  it('has the groups and versions in their order', () => {
    const { groups } = documents.get('/apis') as APIGroupList;
    const found = groups
      .filter(({ name }) => !groupsOfOurs.includes(name))
      .map(({ name, versions }) => [name, ...versions.map(({ version }) => version)]);
    expect(found).toEqual(order[String(minor)]);
  });

  it.each(
    [...new Set(resources.filter(({ served: range }) => has(range, minor)).map(pathOf))].map(
      (path) => [path] as const,
    ),
  )('has the resources of %s', (path) => {
    const expected = resources
      .filter((resource) => pathOf(resource) === path && has(resource.served, minor))
      .flatMap((resource) => entriesOf(resource, minor));
    const list = documents.get(path) as APIResourceList | undefined;
    const sorted = expected.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(list?.resources ?? []).toEqual(sorted);
  });
});
