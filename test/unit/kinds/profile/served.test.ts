/** The table of what releases serve, compared with facts of the releases themselves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { apiVersionOf, defaultProfile } from '#kinds';
import {
  deprecationIn,
  formIn,
  servedForms,
  storedIn,
} from '../../../../src/kinds/profile/served.ts';

const read = (file: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../conformance/versions/${file}`, import.meta.url), 'utf8'),
  );

interface Resource {
  readonly g: string;
  readonly v: string;
  readonly kind: string;
  readonly served: string | null;
  readonly exists?: string;
  readonly gate?: string;
  readonly life?: Readonly<Record<string, string>>;
  readonly storage?: string | Readonly<Record<string, string>>;
}

const { resources } = read('apis.json') as { readonly resources: readonly Resource[] };
const { kinds: registered } = read('kinds.json') as {
  readonly kinds: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};
const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

/** Whether a range such as `24-28` or `33-` has a minor. */
function has(range: string | null | undefined, minor: number): boolean {
  if (range == null) return false;
  return range.split(',').some((part) => {
    const [since, until = since] = part.split('-');
    return Number(since) <= minor && minor <= (until === '' ? Infinity : Number(until));
  });
}

const versionOf = ({ g, v }: Resource): string => (g === '' ? v : `${g}/${v}`);

describe('the table of served forms', () => {
  it.each(minors)('has what a server of 1.%i serves', (minor) => {
    for (const resource of resources) {
      const form = formIn(minor, versionOf(resource), resource.kind);
      const what = `${versionOf(resource)} ${resource.kind}`;
      const exists = has(resource.exists ?? resource.served, minor);
      expect(form !== undefined && form.mode !== 'known', what).toBe(exists);
      if (!exists) continue;
      expect(form!.mode === 'on', what).toBe(has(resource.served, minor));
      expect(form!.gate, what).toBe(resource.gate);
    }
  });

  it.each(minors)('has all types that 1.%i can read, but lists', (minor) => {
    for (const [apiVersion, ranges] of Object.entries(registered)) {
      const types = Object.entries(ranges)
        .filter(([range]) => has(range, minor))
        .flatMap(([, names]) => names);
      for (const type of types) {
        if (type === 'Status' || type.endsWith('List')) continue;
        expect(formIn(minor, apiVersion, type), `${apiVersion} ${type}`).toBeDefined();
      }
    }
  });

  it.each(minors)('says in which version 1.%i stores', (minor) => {
    for (const { storage, ...resource } of resources) {
      if (storage === undefined || !has(resource.exists ?? resource.served, minor)) continue;
      const stored =
        typeof storage === 'string'
          ? storage
          : Object.entries(storage).find(([range]) => has(range, minor))![1];
      expect(storedIn(minor, versionOf(resource), resource.kind)).toBe(stored);
    }
  });

  it('has what is served here, and nothing else, for the default release', () => {
    const { minor } = defaultProfile;
    const here = kindsOf(defaultProfile)
      .filter(({ group }) => group !== 'node.cluster.io')
      .map((kind) => `${apiVersionOf(kind)} ${kind.kind}`);
    const reviews = /^(?:authentication|authorization)\.k8s\.io\/|^v1 Binding$/;
    const listed = servedForms
      .all()
      .filter(({ mode, since, until }) => mode === 'on' && since <= minor && minor <= until)
      .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
      .filter((form) => !reviews.test(form));
    expect(here.sort()).toEqual(listed.sort());
  });
});

describe('the warning of a deprecated form', () => {
  it.each<[number, string, string, string | undefined]>([
    [
      24,
      'batch/v1beta1',
      'CronJob',
      'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob',
    ],
    [24, 'v1', 'ComponentStatus', 'v1 ComponentStatus is deprecated in v1.19+'],
    [24, 'batch/v1', 'CronJob', undefined],
    [32, 'v1', 'Endpoints', undefined],
    [
      33,
      'v1',
      'Endpoints',
      'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    ],
  ])('of 1.%i for %s %s is %s', (minor, apiVersion, kind, text) => {
    expect(deprecationIn(minor, apiVersion, kind)).toBe(text);
  });
});
