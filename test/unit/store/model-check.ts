/**
 * Random histories, run on an engine and on the model side by side: writes, reads of present
 * and past, pages between writes, compactions, time, and watchers that read at their own pace.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  CompactedError,
  CompareFailedError,
  FutureRevisionError,
  type Change,
  type HistoryWindow,
  type StoreWatch,
} from '#store';
import {
  marked,
  markOf,
  origin,
  outcome,
  type MakeRig,
  type Outcome,
  type Rig,
} from './fixture.ts';
import { Model, type Expected } from './model.ts';
import { step, type Step, type Write } from './steps.ts';

/** A watch beside what it is owed. */
interface Watcher {
  readonly watch: StoreWatch;
  readonly bucket: string | undefined;
  readonly prefix: string;
  readonly after: number;
  readonly hold: string | undefined;
  /** Opened below the compacted revision. */
  readonly refused: boolean;
  /** How many of the owed changes have been delivered. */
  delivered: number;
  /** A `next()` whose outcome has not been looked at. */
  reading: Outcome<readonly Change[]> | undefined;
  /** A batch is delivered and the next not asked for. */
  inHand: boolean;
  over: boolean;
}

class Check {
  readonly rig: Rig;
  readonly model = new Model();
  readonly watchers: Watcher[] = [];
  readonly #batch: number;
  readonly #keep: number;
  /** How many watches fell behind. */
  behind = 0;
  #writes = 0;

  constructor(make: MakeRig, window: HistoryWindow | undefined, batch: number) {
    this.rig = make({ window, batch });
    this.#batch = batch;
    this.#keep = window?.revisions ?? Infinity;
  }

  async run(step: Step): Promise<void> {
    switch (step.op) {
      case 'put':
      case 'delete':
        await this.write(step);
        break;
      case 'repeat':
        await this.repeat(step);
        break;
      case 'burst':
        await this.burst(step.writes, step.compact);
        break;
      case 'get':
        await this.get(step.bucket, step.key, this.revisionAt(step.at));
        break;
      case 'list':
        await this.list(step);
        break;
      case 'pages':
        await this.pages(step);
        break;
      case 'compact':
        await this.compact(this.revisionAt(step.at));
        break;
      case 'advance':
        this.advance(step.ms);
        break;
      case 'watch':
        this.watch(step);
        break;
      case 'read':
        this.read(this.pick(step.watcher));
        break;
      case 'stop':
        this.stop(this.pick(step.watcher));
        break;
    }
    await this.rig.settle();
    this.look();
  }

  /** Reads every watch to its end and closes the store. */
  async finish(): Promise<void> {
    for (const watcher of this.watchers) {
      while (!watcher.over && watcher.reading === undefined) {
        this.read(watcher);
        await this.rig.settle();
        this.look();
      }
      if (!watcher.over) expect(this.owed(watcher)).toEqual([]);
    }
    this.rig.store.close();
    await this.rig.settle();
    for (const { reading } of this.watchers) if (reading) expect(reading.value).toEqual([]);
    expect(this.rig.clock.holds()).toBe(0);
    expect(this.rig.clock.timers()).toEqual([]);
  }

  revisionAt(share: number): number {
    return Math.round(share * this.model.revision);
  }

  pick(watcher: number): Watcher | undefined {
    return this.watchers[watcher % Math.max(1, this.watchers.length)];
  }

