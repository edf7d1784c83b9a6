import { beforeEach, describe, expect, test } from 'vitest';
import { node, pod } from '#kinds';
import { ContinueExpiredError } from '#api';
import type { ListOptions } from '#request';
import { apiRig, context, note, refusal, widget, type ApiRig } from '../../support/api.ts';

let rig: ApiRig;

beforeEach(async () => {
  rig = await apiRig();
  const colours = { a: 'red', b: 'blue', c: 'red' };
  for (const [name, colour] of Object.entries(colours)) {
    const metadata = { name, labels: { name, n: String(name.charCodeAt(0)) } };
    await rig.api.create(context, widget, { metadata, spec: { colour } } as never, 'default');
  }
});

async function names(options: ListOptions): Promise<string> {
  const { items } = await rig.api.list(widget, options);
  return items.map(({ metadata }) => metadata.name).join(' ');
}

test.each<[options: ListOptions, names: string]>([
  [{}, 'a b c'],
  [{ namespace: 'default' }, 'a b c'],
  [{ namespace: 'defaul' }, ''],
  [{ labelSelector: 'name=a' }, 'a'],
  [{ labelSelector: 'name!=a' }, 'b c'],
  [{ labelSelector: 'n>97,name notin (c)' }, 'b'],
  [{ fieldSelector: 'metadata.name=b' }, 'b'],
  [{ fieldSelector: 'metadata.namespace!=default' }, ''],
  [{ fieldSelector: 'spec.colour=red' }, 'a c'],
  [{ fieldSelector: 'spec.colour=red,metadata.name!=a', labelSelector: 'name' }, 'c'],
  [{ limit: -1 }, 'a b c'],
  [{ limit: 2 }, 'a b'],
  [{ limit: 1, fieldSelector: 'spec.colour=red' }, 'a'],
  [{ limit: 2, resourceVersion: '0' }, 'a b c'],
])('%j finds %j', async (options, expected) => {
  expect(await names(options)).toBe(expected);
});

