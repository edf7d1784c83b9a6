/** Owners of lists that have an item several times, or items without a name, in the releases where that changed. */
import { describe, expect, it } from 'vitest';
import { configMap, profileOf, schemas, serviceAccount } from '#kinds';
import type { RequestContext } from '#api';
import type { FieldSchema, ListSchema, StructSchema } from '#schema';
import { compare } from '../../../../src/api/managed-fields/compare.ts';
import { listRulesOf, Shapes } from '../../../../src/api/managed-fields/index.ts';
import { checkTyped } from '../../../../src/api/patch/apply-typed.ts';
import { apiRig, refusal, type ApiRig } from '../../../support/api.ts';

const as = (fieldManager: string): RequestContext => ({ origin: { actor: 'test' }, fieldManager });
const ref = { namespace: 'default', name: 'x' };
const lenient = { mayRepeat: true, mayLackKeys: false, scalarsOnly: false };

const shape = new Shapes(lenient).struct(schemas.ofKind('v1', 'Pod')!);
const spec = (...images: readonly string[]): object => ({
  spec: { containers: images.map((image) => ({ name: 'a', image })) },
});
const finalizers = (...of: readonly string[]): object => ({ metadata: { finalizers: of } });
const list = (part: object): object => ({ 'f:spec': { 'f:containers': part } });
const set = (part: object): object => ({ 'f:metadata': { 'f:finalizers': part } });
const a = 'k:{"name":"a"}';
const whole = { [a]: { '.': {}, 'f:image': {}, 'f:name': {} } };

describe('items that are there several times are one field', () => {
  it.each<[string, object, object, changed: object | undefined, removed: object | undefined]>([
    ['new', spec(), spec('1', '2'), list({ [a]: {} }), undefined],
    ['changed', spec('1', '2'), spec('1', '3'), list({ [a]: {} }), undefined],
    ['more of them', spec('1', '1'), spec('1', '1', '1'), list({ [a]: {} }), undefined],
    ['equal', spec('1', '2'), spec('1', '2'), undefined, undefined],
    ['once before', spec('1'), spec('1', '2'), list({ [a]: {} }), list(whole)],
    ['once after', spec('1', '2'), spec('2'), list(whole), list({ [a]: {} })],
    ['gone', spec('1', '2'), spec(), undefined, list({ [a]: {} })],
    [
      'members of a set',
      finalizers('b'),
      finalizers('c', 'c', 'b'),
      set({ 'v:"c"': {} }),
      undefined,
    ],
    [
      'members once',
      finalizers('c', 'c'),
      finalizers('c'),
      set({ 'v:"c"': {} }),
      set({ 'v:"c"': {} }),
    ],
  ])('%s', (_, before, after, changed, removed) => {
    const changes = compare(shape, before, after, false);
    expect(changes).toEqual({ changed, removed });
  });
});

describe('an object with a finalizer twice', () => {
  const metadata = { ...ref, finalizers: ['a.b/c', 'a.b/c'] };
  const make = async (minor: number): Promise<ApiRig> => {
    const rig = await apiRig({ profile: profileOf(minor) });
    await rig.api.create(as('maker'), configMap, { metadata } as never);
    return rig;
  };
  const apply = ({ api }: ApiRig, of: readonly string[], force = false) => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...ref, finalizers: of } };
    return api.patch(as('applier'), configMap, ref, { type: 'apply', body, force });
  };

  it('has no owners and cannot be applied to until 1.28', async () => {
    const rig = await make(28);
    expect((await rig.api.get(configMap, ref)).metadata.managedFields).toBeUndefined();
    expect(await refusal(apply(rig, ['d.e/f']))).toMatchObject({ code: 500 });
  });

  it('has owners and can be applied to from 1.29', async () => {
    const rig = await make(29);
    const { managedFields } = (await rig.api.get(configMap, ref)).metadata;
    expect(managedFields![0]!.fieldsV1).toEqual(set({ '.': {}, 'v:"a.b/c"': {} }));
    const { object } = await apply(rig, ['d.e/f']);
    expect(object.metadata.finalizers).toEqual(['a.b/c', 'a.b/c', 'd.e/f']);
    const merged = await apply(rig, ['a.b/c'], true);
    expect(merged.object.metadata.finalizers).toEqual(['a.b/c']);
    expect(await refusal(apply(rig, ['d.e/f', 'd.e/f']))).toMatchObject({
      code: 500,
      message: expect.stringContaining('duplicate entries for key [="d.e/f"]') as string,
    });
  });
});

describe('a write that leaves items without a name', () => {
  const write = async (minor: number) => {
    const { api } = await apiRig({ profile: profileOf(minor) });
    await api.create(as('maker'), serviceAccount, { metadata: { ...ref, labels: { a: 'b' } } });
    const change = { type: 'merge', body: { secrets: [{}] } } as const;
    const { object } = await api.patch(as('writer'), serviceAccount, ref, change);
    return object.metadata.managedFields;
  };

  it('takes all owners away until 1.36', async () => {
    expect(await write(36)).toBeUndefined();
  });

  it('leaves all owners from 1.37', async () => {
    expect((await write(37))!.map(({ manager }) => manager)).toEqual(['maker']);
  });
});

describe('items with several keys', () => {
  const text = { required: false, schema: { type: 'scalar', scalar: 'string' } } as const;
  const items = structOf({ a: { ...text, name: 'a' }, b: { ...text, name: 'b' } });
  const keyed: ListSchema = {
    type: 'list',
    items,
    patchMerge: false,
    listType: 'map',
    keys: ['b', 'a'],
  };
  const schema = structOf({ list: { name: 'list', required: false, schema: keyed } });
  const check = (minor: number, item: object) => () =>
    checkTyped(schema, { list: [item] }, listRulesOf(profileOf(minor)));

  it('need all of them until 1.33', () => {
    expect(check(33, { a: 'x' })).toThrow('omits key field "b"');
  });

  it('need one of them from 1.34', () => {
    expect(check(34, { a: 'x' })).not.toThrow();
    expect(check(34, {})).toThrow(
      'omits all key fields ["b" "a"] (and doesn\'t have default values for any key fields)',
    );
  });

  function structOf(fields: Readonly<Record<string, FieldSchema>>): StructSchema {
    const named = new Map(Object.entries(fields));
    return { type: 'struct', name: 'T', definition: 'T', fields: named, atomic: false };
  }
});