  async write(write: Write): Promise<void> {
    const { model } = this;
    const { bucket, key } = write;
    const current = model.get(bucket, key);
    const revision = current?.revision ?? 0;
    const expected = { any: undefined, right: revision, wrong: revision + 1, none: 0 }[
      write.expect
    ];
    const fails =
      (expected !== undefined && expected !== revision) ||
      (write.op === 'delete' && current === undefined);
    const result = this.send(write, expected);
    const time = this.rig.clock.now();
    if (fails) {
      await expect(result.done).rejects.toThrow(CompareFailedError);
      return;
    }
    if (write.op === 'put') model.put(bucket, key, result.mark, time, write.ttlMs);
    else model.delete(bucket, key, time);
    model.compacted = Math.max(model.compacted, model.revision - this.#keep);
    const { revision: written, mark } = model.changes.at(-1)!;
    const object = await result.done;
    expect(object.metadata.resourceVersion).toBe(String(written));
    expect(markOf(object)).toBe(mark);
  }

  send(write: Write, expected: number | undefined) {
    const { store } = this.rig;
    const { bucket, key } = write;
    const mark = `w${String(++this.#writes)}`;
    if (write.op === 'delete')
      return { mark, done: store.delete(bucket, key, { origin, expected }) };
    const options = { origin, expected, ttlMs: write.ttlMs };
    return { mark, done: store.put(bucket, key, marked(key, mark), options) };
  }

  /** The first of the keys is expected at a wrong revision, if the step says so. */
  async repeat({ bucket, keys, wrong }: Step & { op: 'repeat' }): Promise<void> {
    const { model, rig } = this;
    const mark = `w${String(++this.#writes)}`;
    const time = rig.clock.now();
    const objects = keys.map((key, i) => {
      const revision = model.get(bucket, key)?.revision ?? 0;
      return { key, expected: wrong && i === 0 ? revision + 1 : revision };
    });
    const done = rig.store.repeat(bucket, objects, {
      origin,
      accepts: () => true,
      apply: (base) => ({
        ...base,
        metadata: { ...base.metadata, annotations: { ...base.metadata.annotations, mark } },
      }),
    });
    const owed = keys.map((key, i) =>
      !(wrong && i === 0) && model.repeat(bucket, key, mark, time) ? model.revision : undefined,
    );
    model.compacted = Math.max(model.compacted, model.revision - this.#keep);
    expect(await done).toEqual(owed);
  }

  async burst(writes: readonly Write[], compact: number | undefined): Promise<void> {
    const running = writes.map((write) => this.write(write));
    if (compact !== undefined) running.push(this.compact(this.revisionAt(compact)));
    await Promise.all(running);
  }

  async get(bucket: string, key: string, revision: number): Promise<void> {
    const reading = this.rig.store.get(bucket, key, revision);
    if (await this.refuses(reading, revision)) return;
    const object = await reading;
    expect(object && markOf(object)).toBe(this.model.at(bucket, revision).get(key)?.mark);
    if (revision === this.model.revision) {
      expect(await this.rig.store.get(bucket, key)).toBe(object);
    }
  }

  async list(step: Step & { op: 'list' }): Promise<void> {
    const revision = this.revisionAt(step.at);
    const { prefix, after, limit } = step;
    const options = { prefix, limit, revision, after: after === '' ? undefined : after };
    const reading = this.rig.store.list(step.bucket, options);
    if (await this.refuses(reading, revision)) return;
    const { items, next, remaining, revision: shown } = await reading;
    expect(shown).toBe(revision);
    expect({ marks: items.map(markOf), next, remaining }).toEqual(
      this.model.list(step.bucket, { revision, prefix, after, limit }),
    );
  }

  /** Whether the model says that a read must be refused; checks that it is. */
  async refuses(reading: Promise<unknown>, revision: number): Promise<boolean> {
    const { compacted, revision: current } = this.model;
    if (revision >= compacted && revision <= current) return false;
    const error = revision > current ? FutureRevisionError : CompactedError;
    await expect(reading).rejects.toThrow(error);
    return true;
  }

  async pages(step: Step & { op: 'pages' }): Promise<void> {
    const { bucket, prefix, limit } = step;
    const { store } = this.rig;
    const revision = store.revision();
    const found: string[] = [];
    let after: string | undefined;
    for (const write of [...step.between, undefined]) {
      if (revision < this.model.compacted) return;
      const page = await store.list(bucket, { prefix, limit, after, revision });
      found.push(...page.items.map(markOf));
      const all = this.model.list(bucket, { prefix, revision }).marks;
      expect(found).toEqual(all.slice(0, found.length));
      expect(page.remaining).toBe(all.length - found.length);
      after = page.next;
      if (after === undefined) return;
      if (write === undefined) continue;
      await this.write(write);
      // A pending read is answered between the pages; what it gets must not depend on how soon.
      await this.rig.settle();
      this.look();
    }
  }

  async compact(revision: number): Promise<void> {
    const { model } = this;
    const result = this.rig.store.compact(revision);
    if (revision > model.revision) {
      await expect(result).rejects.toThrow(FutureRevisionError);
      return;
    }
    model.compacted = Math.max(model.compacted, revision);
    await result;
  }

  advance(ms: number): void {
    const { clock } = this.rig;
    this.model.expire(clock.now() + ms);
    this.model.compacted = Math.max(this.model.compacted, this.model.revision - this.#keep);
    clock.advance(ms);
  }

  watch(step: Step & { op: 'watch' }): void {
    const { bucket, prefix } = step;
    const after = Math.max(0, this.revisionAt(step.from));
    const hold = step.hold ? `watcher ${String(this.watchers.length)}` : undefined;
    const watch = this.rig.store.watch(bucket, { after, prefix, hold });
    const refused = after < this.model.compacted;
    this.watchers.push({
      watch,
      bucket,
      prefix,
      after,
      hold,
      refused,
      delivered: 0,
      reading: undefined,
      inHand: false,
      over: false,
    });
  }

  read(watcher: Watcher | undefined): void {
    if (watcher === undefined || watcher.over || watcher.reading !== undefined) return;
    watcher.inHand = false;
    watcher.reading = outcome(watcher.watch.next());
  }

  stop(watcher: Watcher | undefined): void {
    if (watcher === undefined) return;
    watcher.watch.stop();
    watcher.over = true;
  }

  /** What a watcher has still to be told. */
  owed(watcher: Watcher): Expected[] {
    const { bucket, prefix, after, delivered } = watcher;
    return this.model.watched(bucket, prefix, after).slice(delivered);
  }

  /** Compares the engine with the model, after each step. */
  look(): void {
    const { store, clock } = this.rig;
    expect(store.revision()).toBe(this.model.revision);
    expect(store.compactedRevision()).toBe(this.model.compacted);
    for (const watcher of this.watchers) {
      this.lookAt(watcher);
      if (watcher.hold === undefined) continue;
      const holds =
        !watcher.over && !watcher.refused && (watcher.inHand || this.owed(watcher).length > 0);
      expect(clock.holds(watcher.hold), watcher.hold).toBe(holds ? 1 : 0);
    }
  }

  lookAt(watcher: Watcher): void {
    const { reading } = watcher;
    if (reading === undefined || watcher.over) return;
    const owed = this.owed(watcher);
    const behind =
      watcher.refused || (owed.length > 0 && owed[0]!.revision <= this.model.compacted);
    if (behind) {
      expect(reading.error, 'told that it fell behind').toBeInstanceOf(CompactedError);
      watcher.over = true;
      watcher.reading = undefined;
      this.behind++;
      return;
    }
    expect(reading.error).toBeUndefined();
    if (owed.length === 0) {
      expect(reading.value).toBeUndefined();
      return;
    }
    const batch = reading.value!;
    expect(batch.map(told)).toEqual(owed.slice(0, Math.min(owed.length, this.#batch)));
    watcher.delivered += batch.length;
    watcher.inHand = true;
    watcher.reading = undefined;
  }
}

function told({ revision, time, bucket, key, type, value, origin: { actor } }: Change): Expected {
  return { revision, time, bucket, key, type, mark: markOf(value), actor };
}

/** Counts over all runs, so that a test can see that the histories reached what they should. */
export interface Reached {
  changes: number;
  watchesBehind: number;
  delivered: number;
}

/** Runs random histories against an engine made by `make`; throws at the first difference. */
export async function modelCheck(
  make: MakeRig,
  options: { runs: number; window?: HistoryWindow },
): Promise<Reached> {
  const reached = { changes: 0, watchesBehind: 0, delivered: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 120, size: 'max' }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, batch) => {
        const check = new Check(make, options.window, batch);
        for (const one of steps) await check.run(one);
        await check.finish();
        reached.changes += check.model.revision;
        reached.watchesBehind += check.behind;
        for (const { delivered } of check.watchers) reached.delivered += delivered;
      },
    ),
    { numRuns: options.runs },
  );
  return reached;
}