test.each<[options: ListOptions, code: number, message: string]>([
  [
    { labelSelector: 'a b' },
    400,
    "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
  ],
  [{ fieldSelector: 'foo' }, 400, "invalid selector: 'foo'; can't understand 'foo'"],
  [{ fieldSelector: 'foo=1' }, 400, 'field label not supported: foo'],
  [
    { resourceVersion: 'abc' },
    500,
    'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  [
    { resourceVersion: '-1' },
    500,
    'resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax',
  ],
  [{ resourceVersion: '999' }, 504, 'Timeout: Too large resource version: 999, current: 4'],
  [
    { resourceVersion: '999', resourceVersionMatch: 'Exact' },
    500,
    'etcdserver: mvcc: required revision is a future revision',
  ],
  [
    { resourceVersionMatch: 'Exact' },
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
  ],
  [
    { resourceVersion: '1', resourceVersionMatch: 'Near' },
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Near": supported values: "Exact", "NotOlderThan", ""',
  ],
  [
    { resourceVersion: '0', resourceVersionMatch: 'Exact' },
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ],
  [
    { resourceVersion: '1', resourceVersionMatch: 'NotOlderThan', continue: 'abc' },
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
  ],
  [
    { continue: 'abc' },
    400,
    "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
  ],
  [
    { continue: 'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJ4In0' },
    400,
    'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ],
  [
    {
      continue: 'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJ4XHUwMDAwIn0',
      resourceVersion: '5',
    },
    400,
    'specifying resource version is not allowed when using continue',
  ],
])('%j is refused', async (options, code, message) => {
  expect(await refusal(rig.api.list(widget, options))).toMatchObject({ code, message });
});

test('fields that cannot be selected on are refused in the words of the kind', async () => {
  const fieldSelector = 'spec.foo=1';
  const plain = await refusal(rig.api.list(note, { fieldSelector }));
  expect(plain.message).toBe(
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
  const ofPods = await refusal(rig.api.list(pod, { fieldSelector }));
  expect(ofPods.message).toBe('field label not supported: spec.foo');
});

test('nodes are found by whether they can be scheduled on', async () => {
  await rig.api.create(context, node, { metadata: { name: 'n1' } });
  const cordoned = { metadata: { name: 'n2' }, spec: { unschedulable: true } };
  await rig.api.create(context, node, cordoned as never);
  const { items } = await rig.api.list(node, { fieldSelector: 'spec.unschedulable=true' });
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['n2']);
});

describe('pages', () => {
  test('show the state of the first one', async () => {
    const first = await rig.api.list(widget, { limit: 1 });
    expect(first.metadata).toMatchObject({ resourceVersion: '4', remainingItemCount: 2 });
    await rig.api.delete(context, widget, { namespace: 'default', name: 'b' });
    await rig.api.create(context, widget, { metadata: { name: 'd' } }, 'default');
    const rest = await rig.api.list(widget, { limit: 5, continue: first.metadata.continue });
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
    expect(rest.metadata).toEqual({ resourceVersion: '4' });
  });

  test('go through everything once, with and without selectors', async () => {
    for (const selection of [{}, { labelSelector: 'name' }, { namespace: 'default' }]) {
      const found: string[] = [];
      let next: string | undefined;
      do {
        const page = await rig.api.list(widget, { ...selection, limit: 2, continue: next });
        found.push(...page.items.map(({ metadata }) => metadata.name));
        next = page.metadata.continue;
      } while (next !== undefined);
      expect(found).toEqual(['a', 'b', 'c']);
    }
  });

  test('have the token of v1.24, relative to what is listed', async () => {
    const tokenOf = async (options: ListOptions) => {
      const page = await rig.api.list(widget, { ...options, limit: 1 });
      return Buffer.from(page.metadata.continue!, 'base64url').toString();
    };
    expect(await tokenOf({})).toBe('{"v":"meta.k8s.io/v1","rv":4,"start":"default/a\\u0000"}');
    expect(await tokenOf({ namespace: 'default' })).toBe(
      '{"v":"meta.k8s.io/v1","rv":4,"start":"a\\u0000"}',
    );
  });

  test('with selectors do not say how many follow', async () => {
    const { metadata } = await rig.api.list(widget, { labelSelector: 'name', limit: 1 });
    expect(metadata.continue).toBeDefined();
    expect(metadata.remainingItemCount).toBeUndefined();
  });

  test('whose history is gone come with a token to continue without it', async () => {
    const { metadata } = await rig.api.list(widget, { limit: 1 });
    await rig.api.delete(context, widget, { namespace: 'default', name: 'b' });
    await rig.store.compact(rig.store.revision());
    const error = await refusal(rig.api.list(widget, { limit: 1, continue: metadata.continue }));
    expect(error).toMatchObject({ code: 410, reason: 'Expired' });
    expect(error).toBeInstanceOf(ContinueExpiredError);
    const rest = await rig.api.list(widget, { continue: (error as ContinueExpiredError).continue });
    expect(rest.items.map(({ metadata: { name } }) => name)).toEqual(['c']);
    expect(rest.metadata.resourceVersion).toBe(String(rig.store.revision()));
  });
});

describe('at revision 3, now being 5, a list', () => {
  beforeEach(() => rig.api.create(context, widget, { metadata: { name: 'd' } }, 'default'));

  test.each<[options: ListOptions, names: string]>([
    [{}, 'a b c d'],
    [{ resourceVersion: '3' }, 'a b c d'],
    [{ resourceVersion: '3', limit: 9 }, 'a b'],
    [{ resourceVersion: '3', resourceVersionMatch: 'Exact' }, 'a b'],
    [{ resourceVersion: '3', resourceVersionMatch: 'Exact', limit: 1 }, 'a'],
    [{ resourceVersion: '3', resourceVersionMatch: 'NotOlderThan' }, 'a b c d'],
    [{ resourceVersion: '3', resourceVersionMatch: 'NotOlderThan', limit: 3 }, 'a b c'],
  ])('with %j shows %j', async (options, expected) => {
    expect(await names(options)).toBe(expected);
  });

  test('that is compacted is refused', async () => {
    await rig.store.compact(4);
    const error = await refusal(names({ resourceVersion: '3', resourceVersionMatch: 'Exact' }));
    expect(error).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: 'The resourceVersion for the provided list is too old.',
    });
  });
});

test('a get takes a version that it must not be older than', async () => {
  const ref = { namespace: 'default', name: 'a' };
  const object = await rig.api.get(widget, ref);
  expect(await rig.api.get(widget, ref, '4')).toBe(object);
  expect(await refusal(rig.api.get(widget, ref, '5'))).toMatchObject({ code: 504 });
  expect(await refusal(rig.api.get(widget, ref, 'x'))).toMatchObject({ code: 500 });
});
