/** The part of the contract that is about watches and the holds they take. */
import { describe, expect, it } from 'vitest';
import { CompactedError } from '#store';
import { inShort, marked, origin, outcome, useRig, type MakeRig } from './fixture.ts';

export function watchContract(make: MakeRig): void {
  describe('watching', () => {
    const use = useRig(make);
    const { put, remove } = use;

    describe('watches', () => {
      it('deliver what happened behind their revision, then what happens', async () => {
        await put('a/x');
        await put('a/y');
        const watch = use.rig.store.watch('maps', { after: 1 });
        expect((await watch.next()).map(inShort)).toEqual(['2 created a/y']);
        const waiting = outcome(watch.next());
        await use.rig.settle();
        expect(waiting).toEqual({});
        await put('a/x', 'changed');
        await remove('a/x');
        await use.rig.settle();
        const delivered = [...waiting.value!];
        while (delivered.length < 2) delivered.push(...(await watch.next()));
        expect(delivered.map(inShort)).toEqual(['3 updated a/x', '4 deleted a/x']);
      });

      it('tell time, origin and both states', async () => {
        const watch = use.rig.store.watch('maps', { after: 0 });
        use.rig.clock.advance(5);
        const first = await put('a/x', 'one');
        use.rig.clock.advance(5);
        const second = await use.rig.store.put('maps', 'a/x', marked('a/x', 'two'), {
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
        const all = use.rig.store.watch(undefined, { after: 0 });
        const space = use.rig.store.watch('maps', { after: 0, prefix: 'a/' });
        const word = use.rig.store.watch('maps', { after: 0, prefix: 'a/x' });
        await put('a/x');
        await use.rig.store.put('others', 'a/x', marked('a/x'), { origin });
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
        const watch = use.rig.store.watch('maps', { after: 2, hold: 'future' });
        const waiting = outcome(watch.next());
        await put('a/1');
        await put('a/2');
        await use.rig.settle();
        expect(waiting).toEqual({});
        expect(use.rig.clock.holds('future')).toBe(0);
        await put('a/3');
        await use.rig.settle();
        expect(waiting.value!.map(inShort)).toEqual(['3 created a/3']);
      });

      it('that are stopped resolve empty, also while waiting', async () => {
        const watch = use.rig.store.watch('maps', { after: 0, hold: 'watcher' });
        const waiting = watch.next();
        await put('a/x');
        watch.stop();
        expect(await watch.next()).toEqual([]);
        expect((await waiting).length).toBeLessThan(2);
        await put('a/y');
        expect(use.rig.clock.holds('watcher')).toBe(0);
        watch.stop();
      });

      it('refuse a second next() while one waits', async () => {
        const watch = use.rig.store.watch('maps', { after: 0 });
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

      it('share a batch where they read side by side, and only there', async () => {
        await put('a/x');
        const { store } = use.rig;
        const open = (after: number) => store.watch('maps', { after, prefix: 'a/' });
        const [first, second, later] = [open(0), open(0), open(1)];
        await put('a/y');
        const batch = await first.next();
        expect(batch.map(inShort)).toEqual(['1 created a/x', '2 created a/y']);
        expect(await second.next()).toBe(batch);
        expect((await later.next()).map(inShort)).toEqual(['2 created a/y']);
        await put('b/z');
        await put('a/z');
        await use.rig.settle();
        expect((await later.next()).map(inShort)).toEqual(['4 created a/z']);
        expect((await second.next()).map(inShort)).toEqual(['4 created a/z']);
        await put('a/w');
        expect((await first.next()).map(inShort)).toEqual(['4 created a/z', '5 created a/w']);
        expect((await second.next()).map(inShort)).toEqual(['5 created a/w']);
      });

      it('below the compacted revision are refused at their first next()', async () => {
        await put('a/x');
        await put('a/y');
        await use.rig.store.compact(2);
        const late = use.rig.store.watch('maps', { after: 1, hold: 'late' });
        expect(use.rig.clock.holds('late')).toBe(0);
        await expect(late.next()).rejects.toThrow(CompactedError);
        await expect(late.next()).rejects.toMatchObject({ requested: 1, compacted: 2 });
        const inTime = use.rig.store.watch('maps', { after: 2 });
        await put('a/z');
        expect((await inTime.next()).map(inShort)).toEqual(['3 created a/z']);
      });

      it('that fall behind compaction get an error, those with nothing pending continue', async () => {
        const behind = use.rig.store.watch('maps', { after: 0, hold: 'behind' });
        const idle = use.rig.store.watch('maps', { after: 0, prefix: 'b/' });
        await put('a/x');
        await put('a/y');
        await use.rig.store.compact(1);
        await expect(behind.next()).rejects.toMatchObject({ requested: 0, compacted: 1 });
        expect(use.rig.clock.holds('behind')).toBe(0);
        await put('b/x');
        expect((await idle.next()).map(inShort)).toEqual(['3 created b/x']);
      });
    });

    describe('holds', () => {
      it('are taken with the change and given back once all is dealt with', async () => {
        const watch = use.rig.store.watch('maps', { after: 0, hold: 'watcher' });
        const held = () => use.rig.clock.holds('watcher');
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
        use.rig.store.watch('maps', { after: 0, hold: 'watcher' });
        use.rig.store.watch('maps', { after: 0, hold: 'elsewhere', prefix: 'b/' });
        expect(use.rig.clock.holds('watcher')).toBe(1);
        expect(use.rig.clock.holds('elsewhere')).toBe(0);
      });

      it('are not taken for watchers outside', async () => {
        use.rig.store.watch('maps', { after: 0 });
        await put('a/x');
        expect(use.rig.clock.holds()).toBe(0);
      });
    });
  });
}
