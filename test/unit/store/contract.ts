/** What every engine behind the `Store` interface must do, by example. */
import { describe, expect, it } from 'vitest';
import { CompactedError, CompareFailedError, FutureRevisionError } from '#store';
import { marked, markOf, origin, outcome, useRig, type MakeRig } from './fixture.ts';
import { watchContract } from './watch-contract.ts';

export function storeContract(name: string, make: MakeRig): void {
  describe(`${name} keeps the store's contract`, () => {
    const use = useRig(make);
    const { put, remove, marks } = use;

    watchContract(make);

    describe('writes', () => {
      it('raise the one revision by one each and put it into the object', async () => {
        expect(use.rig.store.revision()).toBe(0);
        expect((await put('a/x')).metadata.resourceVersion).toBe('1');
        const other = await use.rig.store.put('others', 'y', marked('y'), { origin });
        expect(other.metadata.resourceVersion).toBe('2');
        expect((await remove('a/x')).metadata.resourceVersion).toBe('3');
        expect(use.rig.store.revision()).toBe(3);
      });

      it('give back what is stored, and read it back as the very same value', async () => {
        const value = marked('a/x');
        expect(await put('a/x')).toEqual(await use.rig.store.get('maps', 'a/x'));
        expect(await use.rig.store.put('maps', 'a/y', value, { origin })).toBe(value);
        expect(await use.rig.store.get('maps', 'a/y')).toBe(value);
        expect((await use.rig.store.list('maps', { prefix: 'a/y' })).items[0]).toBe(value);
      });

      it('leave the version before a deletion as it was', async () => {
        const value = await put('a/x');
        const last = await remove('a/x');
        expect(last).toEqual({
          ...value,
          metadata: { ...value.metadata, resourceVersion: '2' },
        });
        expect(value.metadata.resourceVersion).toBe('1');
        expect(await use.rig.store.get('maps', 'a/x')).toBeUndefined();
      });

      it('count nothing when they fail', async () => {
        await put('a/x');
        await expect(put('a/x', 'again', { expected: 0 })).rejects.toThrow(CompareFailedError);
        expect(use.rig.store.revision()).toBe(1);
        expect(await marks()).toEqual(['a/x']);
      });
    });

    describe('compare-and-swap', () => {
      const cases: [string, number, boolean, boolean][] = [
        ['none expected, none there', 0, false, true],
        ['none expected, one there', 0, true, false],
        ['this one expected', 1, true, true],
        ['another expected', 7, true, false],
        ['one expected, none there', 7, false, false],
      ];
      it.each(cases)('put: %s', async (_, expected, there, passes) => {
        const before = there ? await put('a/x', 'before') : undefined;
        const write = outcome(put('a/x', 'after', { expected }));
        await use.rig.settle();
        if (passes) expect(markOf(write.value!)).toBe('after');
        else {
          expect(write.error).toBeInstanceOf(CompareFailedError);
          expect((write.error as CompareFailedError).current).toBe(before);
        }
      });

      it.each(cases)('delete: %s', async (_, expected, there, passes) => {
        if (there) await put('a/x');
        const write = outcome(remove('a/x', { expected }));
        await use.rig.settle();
        if (passes && there) expect(write.value).toBeDefined();
        else expect(write.error).toBeInstanceOf(CompareFailedError);
      });

      it('deleting what is not there fails without an expectation too', async () => {
        await expect(remove('a/x')).rejects.toMatchObject({ current: undefined });
      });

      it('takes what was deleted for absent', async () => {
        await put('a/x');
        await remove('a/x');
        expect((await put('a/x', 'new', { expected: 0 })).metadata.resourceVersion).toBe('3');
      });

      it('lets one of two rivals win', async () => {
        await put('a/x');
        const rivals = ['one', 'two'].map((mark) => outcome(put('a/x', mark, { expected: 1 })));
        await use.rig.settle();
        expect(rivals.filter(({ value }) => value !== undefined)).toHaveLength(1);
        expect(rivals.filter(({ error }) => error instanceof CompareFailedError)).toHaveLength(1);
      });
    });

    describe('lists', () => {
      it('go in byte order of keys', async () => {
        for (const key of ['b/x', 'a/x', 'a-b/x', 'a/B', 'a/a.b', 'a/a-b', 'a/a']) await put(key);
        expect(await marks()).toEqual(['a-b/x', 'a/B', 'a/a', 'a/a-b', 'a/a.b', 'a/x', 'b/x']);
        expect(await marks({ prefix: 'a/' })).toEqual(['a/B', 'a/a', 'a/a-b', 'a/a.b', 'a/x']);
        expect(await marks({ prefix: 'a/a', after: 'a/a' })).toEqual(['a/a-b', 'a/a.b']);
        expect(await marks({ prefix: 'a/', after: 'Z' })).toHaveLength(5);
        expect(await marks({ prefix: 'a/', after: 'b' })).toEqual([]);
      });

      it('of what does not exist are empty', async () => {
        expect(await use.rig.store.list('nothing')).toEqual({
          items: [],
          revision: 0,
          remaining: 0,
        });
      });

      it('know what is as it was created', async () => {
        const isUnchanged = (): boolean => use.rig.store.isUnchanged('maps', 'a/x');
        expect(isUnchanged()).toBe(false);
        await put('a/x');
        await put('a/y');
        expect(isUnchanged()).toBe(true);
        await put('a/x', 'again');
        expect(isUnchanged()).toBe(false);
        await use.rig.store.compact(use.rig.store.revision());
        expect(isUnchanged()).toBe(false);
        await remove('a/x');
        await put('a/x', 'third');
        expect(isUnchanged()).toBe(true);
      });

      it('are known to be empty without reading', async () => {
        const isEmpty = (): boolean => use.rig.store.isEmpty('maps');
        expect(isEmpty()).toBe(true);
        await put('a/x');
        expect(isEmpty()).toBe(false);
        expect(use.rig.store.isEmpty('others')).toBe(true);
        await remove('a/x');
        expect(isEmpty()).toBe(true);
      });

      it('come in pages that stay as they were at the first page', async () => {
        for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'b/1']) await put(key);
        const first = await use.rig.store.list('maps', { prefix: 'a/', limit: 2 });
        expect(first).toMatchObject({ revision: 5, next: 'a/2', remaining: 2 });
        await remove('a/3');
        await put('a/4', 'changed');
        await put('a/5');
        const second = await use.rig.store.list('maps', {
          prefix: 'a/',
          limit: 1,
          after: first.next!,
          revision: first.revision,
        });
        expect(second).toMatchObject({ revision: 5, next: 'a/3', remaining: 1 });
        const third = await use.rig.store.list('maps', {
          prefix: 'a/',
          limit: 2,
          after: second.next!,
          revision: first.revision,
        });
        expect(third.items.map(markOf)).toEqual(['a/4']);
        expect(third).toMatchObject({ revision: 5, remaining: 0 });
        expect(third.next).toBeUndefined();
        expect(await marks({ prefix: 'a/' })).toEqual(['a/1', 'a/2', 'changed', 'a/5']);
      });

      it('end with an empty page behind the last key', async () => {
        for (const key of ['x/1', 'x/2', 'x/3']) await put(key);
        for (const prefix of ['', 'x/']) {
          const page = await use.rig.store.list('maps', { prefix, limit: 2, after: 'x/3' });
          expect(page).toEqual({ items: [], revision: 3, remaining: 0 });
        }
      });

      it('name no next key when the limit is just met', async () => {
        await put('a/1');
        await put('a/2');
        const list = await use.rig.store.list('maps', { limit: 2 });
        expect(list.remaining).toBe(0);
        expect(list.next).toBeUndefined();
      });
    });

    describe('the past', () => {
      it('can be read at every revision', async () => {
        await put('a/x', 'one');
        await put('a/x', 'two');
        await remove('a/x');
        await put('a/x', 'four');
        const seen = [];
        for (let revision = 0; revision <= 4; revision++) {
          const object = await use.rig.store.get('maps', 'a/x', revision);
          expect(await marks({ revision })).toEqual(object ? [markOf(object)] : []);
          seen.push(object && markOf(object));
        }
        expect(seen).toEqual([undefined, 'one', 'two', undefined, 'four']);
      });

      it('is gone below the compacted revision, and whole from there on', async () => {
        for (const mark of ['one', 'two', 'three']) await put('a/x', mark);
        await put('a/y');
        await use.rig.store.compact(2);
        expect(use.rig.store.compactedRevision()).toBe(2);
        await expect(use.rig.store.get('maps', 'a/x', 1)).rejects.toThrow(CompactedError);
        await expect(use.rig.store.list('maps', { revision: 1 })).rejects.toMatchObject({
          requested: 1,
          compacted: 2,
        });
        expect(await marks({ revision: 2 })).toEqual(['two']);
        expect(await marks({ revision: 3 })).toEqual(['three']);
        await use.rig.store.compact(1);
        expect(use.rig.store.compactedRevision()).toBe(2);
      });

      it('forgets deletions only where reads cannot come before them', async () => {
        await put('a/x');
        await remove('a/x');
        await put('a/y');
        await use.rig.store.compact(1);
        expect(await marks({ revision: 1 })).toEqual(['a/x']);
        await use.rig.store.compact(2);
        expect(await marks({ revision: 2 })).toEqual([]);
        expect((await put('a/x', 'new', { expected: 0 })).metadata.resourceVersion).toBe('4');
        expect(await marks({ revision: 3 })).toEqual(['a/y']);
      });

      it('does not reach into the future', async () => {
        await put('a/x');
        const future = { requested: 2, current: 1 };
        await expect(use.rig.store.get('maps', 'a/x', 2)).rejects.toThrow(FutureRevisionError);
        await expect(use.rig.store.list('maps', { revision: 2 })).rejects.toMatchObject(future);
        await expect(use.rig.store.compact(2)).rejects.toMatchObject(future);
      });
    });

    describe('expiry', () => {
      it('deletes on time, as a change of its own', async () => {
        const watch = use.rig.store.watch('maps', { after: 1 });
        await put('a/x', 'a/x', { ttlMs: 100 });
        use.rig.clock.advance(99);
        expect(await marks()).toEqual(['a/x']);
        use.rig.clock.advance(1);
        await use.rig.settle();
        expect(await marks()).toEqual([]);
        expect(await watch.next()).toMatchObject([
          { type: 'deleted', time: 100, revision: 2, origin: { actor: 'store', note: 'expired' } },
        ]);
      });

      it('is replaced or dropped by a later write', async () => {
        await put('a/replaced', 'r', { ttlMs: 100 });
        await put('a/dropped', 'd', { ttlMs: 100 });
        await put('a/removed', 'x', { ttlMs: 100 });
        use.rig.clock.advance(50);
        await put('a/replaced', 'r2', { ttlMs: 200 });
        await put('a/dropped', 'd2');
        await remove('a/removed');
        await put('a/removed', 'x2');
        use.rig.clock.advance(199);
        await use.rig.settle();
        expect(await marks()).toEqual(['d2', 'x2', 'r2']);
        use.rig.clock.advance(1);
        await use.rig.settle();
        expect(await marks()).toEqual(['d2', 'x2']);
      });

      it('needs one timer, set to the nearest deadline, and none when nothing expires', async () => {
        for (const [key, ttlMs] of [
          ['a', 300],
          ['b', 100],
          ['c', 200],
        ] as const) {
          await put(key, key, { ttlMs });
        }
        const due = () => use.rig.clock.timers().map((timer) => timer.due);
        expect(due()).toEqual([100]);
        const timer = use.rig.clock.timers()[0]!;
        expect(timer.options.quiet).toBe(true);
        await put('d', 'd', { ttlMs: 100 });
        expect(use.rig.clock.timers(), 'the timer set already').toEqual([timer]);
        await remove('d');
        await remove('b');
        expect(due()).toEqual([200]);
        use.rig.clock.advance(200);
        await use.rig.settle();
        expect(due()).toEqual([300]);
        await put('a');
        expect(due()).toEqual([]);
      });
    });

    describe('close', () => {
      it('ends watches and timers; reading still works, writing does not', async () => {
        await put('a/x', 'a/x', { ttlMs: 10 });
        const waiting = use.rig.store.watch('maps', { after: 1 }).next();
        use.rig.store.close();
        expect(await waiting).toEqual([]);
        expect(use.rig.clock.timers()).toEqual([]);
        expect(await use.rig.store.watch('maps', { after: 0, hold: 'late' }).next()).toEqual([]);
        expect(await marks()).toEqual(['a/x']);
        await expect(put('a/y')).rejects.toThrow('closed');
        await expect(remove('a/x')).rejects.toThrow('closed');
      });
    });
  });
}
