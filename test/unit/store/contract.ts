/** What every engine behind the `Store` interface must do, by example. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CompactedError, CompareFailedError, FutureRevisionError } from '#store';
import { inShort, marked, markOf, origin, outcome, type MakeRig, type Rig } from './fixture.ts';

export function storeContract(name: string, make: MakeRig): void {
  describe(`${name} keeps the store's contract`, () => {
    let rig: Rig;
    beforeEach(() => {
      rig = make();
    });
    afterEach(() => {
      rig.store.close();
      expect(rig.clock.holds(), 'holds left behind').toBe(0);
    });
    const put = (key: string, mark = key, options = {}) =>
      rig.store.put('maps', key, marked(key, mark), { origin, ...options });
    const remove = (key: string, options = {}) =>
      rig.store.delete('maps', key, { origin, ...options });
    const marks = async (options = {}) => (await rig.store.list('maps', options)).items.map(markOf);

    describe('writes', () => {
      it('raise the one revision by one each and put it into the object', async () => {
        expect(rig.store.revision()).toBe(0);
        expect((await put('a/x')).metadata.resourceVersion).toBe('1');
        const other = await rig.store.put('others', 'y', marked('y'), { origin });
        expect(other.metadata.resourceVersion).toBe('2');
        expect((await remove('a/x')).metadata.resourceVersion).toBe('3');
        expect(rig.store.revision()).toBe(3);
      });

      it('give back what is stored, and read it back as the very same value', async () => {
        const value = marked('a/x');
        expect(await put('a/x')).toEqual(await rig.store.get('maps', 'a/x'));
        expect(await rig.store.put('maps', 'a/y', value, { origin })).toBe(value);
        expect(await rig.store.get('maps', 'a/y')).toBe(value);
        expect((await rig.store.list('maps', { prefix: 'a/y' })).items[0]).toBe(value);
      });

      it('leave the version before a deletion as it was', async () => {
        const value = await put('a/x');
        const last = await remove('a/x');
        expect(last).toEqual({
          ...value,
          metadata: { ...value.metadata, resourceVersion: '2' },
        });
        expect(value.metadata.resourceVersion).toBe('1');
        expect(await rig.store.get('maps', 'a/x')).toBeUndefined();
      });

      it('count nothing when they fail', async () => {
        await put('a/x');
        await expect(put('a/x', 'again', { expected: 0 })).rejects.toThrow(CompareFailedError);
        expect(rig.store.revision()).toBe(1);
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
        await rig.settle();
        if (passes) expect(markOf(write.value!)).toBe('after');
        else {
          expect(write.error).toBeInstanceOf(CompareFailedError);
          expect((write.error as CompareFailedError).current).toBe(before);
        }
      });

      it.each(cases)('delete: %s', async (_, expected, there, passes) => {
        if (there) await put('a/x');
        const write = outcome(remove('a/x', { expected }));
        await rig.settle();
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
        await rig.settle();
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
        expect(await rig.store.list('nothing')).toEqual({ items: [], revision: 0, remaining: 0 });
      });

      it('come in pages that stay as they were at the first page', async () => {
        for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'b/1']) await put(key);
        const first = await rig.store.list('maps', { prefix: 'a/', limit: 2 });
        expect(first).toMatchObject({ revision: 5, next: 'a/2', remaining: 2 });
        await remove('a/3');
        await put('a/4', 'changed');
        await put('a/5');
        const second = await rig.store.list('maps', {
          prefix: 'a/',
          limit: 1,
          after: first.next!,
          revision: first.revision,
        });
        expect(second).toMatchObject({ revision: 5, next: 'a/3', remaining: 1 });
        const third = await rig.store.list('maps', {
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

      it('name no next key when the limit is just met', async () => {
        await put('a/1');
        await put('a/2');
        const list = await rig.store.list('maps', { limit: 2 });
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
          const object = await rig.store.get('maps', 'a/x', revision);
          expect(await marks({ revision })).toEqual(object ? [markOf(object)] : []);
          seen.push(object && markOf(object));
        }
        expect(seen).toEqual([undefined, 'one', 'two', undefined, 'four']);
      });

      it('is gone below the compacted revision, and whole from there on', async () => {
        for (const mark of ['one', 'two', 'three']) await put('a/x', mark);
        await put('a/y');
        await rig.store.compact(2);
        expect(rig.store.compactedRevision()).toBe(2);
        await expect(rig.store.get('maps', 'a/x', 1)).rejects.toThrow(CompactedError);
        await expect(rig.store.list('maps', { revision: 1 })).rejects.toMatchObject({
          requested: 1,
          compacted: 2,
        });
        expect(await marks({ revision: 2 })).toEqual(['two']);
        expect(await marks({ revision: 3 })).toEqual(['three']);
        await rig.store.compact(1);
        expect(rig.store.compactedRevision()).toBe(2);
      });

      it('forgets deletions only where reads cannot come before them', async () => {
        await put('a/x');
        await remove('a/x');
        await put('a/y');
        await rig.store.compact(1);
        expect(await marks({ revision: 1 })).toEqual(['a/x']);
        await rig.store.compact(2);
        expect(await marks({ revision: 2 })).toEqual([]);
        expect((await put('a/x', 'new', { expected: 0 })).metadata.resourceVersion).toBe('4');
        expect(await marks({ revision: 3 })).toEqual(['a/y']);
      });

      it('does not reach into the future', async () => {
        await put('a/x');
        const future = { requested: 2, current: 1 };
        await expect(rig.store.get('maps', 'a/x', 2)).rejects.toThrow(FutureRevisionError);
        await expect(rig.store.list('maps', { revision: 2 })).rejects.toMatchObject(future);
        await expect(rig.store.compact(2)).rejects.toMatchObject(future);
      });
    });

    describe('watches', () => {
      it('deliver what happened behind their revision, then what happens', async () => {
        await put('a/x');
        await put('a/y');
        const watch = rig.store.watch('maps', { after: 1 });
        expect((await watch.next()).map(inShort)).toEqual(['2 created a/y']);
        const waiting = outcome(watch.next());
        await rig.settle();
        expect(waiting).toEqual({});
        await put('a/x', 'changed');
        await remove('a/x');
        await rig.settle();
        const delivered = [...waiting.value!];
        while (delivered.length < 2) delivered.push(...(await watch.next()));
        expect(delivered.map(inShort)).toEqual(['3 updated a/x', '4 deleted a/x']);
      });

      it('tell time, origin and both states', async () => {
        const watch = rig.store.watch('maps', { after: 0 });
        rig.clock.advance(5);
        const first = await put('a/x', 'one');
        rig.clock.advance(5);
        const second = await rig.store.put('maps', 'a/x', marked('a/x', 'two'), {
          origin: { actor: 'someone', note: 'why' },
        });
        const last = await remove('a/x');
        const changes = [];
        while (changes.length < 3) changes.push(...(await watch.next()));
        expect(changes[0]).toMatchObject({ time: 5, bucket: 'maps', origin, value: first });
        expect(changes[0]!.previous).toBeUndefined();
        expect(changes[1]).toMatchObject({
          time: 10,
          origin: { actor: 'someone', note: 'why' },
          value: second,
          previous: first,
        });
        expect(changes[2]).toMatchObject({ type: 'deleted', value: last, previous: second });
      });

      it('see one bucket, one prefix, or all in order', async () => {
        const all = rig.store.watch(undefined, { after: 0 });
        const space = rig.store.watch('maps', { after: 0, prefix: 'a/' });
        const word = rig.store.watch('maps', { after: 0, prefix: 'a/x' });
        await put('a/x');
        await rig.store.put('others', 'a/x', marked('a/x'), { origin });
        await put('b/x');
        await put('a/xy');
        await put('a/y');
        const read = async (watch: typeof all, count: number) => {
          const changes: string[] = [];
          while (changes.length < count) changes.push(...(await watch.next()).map(inShort));
          return changes;
        };
        expect(await read(space, 3)).toEqual(['1 created a/x', '4 created a/xy', '5 created a/y']);
        expect(await read(word, 2)).toEqual(['1 created a/x', '4 created a/xy']);
        expect(await read(all, 5)).toEqual([
          '1 created a/x',
          '2 created a/x',
          '3 created b/x',
          '4 created a/xy',
          '5 created a/y',
        ]);
      });

      it('from a revision in the future stay silent until it has passed', async () => {
        const watch = rig.store.watch('maps', { after: 2, hold: 'future' });
        const waiting = outcome(watch.next());
        await put('a/1');
        await put('a/2');
        await rig.settle();
        expect(waiting).toEqual({});
        expect(rig.clock.holds('future')).toBe(0);
        await put('a/3');
        await rig.settle();
        expect(waiting.value!.map(inShort)).toEqual(['3 created a/3']);
      });

      it('that are stopped resolve empty, also while waiting', async () => {
        const watch = rig.store.watch('maps', { after: 0, hold: 'watcher' });
        const waiting = watch.next();
        await put('a/x');
        watch.stop();
        expect(await watch.next()).toEqual([]);
        expect((await waiting).length).toBeLessThan(2);
        await put('a/y');
        expect(rig.clock.holds('watcher')).toBe(0);
        watch.stop();
      });

      it('refuse a second next() while one waits', async () => {
        const watch = rig.store.watch('maps', { after: 0 });
        const waiting = watch.next();
        await expect(watch.next()).rejects.toThrow('earlier call still waits');
        await put('a/x');
        expect(await waiting).toHaveLength(1);
      });

      it('deliver no more at once than a batch', async () => {
        const small = make({ batch: 2 });
        for (const key of ['1', '2', '3', '4', '5']) {
          await small.store.put('maps', key, marked(key), { origin });
        }
        const watch = small.store.watch('maps', { after: 0 });
        const sizes = [await watch.next(), await watch.next(), await watch.next()].map(
          (batch) => batch.length,
        );
        expect(sizes).toEqual([2, 2, 1]);
        small.store.close();
      });

      it('below the compacted revision are refused at their first next()', async () => {
        await put('a/x');
        await put('a/y');
        await rig.store.compact(2);
        const late = rig.store.watch('maps', { after: 1, hold: 'late' });
        expect(rig.clock.holds('late')).toBe(0);
        await expect(late.next()).rejects.toThrow(CompactedError);
        await expect(late.next()).rejects.toMatchObject({ requested: 1, compacted: 2 });
        const inTime = rig.store.watch('maps', { after: 2 });
        await put('a/z');
        expect((await inTime.next()).map(inShort)).toEqual(['3 created a/z']);
      });

      it('that fall behind compaction are told, those with nothing pending go on', async () => {
        const behind = rig.store.watch('maps', { after: 0, hold: 'behind' });
        const idle = rig.store.watch('maps', { after: 0, prefix: 'b/' });
        await put('a/x');
        await put('a/y');
        await rig.store.compact(1);
        await expect(behind.next()).rejects.toMatchObject({ requested: 0, compacted: 1 });
        expect(rig.clock.holds('behind')).toBe(0);
        await put('b/x');
        expect((await idle.next()).map(inShort)).toEqual(['3 created b/x']);
      });
    });

    describe('holds', () => {
      it('are taken with the change and given back once all is dealt with', async () => {
        const watch = rig.store.watch('maps', { after: 0, hold: 'watcher' });
        const held = () => rig.clock.holds('watcher');
        expect(held()).toBe(0);
        const first = watch.next();
        await put('a/x');
        expect(held(), 'with the change').toBe(1);
        await put('a/y');
        expect(held(), 'one for all that is pending').toBe(1);
        let delivered = (await first).length;
        while (delivered < 2) delivered += (await watch.next()).length;
        expect(held(), 'while the batch is dealt with').toBe(1);
        const second = watch.next();
        expect(held(), 'nothing left').toBe(0);
        await put('a/z');
        await second;
        watch.stop();
        expect(held(), 'stopped').toBe(0);
      });

      it('are taken at once for what a new watch has to catch up on', async () => {
        await put('a/x');
        rig.store.watch('maps', { after: 0, hold: 'watcher' });
        rig.store.watch('maps', { after: 0, hold: 'elsewhere', prefix: 'b/' });
        expect(rig.clock.holds('watcher')).toBe(1);
        expect(rig.clock.holds('elsewhere')).toBe(0);
      });

      it('are not taken for watchers outside', async () => {
        rig.store.watch('maps', { after: 0 });
        await put('a/x');
        expect(rig.clock.holds()).toBe(0);
      });
    });

    describe('expiry', () => {
      it('deletes on time, as a change of its own', async () => {
        const watch = rig.store.watch('maps', { after: 1 });
        await put('a/x', 'a/x', { ttlMs: 100 });
        rig.clock.advance(99);
        expect(await marks()).toEqual(['a/x']);
        rig.clock.advance(1);
        await rig.settle();
        expect(await marks()).toEqual([]);
        expect(await watch.next()).toMatchObject([
          { type: 'deleted', time: 100, revision: 2, origin: { actor: 'store', note: 'expired' } },
        ]);
      });

      it('is replaced or dropped by a later write', async () => {
        await put('a/replaced', 'r', { ttlMs: 100 });
        await put('a/dropped', 'd', { ttlMs: 100 });
        await put('a/removed', 'x', { ttlMs: 100 });
        rig.clock.advance(50);
        await put('a/replaced', 'r2', { ttlMs: 200 });
        await put('a/dropped', 'd2');
        await remove('a/removed');
        await put('a/removed', 'x2');
        rig.clock.advance(199);
        await rig.settle();
        expect(await marks()).toEqual(['d2', 'x2', 'r2']);
        rig.clock.advance(1);
        await rig.settle();
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
        const due = () => rig.clock.timers().map((timer) => timer.due);
        expect(due()).toEqual([100]);
        const timer = rig.clock.timers()[0]!;
        expect(timer.options.quiet).toBe(true);
        await put('d', 'd', { ttlMs: 100 });
        expect(rig.clock.timers(), 'the timer set already').toEqual([timer]);
        await remove('d');
        await remove('b');
        expect(due()).toEqual([200]);
        rig.clock.advance(200);
        await rig.settle();
        expect(due()).toEqual([300]);
        await put('a');
        expect(due()).toEqual([]);
      });
    });

    describe('close', () => {
      it('ends watches and timers; reading goes on, writing does not', async () => {
        await put('a/x', 'a/x', { ttlMs: 10 });
        const waiting = rig.store.watch('maps', { after: 1 }).next();
        rig.store.close();
        expect(await waiting).toEqual([]);
        expect(rig.clock.timers()).toEqual([]);
        expect(await rig.store.watch('maps', { after: 0, hold: 'late' }).next()).toEqual([]);
        expect(await marks()).toEqual(['a/x']);
        await expect(put('a/y')).rejects.toThrow('closed');
        await expect(remove('a/x')).rejects.toThrow('closed');
      });
    });
  });
}
