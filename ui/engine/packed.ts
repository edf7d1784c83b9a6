/**
 * Writes on their way from the worker to the page: numbers in one block of memory, which is handed over,
 * and each text once. As objects, each of a million writes would be copied with all its texts.
 */
import type { Growth, Write } from '#view';
import type { Asks } from './messages.ts';
import type { OpenRun } from './session.ts';

export interface PackedWrites {
  readonly texts: readonly string[];
  readonly webhooks: readonly (readonly string[])[];
  /** Of each write: see {@link WIDTH}. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/**
 * Numbers of a write: revision, time, the places of its texts (actor, verb, kind, key, text), that of its work
 * (or none), its pass, and the place of its webhooks (or none).
 */
const WIDTH = 10;
const NONE = -1;

export function packed(writes: readonly Write[]): PackedWrites {
  const texts = new Places<string>();
  const webhooks = new Places<readonly string[]>();
  // Of these the next is mostly the same.
  const [actors, verbs, kinds] = [new Runs(texts), new Runs(texts), new Runs(texts)];
  const numbers = new Float64Array(WIDTH * writes.length);
  let at = 0;
  for (const write of writes) {
    numbers[at++] = write.revision;
    numbers[at++] = write.atMs;
    numbers[at++] = actors.of(write.actor);
    numbers[at++] = verbs.of(write.verb);
    numbers[at++] = kinds.of(write.kind);
    numbers[at++] = texts.of(write.key);
    numbers[at++] = texts.of(write.text);
    numbers[at++] = write.work === undefined ? NONE : texts.of(write.work);
    numbers[at++] = write.pass ?? NONE;
    numbers[at++] = write.webhooks === undefined ? NONE : webhooks.of(write.webhooks);
  }
  return { texts: texts.all, webhooks: webhooks.all, numbers };
}

export function unpacked({ texts, webhooks, numbers }: PackedWrites): readonly Write[] {
  const writes: Write[] = [];
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const work = numbers[at + 7]!;
    const hooks = numbers[at + 9]!;
    writes.push({
      revision: numbers[at]!,
      atMs: numbers[at + 1]!,
      actor: texts[numbers[at + 2]!]!,
      verb: texts[numbers[at + 3]!]!,
      kind: texts[numbers[at + 4]!]!,
      key: texts[numbers[at + 5]!]!,
      text: texts[numbers[at + 6]!]!,
      ...(work !== NONE && { work: texts[work]!, pass: numbers[at + 8]! }),
      ...(hooks !== NONE && { webhooks: webhooks[hooks]! }),
    });
  }
  return writes;
}

/** Results of these questions are runs. */
const runs: ReadonlySet<Asks> = new Set<Asks>(['follow', 'open', 'play']);
/** Results of these are growths. */
const growths: ReadonlySet<Asks> = new Set<Asks>(['grow', 'more']);

/** A result, and its writes beside it. */
export interface Sent {
  readonly result: unknown;
  readonly writes?: PackedWrites;
}

export function sent(ask: Asks, result: unknown): Sent {
  if (runs.has(ask)) {
    const run = result as OpenRun;
    return { result: withWrites(run, []), writes: packed(run.summary.writes) };
  }
  if (growths.has(ask)) {
    const growth = result as Growth;
    return { result: { ...growth, writes: [] }, writes: packed(growth.writes) };
  }
  return { result };
}

/** The result as it was before it was {@link sent}. */
export function received({ result, writes }: Sent): unknown {
  if (writes === undefined) return result;
  const found = result as OpenRun | Growth;
  const own = unpacked(writes);
  return 'summary' in found ? withWrites(found, own) : { ...found, writes: own };
}

function withWrites(run: OpenRun, writes: readonly Write[]): OpenRun {
  return { ...run, summary: { ...run.summary, writes } };
}

/** Values in the order in which they are first seen. */
class Places<T> {
  readonly all: T[] = [];
  readonly #places = new Map<T, number>();

  of(value: T): number {
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.all.push(value) - 1;
      this.#places.set(value, place);
    }
    return place;
  }
}

/** The places of values that come several times in a row. */
class Runs<T> {
  readonly #places: Places<T>;
  #last: T | undefined;
  #place = NONE;

  constructor(places: Places<T>) {
    this.#places = places;
  }

  of(value: T): number {
    if (value === this.#last) return this.#place;
    this.#last = value;
    return (this.#place = this.#places.of(value));
  }
}
