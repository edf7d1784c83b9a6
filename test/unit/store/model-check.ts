/**
 * Random histories, run on an engine and on the model side by side: writes, reads of present
 * and past, pages between writes, compactions, time, and watchers that read at their own pace.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { KubeObject } from '#values';
import { CompareFailedError, FutureRevisionError, type HistoryWindow } from '#store';
import { expectSame } from '../../support/same.ts';
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
import { checkGet, checkList } from './model-reads.ts';
import { Watchers, type Watcher } from './model-watchers.ts';
import { step, type Step, type Write } from './steps.ts';

/** A write that waits, and what it will do to the model. */
interface Waiting {
  readonly apply: () => void;
  isMade(): boolean;
}

class Check {
  readonly rig: Rig;
  readonly model: Model;
  readonly watchers: Watchers;
  /** How many writes waited for readers. */
  waited = 0;
  #writes = 0;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;
  /** Writes have waited in this step: what watches get at once depends on when these passed. */
  #isLoose = false;

  constructor(make: MakeRig, window: HistoryWindow | undefined, batch: number) {
    this.rig = make({ window, batch });
    this.model = new Model(window?.revisions ?? Infinity, () => this.watchers.firstUnread());
    this.watchers = new Watchers(this.rig, this.model, batch);
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
        await checkGet(this, step.bucket, step.key, this.revisionAt(step.at));
        break;
      case 'list':
        await checkList(this, step, this.revisionAt(step.at));
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
        this.watchers.open(step, Math.max(0, this.revisionAt(step.from)));
        break;
      case 'read':
        this.watchers.read(this.watchers.pick(step.watcher));
        break;
      case 'stop':
        this.stop(this.watchers.pick(step.watcher));
        break;
    }
    await this.rig.settle();
    this.look();
    this.#isLoose = false;
  }

  /** Reads every watch to its end and closes the store. */
  async finish(): Promise<void> {
    for (const watcher of this.watchers.all) {
      while (!watcher.over && watcher.reading === undefined) {
        this.watchers.read(watcher);
        await this.rig.settle();
        this.look();
      }
      if (!watcher.over) expect(this.watchers.owed(watcher)).toEqual([]);
    }
    this.rig.store.close();
    await this.rig.settle();
    for (const { reading } of this.watchers.all) if (reading) expect(reading.value).toEqual([]);
    expect(this.rig.clock.holds()).toBe(0);
    expect(this.rig.clock.timers()).toEqual([]);
  }

  revisionAt(share: number): number {
    return Math.round(share * this.model.revision);
  }

  async write(write: Write): Promise<void> {
    const { model } = this;
    const { bucket, key } = write;
    const current = model.get(bucket, key);
    const revision = current?.revision ?? 0;
    const expected = { any: undefined, right: revision, wrong: revision + 1, none: 0 }[
      write.expect
    ];
    const result = this.send(write, expected);
    const done = outcome<KubeObject>(result.done);
    let owed: Expected | undefined;
    await this.made(done, () => {
      const found = model.get(bucket, key);
      const isOther = expected !== undefined && expected !== (found?.revision ?? 0);
      if (isOther || (write.op === 'delete' && found === undefined)) return;
      const time = this.rig.clock.now();
      if (write.op === 'put') model.put(bucket, key, result.mark, time, write.ttlMs);
      else model.delete(bucket, key, time);
      owed = model.changes.at(-1)!;
    });
    if (owed === undefined) {
      expect(done.error).toBeInstanceOf(CompareFailedError);
      return;
    }
    expect(done.value!.metadata.resourceVersion).toBe(String(owed.revision));
    expect(markOf(done.value!)).toBe(owed.mark);
  }

  /** Does to the model what a write that has been sent does, as soon as it must not wait any more. */
  async made(done: Outcome<unknown>, apply: () => void): Promise<void> {
    if (!this.model.full && this.#waiting.length === 0) {
      apply();
      await this.rig.settle();
      return;
    }
    this.waited++;
    this.#isLoose = true;
    expect(done).toEqual({});
    const write: Waiting = { apply, isMade: () => 'value' in done || 'error' in done };
    this.#waiting.push(write);
    await (this.#draining ??= this.drain());
  }

  /** Lets those pass that were sent together, and wait together. */
  async drain(): Promise<void> {
    // Readers that wait for changes have them then.
    await this.rig.settle();
    this.pass();
    while (this.#waiting.length > 0) await this.unblock();
    await this.rig.settle();
    this.#draining = undefined;
  }

  /** The reader that is furthest behind reads, or every other time a turn goes by and none has. */
  async unblock(): Promise<void> {
    const { model, rig, watchers } = this;
    expect(rig.store.revision(), 'while writes wait').toBe(model.revision);
    if (this.#writes % 2 === 0) {
      // The turn that is under way may be one in which a reader has read.
      for (let turns = 0; turns < 2 && !this.#waiting[0]!.isMade(); turns++) await rig.turn();
      expect(this.#waiting[0]!.isMade(), 'when a turn has gone by').toBe(true);
      this.#waiting.shift()!.apply();
    } else {
      const first = watchers.firstUnread();
      watchers.read(watchers.all.find((watcher) => watchers.unread(watcher) === first));
      this.#writes++;
      await rig.settle();
    }
    this.pass();
  }

  /** Readers have read: what waits passes while there is room. */
  pass(): void {
    for (;;) {
      for (const watcher of this.watchers.all) this.watchers.absorb(watcher);
      if (this.model.full) this.model.trim();
      if (this.model.full || this.#waiting.length === 0) break;
      const write = this.#waiting.shift()!;
      expect(write.isMade(), 'when there is room').toBe(true);
      write.apply();
    }
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
    const repeated = rig.store.putRepetitions(bucket, objects, {
      origin,
      accepts: () => true,
      apply: (base) => ({
        ...base,
        metadata: { ...base.metadata, annotations: { ...base.metadata.annotations, mark } },
      }),
    });
    const done = outcome(repeated);
    let owed: (number | undefined)[] = [];
    await this.made(done, () => {
      owed = keys.map((key, i) =>
        !(wrong && i === 0) && model.repeat(bucket, key, mark, time) ? model.revision : undefined,
      );
    });
    expect(done.value).toEqual(owed);
  }

  async burst(writes: readonly Write[], compact: number | undefined): Promise<void> {
    const running = writes.map((write) => this.write(write));
    if (compact !== undefined) running.push(this.compact(this.revisionAt(compact)));
    await Promise.all(running);
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
    model.compact(revision);
    while (this.#waiting.length > 0 && !model.full) this.#waiting.shift()!.apply();
    await result;
  }

  advance(ms: number): void {
    const { clock } = this.rig;
    this.model.expire(clock.now() + ms);
    clock.advance(ms);
  }

  /** Compares the engine with the model, after each step. */
  look(): void {
    const { store } = this.rig;
    expectSame(store.revision(), this.model.revision);
    this.watchers.look(this.#isLoose);
    if (this.model.full) this.model.trim();
    expectSame(store.compactedRevision(), this.model.compacted);
  }

  stop(watcher: Watcher | undefined): void {
    if (watcher === undefined) return;
    watcher.watch.stop();
    watcher.over = true;
    if (this.model.full) this.pass();
  }
}

/** Counts over all runs, so that a test can see that the histories reached what they should. */
export interface Reached {
  changes: number;
  watchesBehind: number;
  delivered: number;
  /** Writes that waited for readers. */
  waited: number;
}

/** Runs random histories against an engine made by `make`; throws at the first difference. */
export async function modelCheck(
  make: MakeRig,
  options: { runs: number; window?: HistoryWindow },
): Promise<Reached> {
  const reached = { changes: 0, watchesBehind: 0, delivered: 0, waited: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 120, size: 'max' }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, batch) => {
        const check = new Check(make, options.window, batch);
        for (const one of steps) await check.run(one);
        await check.finish();
        reached.changes += check.model.revision;
        reached.watchesBehind += check.watchers.behind;
        reached.waited += check.waited;
        for (const { delivered } of check.watchers.all) reached.delivered += delivered;
      },
    ),
    { numRuns: options.runs },
  );
  return reached;
}
