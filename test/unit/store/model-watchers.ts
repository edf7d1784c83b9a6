/** The watches of a random history, beside what the model says that they get. */
import { expect } from 'vitest';
import { CompactedError, type Change, type StoreWatch } from '#store';
import { expectSame } from '../../support/same.ts';
import { markOf, outcome, type Outcome, type Rig } from './fixture.ts';
import type { Expected, Model } from './model.ts';
import type { Step } from './steps.ts';

/** A watch beside what it is owed. */
export interface Watcher {
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

/** All watches of a history. */
export class Watchers {
  readonly all: Watcher[] = [];
  /** How many fell behind. */
  behind = 0;
  readonly #rig: Rig;
  readonly #model: Model;
  readonly #batch: number;

  constructor(rig: Rig, model: Model, batch: number) {
    this.#rig = rig;
    this.#model = model;
    this.#batch = batch;
  }

  pick(watcher: number): Watcher | undefined {
    return this.all[watcher % Math.max(1, this.all.length)];
  }

  open(step: Step & { op: 'watch' }, after: number): void {
    const { bucket, prefix } = step;
    const hold = step.hold ? `watcher ${String(this.all.length)}` : undefined;
    const watch = this.#rig.store.watch(bucket, { after, prefix, hold });
    const refused = after < this.#model.compacted;
    this.all.push({
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

  /** Counts as delivered what a watch has got of the changes that the model has made so far. */
  absorb(watcher: Watcher): void {
    const { reading, hold } = watcher;
    if (hold === undefined || reading?.value === undefined || watcher.over) return;
    const known = reading.value.filter(({ revision }) => revision <= this.#model.revision);
    expect(known.map(expectedOf)).toEqual(this.owed(watcher).slice(0, known.length));
    watcher.delivered += known.length;
    const rest = reading.value.slice(known.length);
    watcher.reading = rest.length > 0 ? { value: rest } : undefined;
    watcher.inHand = true;
  }

  /** The first revision that any watch has not received yet. */
  firstUnread(): number {
    return Math.min(Infinity, ...this.all.map((watcher) => this.unread(watcher)));
  }

  /** The first revision that a watch has to get before it is forgotten. */
  unread(watcher: Watcher): number {
    const { hold, over, refused } = watcher;
    if (hold === undefined || over || refused) return Infinity;
    const first = this.owed(watcher)[0]?.revision ?? Infinity;
    return first <= this.#model.compacted ? Infinity : first;
  }

  /** What a watcher has not received yet. */
  owed(watcher: Watcher): Expected[] {
    const { bucket, prefix, after, delivered } = watcher;
    return this.#model.watched(bucket, prefix, after).slice(delivered);
  }

  /** Compares what the watches have got with the model, after each step. */
  look(isLoose: boolean): void {
    const { clock } = this.#rig;
    for (const watcher of this.all) {
      this.#lookAt(watcher, isLoose);
      if (watcher.hold === undefined) continue;
      const holds =
        !watcher.over && !watcher.refused && (watcher.inHand || this.owed(watcher).length > 0);
      expectSame(clock.holds(watcher.hold), holds ? 1 : 0, watcher.hold);
    }
  }

  #lookAt(watcher: Watcher, isLoose: boolean): void {
    const { reading } = watcher;
    if (reading === undefined || watcher.over) return;
    const owed = this.owed(watcher);
    const behind =
      watcher.refused || (owed.length > 0 && owed[0]!.revision <= this.#model.compacted);
    if (behind) {
      expect(reading.error, 'reported that it fell behind').toBeInstanceOf(CompactedError);
      watcher.over = true;
      watcher.reading = undefined;
      this.behind++;
      return;
    }
    expectSame(reading.error, undefined);
    if (owed.length === 0) {
      expectSame(reading.value, undefined);
      return;
    }
    const batch = reading.value!;
    const length = isLoose ? batch.length : Math.min(owed.length, this.#batch);
    expect(batch.map(expectedOf)).toEqual(owed.slice(0, length));
    watcher.delivered += batch.length;
    watcher.inHand = true;
    watcher.reading = undefined;
  }
}

function expectedOf({
  revision,
  time,
  bucket,
  key,
  type,
  value,
  origin: { actor },
}: Change): Expected {
  return { revision, time, bucket, key, type, mark: markOf(value), actor };
}
