/** The pods of a whole run: their intervals, how many there were in each state, and their places on nodes. */
import { bucketOf, pod } from '#kinds';
import { keyOf } from '#values';
import type { Pod } from '#types';
import type { Change, Past } from '#store';
import { stateOf, type PodState } from '../pod-state.ts';
import type { Versions } from './versions.ts';

/** A state of a pod, from a moment on. */
export interface PodSpan {
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly state: PodState;
}

/** A pod from its creation to its end. */
export interface PodLife {
  readonly key: string;
  /** The number of its version's colour. */
  readonly colour: number;
  readonly spans: readonly PodSpan[];
  /** When it was gone; absent while it exists. */
  readonly untilMs?: number;
}

/** How many pods there were in each state, from a moment on. */
export interface PodCounts {
  readonly atMs: number;
  readonly counts: Partial<Readonly<Record<PodState, number>>>;
}

export interface Lives {
  /** In the order of their creation; absent where there are more than a drawing can show. */
  readonly pods?: readonly PodLife[];
  /** How many pods there were in the whole run. */
  readonly total: number;
  readonly counts: readonly PodCounts[];
}

/** More pods are not drawn one by one. */
const MOST_BARS = 40;
/** More points are merged in pairs. */
const MOST_POINTS = 1000;

interface Living {
  readonly key: string;
  readonly colour: number;
  readonly spans: PodSpan[];
  state: PodState;
  node: string;
  untilMs?: number;
}

/** The lives of a run's pods, read off its past as far as it is known. */
export class PodLives {
  readonly #past: Past;
  readonly #startMs: number;
  readonly #versions: Versions;
  #read = 0;
  readonly #all: Living[] = [];
  readonly #now = new Map<string, Living>();
  readonly #counts = new Map<PodState, number>();
  #points: PodCounts[] = [];
  readonly #places = new Places();

  constructor(past: Past, startMs: number, versions: Versions) {
    this.#past = past;
    this.#startMs = startMs;
    this.#versions = versions;
  }

  read(): void {
    for (const change of this.#past.changes(this.#read)) {
      this.#read = change.revision;
      if (change.bucket === bucket) this.#see(change);
    }
  }

  get lives(): Lives {
    const isShort = this.#all.length <= MOST_BARS;
    return {
      total: this.#all.length,
      counts: this.#points,
      ...(isShort && {
        pods: this.#all.map(({ key, colour, spans, untilMs }) => ({
          ...{ key, colour, spans },
          ...(untilMs !== undefined && { untilMs }),
        })),
      }),
    };
  }

  /** The place of a pod on its node: it keeps it from arrival to end. */
  placeOf(pod: Pod): number {
    return this.#places.of(pod.metadata.uid ?? keyOf(pod));
  }

  /** How many places the fullest node needs. */
  get places(): number {
    return this.#places.most;
  }

  #see({ type, value, key, time }: Change): void {
    const each = value as Pod;
    const atMs = time - this.#startMs;
    const known = this.#now.get(key);
    if (type === 'deleted') {
      if (known === undefined) return;
      known.untilMs = atMs;
      this.#now.delete(key);
      this.#count(atMs, known.state, undefined);
      this.#places.leave(each.metadata.uid ?? key);
      return;
    }
    const [state] = stateOf(each);
    const node = each.spec.nodeName ?? '';
    if (known === undefined) {
      const colour = this.#versions.all[this.#versions.of(each)]!.colour;
      const living: Living = { key, colour, state, node, spans: [{ atMs, state }] };
      this.#all.push(living);
      this.#now.set(key, living);
      this.#count(atMs, undefined, state);
    } else if (known.state !== state) {
      this.#count(atMs, known.state, state);
      known.spans.push({ atMs, state });
      known.state = state;
    }
    if (node !== '') this.#places.arrive(each.metadata.uid ?? key, node);
  }

  #count(atMs: number, before: PodState | undefined, after: PodState | undefined): void {
    if (before !== undefined) this.#counts.set(before, this.#counts.get(before)! - 1);
    if (after !== undefined) this.#counts.set(after, (this.#counts.get(after) ?? 0) + 1);
    const counts = Object.fromEntries(this.#counts) as PodCounts['counts'];
    if (this.#points.at(-1)?.atMs === atMs) this.#points.pop();
    this.#points.push({ atMs, counts });
    if (this.#points.length > MOST_POINTS)
      this.#points = this.#points.filter((_, at) => at % 2 === 1);
  }
}

const bucket = bucketOf(pod);

/** Places on nodes: who arrives takes the lowest free one. */
class Places {
  readonly #places = new Map<string, number>();
  readonly #nodes = new Map<string, string>();
  readonly #taken = new Map<string, Set<number>>();
  most = 1;

  arrive(uid: string, node: string): void {
    if (this.#nodes.has(uid)) return;
    let taken = this.#taken.get(node);
    if (taken === undefined) this.#taken.set(node, (taken = new Set()));
    let place = 0;
    while (taken.has(place)) place++;
    taken.add(place);
    this.#places.set(uid, place);
    this.#nodes.set(uid, node);
    this.most = Math.max(this.most, place + 1);
  }

  leave(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node !== undefined) this.#taken.get(node)!.delete(this.#places.get(uid)!);
  }

  of(uid: string): number {
    return this.#places.get(uid) ?? 0;
  }
}
