/**
 * What every store does, call by call, wherever it keeps its objects: in memory, with a log on disk, in an etcd that
 * others write to as well. Revisions rise, by one or by more; all else is as `storeContract` has it for
 * the memory store.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { CompactedError, CompareFailedError, FutureRevisionError, type Store } from '#store';
import { markOf, origin } from '../unit/store/fixture.ts';

const bucket = 'configmaps';

export interface AnyRig {
  readonly store: Store;
  close(): Promise<void>;
}

export function anyStoreContract(make: () => Promise<AnyRig>): void {
  describe('does what every store does', () => {
    let rig: AnyRig;
    let store: Store;
    beforeEach(async () => {
      rig = await make();
      store = rig.store;
    });
    afterEach(() => rig.close());

    const put = (key: string, mark: string, expected?: number) =>
      store.put(bucket, key, marked(key, mark), { origin, expected });
    const versionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);
    const marks = async (options = {}) => (await store.list(bucket, options)).items.map(markOf);

    it('raises its revision with each write, and puts it into the object', async () => {
      const before = store.revision();
      const first = versionOf(await put('a/x', 'one'));
      const second = versionOf(await put('a/y', 'two'));
      const third = versionOf(await store.delete(bucket, 'a/x', { origin }));
      expect(first).toBeGreaterThan(before);
      expect(second).toBeGreaterThan(first);
      expect(third).toBeGreaterThan(second);
      expect(store.revision()).toBeGreaterThanOrEqual(third);
    });

    it('shows a write as soon as it is acknowledged', async () => {
      const value = await put('a/x', 'one');
      expect(store.peek(bucket, 'a/x')).toBe(value);
      expect(await store.get(bucket, 'a/x')).toBe(value);
      expect(store.isUnchanged(bucket, 'a/x')).toBe(true);
      await put('a/x', 'two');
      expect(store.isUnchanged(bucket, 'a/x')).toBe(false);
      await store.delete(bucket, 'a/x', { origin });
      expect(store.peek(bucket, 'a/x')).toBeUndefined();
      expect(store.isEmpty(bucket)).toBe(true);
    });

    it.each([
      ['none expected, none there', 'none', 'none', true],
      ['none expected, one there', 'none', 'one', false],
      ['this one expected', 'this', 'one', true],
      ['another expected', 'another', 'one', false],
      ['one expected, none there', 'another', 'none', false],
      ['anything expected', 'any', 'one', true],
    ])('compares and swaps: %s', async (_, wanted, there, passes) => {
      const before = there === 'one' ? await put('a/x', 'before') : undefined;
      const [version, revision] = [before === undefined ? 0 : versionOf(before), store.revision()];
      const expected = { none: 0, this: version, another: version + 7, any: undefined }[wanted];
      const write = put('a/x', 'after', expected);
      if (passes) {
        expect(markOf(await write)).toBe('after');
        return;
      }
      const error: unknown = await write.catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(CompareFailedError);
      expect((error as CompareFailedError).current).toBe(before);
      await expect(store.delete(bucket, 'a/x', { origin, expected })).rejects.toThrow(
        CompareFailedError,
      );
      expect(store.revision()).toBe(revision);
      expect(await marks()).toEqual(before === undefined ? [] : ['before']);
    });

    it('lets one of many rivals win', async () => {
      const first = versionOf(await put('a/x', 'first'));
      const rivals = Array.from({ length: 20 }, (_, n) => put('a/x', `rival ${n}`, first));
      const results = await Promise.allSettled(rivals);
      const winners = results.filter(({ status }) => status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(await marks()).toEqual([markOf((winners[0] as { value: KubeObject }).value)]);
    });

    it('delivers to watches each change once, in order, from any revision on', async () => {
      const start = store.revision();
      const live = store.watch(bucket, { after: start, prefix: 'a/' });
      const writes = Array.from({ length: 30 }, (_, n) => put(`a/${n % 3}`, String(n)));
      await Promise.all([...writes, put('b/x', 'elsewhere')]);
      await store.delete(bucket, 'a/1', { origin });
      const seen = await read(live, 31);
      expect(seen.map(({ type }) => type).filter((type) => type !== 'updated')).toEqual([
        ...['created', 'created', 'created', 'deleted'],
      ]);
      const revisions = seen.map(({ revision }) => revision);
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
      expect(seen.every(({ revision, value }) => versionOf(value) === revision)).toBe(true);
      for (const [at, { revision }] of seen.entries()) {
        const rest = seen.slice(at + 1);
        if (rest.length === 0) break;
        const again = store.watch(bucket, { after: revision, prefix: 'a/' });
        expect(await read(again, rest.length)).toEqual(rest);
        again.stop();
      }
      expect(seen.every((change) => change.origin.actor === origin.actor)).toBe(true);
    });

    it('chains states: what a change replaces is what the one before has written', async () => {
      const watch = store.watch(bucket, { after: store.revision() });
      await put('a/x', 'one');
      await put('a/x', 'two');
      await store.delete(bucket, 'a/x', { origin });
      const [created, updated, deleted] = await read(watch, 3);
      expect(created!.previous).toBeUndefined();
      expect(updated!.previous).toBe(created!.value);
      expect(deleted!.previous).toBe(updated!.value);
      expect(markOf(deleted!.value)).toBe('two');
    });

    it('reads the past, page by page, as it was', async () => {
      for (const key of ['a/1', 'a/2', 'a/3', 'b/1']) await put(key, key);
      const first = await store.list(bucket, { prefix: 'a/', limit: 2 });
      expect(first).toMatchObject({ next: 'a/2', remaining: 1 });
      await store.delete(bucket, 'a/3', { origin });
      await put('a/4', 'later');
      const { revision, next: after } = first;
      expect(await marks({ prefix: 'a/', after, limit: 2, revision })).toEqual(['a/3']);
      expect(await marks({ prefix: 'a/' })).toEqual(['a/1', 'a/2', 'later']);
      const future = store.list(bucket, { revision: store.revision() + 1000 });
      await expect(future).rejects.toThrow(FutureRevisionError);
    });

    it('forgets what is compacted', async () => {
      const first = versionOf(await put('a/x', 'one'));
      const second = versionOf(await put('a/x', 'two'));
      await put('a/x', 'three');
      await store.compact(second);
      expect(store.compactedRevision()).toBe(second);
      await expect(store.get(bucket, 'a/x', first)).rejects.toThrow(CompactedError);
      await expect(store.watch(bucket, { after: first }).next()).rejects.toThrow(CompactedError);
      expect(await marks({ revision: second })).toEqual(['two']);
      expect(await read(store.watch(bucket, { after: second }), 1)).toHaveLength(1);
    });

    it('repeats many objects, those that are as expected', async () => {
      const keys = Array.from({ length: 250 }, (_, n) => `a/${String(n).padStart(3, '0')}`);
      const made = await Promise.all(keys.map((key) => put(key, 'old')));
      const stale = await put('a/100', 'changed');
      const objects = made.map((object, n) => ({ key: keys[n]!, expected: versionOf(object) }));
      const watch = store.watch(bucket, { after: versionOf(stale) });
      const revisions = await store.putRepetitions(bucket, objects, {
        origin,
        accepts: (base) => base.metadata.name !== '200',
        apply: (base) => ({
          ...base,
          metadata: { ...base.metadata, annotations: { mark: 'new' } },
        }),
      });
      const written = revisions.map((revision) => revision !== undefined);
      expect(written.flatMap((is, n) => (is ? [] : [n]))).toEqual([100, 200]);
      const seen = await read(watch, 248);
      expect(seen.every((change) => change.isRepetition === true)).toBe(true);
      expect(new Set(seen.map(({ key }) => key)).size).toBe(248);
      for (const [n, revision] of revisions.entries()) {
        if (revision === undefined) continue;
        expect(versionOf(store.peek(bucket, keys[n]!)!)).toBe(revision);
        const [last, before] = [...store.past.changesOf(bucket, keys[n]!)];
        expect([last!.revision, last!.key, before!.type]).toEqual([revision, keys[n], 'created']);
      }
      expect((await marks()).filter((mark) => mark !== 'new')).toEqual(['changed', 'old']);
    });

    it('is readable and silent once it is closed', async () => {
      await put('a/x', 'one');
      const waiting = store.watch(bucket, { after: store.revision() }).next();
      store.close();
      expect(await waiting).toEqual([]);
      expect(await marks()).toEqual(['one']);
      await expect(put('a/y', 'two')).rejects.toThrow('closed');
      await expect(store.delete(bucket, 'a/x', { origin })).rejects.toThrow('closed');
    });
  });
}

function marked(key: string, mark: string): KubeObject {
  const [namespace = '', name = ''] = key.split('/');
  const metadata = { namespace, name, annotations: { mark } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata } as unknown as KubeObject;
}

/** This many changes of a watch. */
async function read(watch: ReturnType<Store['watch']>, count: number) {
  const changes = [];
  while (changes.length < count) changes.push(...(await watch.next()));
  return changes;
}
