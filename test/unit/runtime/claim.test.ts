import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, notFound, type KubeObject } from '#values';
import { addControllerIndexes, candidates, claim } from '#runtime';
import { judge } from '../../../src/runtime/claim.ts';
import { ObjectCache } from '../../../src/runtime/object-cache.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const ownerKind = fakeKind('Owner', 'owners');
const kind = fakeKind('Thing', 'things');

interface Traits {
  readonly controller?: string;
  readonly deleting?: boolean;
}

function thing(name: string, { controller, deleting }: Traits = {}): KubeObject {
  const made = object(name);
  const reference = {
    apiVersion: 'v1',
    kind: 'Owner',
    name: 'o',
    uid: controller!,
    controller: true,
  };
  return {
    ...made,
    metadata: {
      ...made.metadata,
      uid: `uid-${name}`,
      resourceVersion: '1',
      ...(controller !== undefined && { ownerReferences: [reference] }),
      ...(deleting && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
  };
}

describe('judge', () => {
  const owner = thing('owner');
  const dying = thing('owner', { deleting: true });
  const own = thing('a', { controller: 'uid-owner' });
  const others = thing('a', { controller: 'uid-other' });
  const orphan = thing('a');
  it.each([
    ['own, matching', owner, own, true, 'keep'],
    ['own, matching, of a dying owner', dying, own, true, 'keep'],
    ['own, not matching', owner, own, false, 'release'],
    ['own, not matching, of a dying owner', dying, own, false, 'ignore'],
    ["another's, matching", owner, others, true, 'ignore'],
    ['an orphan, matching', owner, orphan, true, 'adopt'],
    ['an orphan, not matching', owner, orphan, false, 'ignore'],
    ['an orphan for a dying owner', dying, orphan, true, 'ignore'],
    ['a dying orphan', owner, thing('a', { deleting: true }), true, 'ignore'],
  ])('%s', (_, by, it, matches, verdict) => {
    expect(judge(by, it, matches)).toBe(verdict);
  });
});

describe('claim', () => {
  let api: FakeApi;
  let owner: KubeObject;
  beforeEach(() => {
    api = new FakeApi();
    owner = api.put('owners', object('owner'));
  });
  const run = (objects: readonly KubeObject[], matching: readonly string[]) => {
    for (const one of objects) api.put('things', one);
    const matches = ({ metadata }: KubeObject) => matching.includes(metadata.name);
    const client = api.as({ actor: 'test' });
    return claim({ client, ownerKind, owner, kind, objects, matches });
  };
  const own = (name: string) => thing(name, { controller: owner.metadata.uid });
  const patchOf = (
    { metadata: { uid, resourceVersion } }: KubeObject,
    ownerReferences: unknown,
  ) => ({
    metadata: { uid, resourceVersion, ownerReferences },
  });
  const names = (list: readonly KubeObject[]) => list.map(({ metadata }) => metadata.name);

  it('keeps without a call, adopts after one look at the owner, releases', async () => {
    const objects = [own('mine'), thing('orphan-1'), own('stray'), thing('orphan-2'), thing('far')];
    const claimed = await run(objects, ['mine', 'orphan-1', 'orphan-2']);
    expect(names(claimed)).toEqual(['mine', 'orphan-1', 'orphan-2']);
    expect(api.calls.map(({ verb, name }) => `${verb} ${name}`)).toEqual([
      'get owner',
      'patch orphan-1',
      'patch stray',
      'patch orphan-2',
    ]);
    const adopted = {
      apiVersion: 'v1',
      kind: 'Owner',
      name: 'owner',
      uid: owner.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    };
    expect(api.calls[1]!.body).toEqual({ type: 'merge', body: patchOf(objects[1]!, [adopted]) });
    expect(api.calls[2]!.body).toEqual({ type: 'merge', body: patchOf(objects[2]!, null) });
  });

  it('leaves other references alone', async () => {
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'uid-c' };
    const withOther = (one: KubeObject): KubeObject => {
      const ownerReferences = [other, ...(one.metadata.ownerReferences ?? [])];
      return { ...one, metadata: { ...one.metadata, ownerReferences } };
    };
    const objects = [withOther(thing('orphan')), withOther(own('stray'))];
    await run(objects, ['orphan']);
    const adopted = expect.objectContaining({ uid: owner.metadata.uid, controller: true });
    expect(api.calls[1]!.body).toEqual({
      type: 'merge',
      body: patchOf(objects[0]!, [other, adopted]),
    });
    expect(api.calls[2]!.body).toEqual({ type: 'merge', body: patchOf(objects[1]!, [other]) });
  });

  it('adopts nothing for an owner that is gone, replaced or dying, but still releases', async () => {
    const stale = owner;
    api.remove('owners', 'default/owner');
    await expect(run([thing('a'), own('b')], ['a'])).rejects.toMatchObject({ code: 404 });
    expect(api.calls.map(({ verb, name }) => `${verb} ${name}`)).toEqual(['get owner', 'patch b']);
    api.put('owners', { ...stale, metadata: { ...stale.metadata, uid: undefined as never } });
    await expect(run([thing('a')], ['a'])).rejects.toThrow(
      /original Owner default\/owner is gone: got uid \S+, wanted \S+$/,
    );
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    owner = api.get('owners', 'default/owner')!;
    api.put('owners', { ...owner, metadata: { ...owner.metadata, deletionTimestamp } });
    await expect(run([thing('a')], ['a'])).rejects.toThrow(
      'default/owner has just been deleted at 2026-01-01T00:00:00Z',
    );
  });

  it('lets go of what vanished meanwhile', async () => {
    api.gate = ({ verb, name }) => {
      if (verb === 'patch' && name === 'lost') throw notFound(kind, name);
      if (verb === 'patch' && name === 'reborn') throw new ApiError(422, 'Invalid', 'uid');
    };
    const claimed = await run([thing('lost'), thing('b'), own('reborn')], ['lost', 'b']);
    expect(names(claimed)).toEqual(['b']);
  });

  it('throws what was refused, after trying all', async () => {
    api.gate = ({ verb, name }) => {
      if (verb === 'patch' && name !== 'c') throw new Error(`no ${name}`);
    };
    await expect(run([thing('a'), thing('b'), thing('c')], ['a', 'b', 'c'])).rejects.toThrow(
      '[no a, no b]',
    );
    expect(api.calls.at(-1)).toMatchObject({ verb: 'patch', name: 'c' });
  });
});

describe('candidates', () => {
  it("are the owner's own and the namespace's orphans", () => {
    const cache = new ObjectCache<KubeObject>();
    addControllerIndexes({
      lister: cache,
      synced: true,
      addIndex: (name, valuesOf) => cache.addIndex(name, valuesOf),
      addHandlers: () => undefined,
    });
    const far = thing('far');
    const elsewhere = { ...far, metadata: { ...far.metadata, namespace: 'other' } };
    const own = thing('own', { controller: 'uid-owner' });
    const orphan = thing('orphan');
    for (const one of [orphan, thing('x', { controller: 'uid-x' }), elsewhere, own]) {
      cache.set(one, undefined);
    }
    expect(candidates(cache, thing('owner'))).toEqual([own, orphan]);
  });
});
