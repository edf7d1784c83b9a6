/**
 * Finds loops among writes: at one instant each write is the consequence of another one, without
 * end. The length of the chain of causes decides, never the number of writes: a million
 * pods at one instant have a chain of some thousand links, two controllers that undo each other's
 * writes add a link with each.
 */
import { DidNotSettleError, type Millis, type VirtualClock } from '#clock';
import type { Cause, Causes } from '#values';
import type { Change, Past } from '#store';

/** Longer than any honest chain: a StatefulSet of 10,000 pods, one after the other, has 40,000. */
const LONGEST_CHAIN = 50_000;
/** A server whose time stands still forgets how old writes came about. */
const REMEMBERED = 1_000_000;
/** How many links back a message looks for what alternates, and how many it names. */
const LOOKED_AT = 100;
const NAMED = 6;

export interface LoopGuardOptions {
  readonly clock: Pick<VirtualClock, 'progress' | 'fail'>;
  /** How many writes at one instant may cause one another in a row. Default: 50,000. */
  readonly longest?: number;
}

interface Link {
  /** How many writes of this instant led here, this one included. */
  readonly length: number;
  /** The revision of the one before; 0 for the first. */
  readonly before: number;
}

const FIRST: Link = { length: 1, before: 0 };

/** Sees every write of a store, in order, and fails the clock when they are a loop. */
export class LoopGuard {
  readonly #clock: LoopGuardOptions['clock'];
  readonly #longest: number;
  #time: Millis = NaN;
  /** The revision that `#lengths` and `#befores` begin with. */
  #base = 0;
  /** Of the writes of this instant, by revision. */
  #lengths: number[] = [];
  #befores: number[] = [];
  /** Writes of one reconcile share their causes. */
  #known: { readonly causes: Causes; readonly link: Link } | undefined;

  constructor({ clock, longest = LONGEST_CHAIN }: LoopGuardOptions) {
    this.#clock = clock;
    this.#longest = longest;
  }

  /** `past` has the write and those before it: a message names them. */
  see(change: Change, past: Pick<Past, 'change'>): void {
    const { revision, time, previous, origin } = change;
    if (time !== this.#time || this.#lengths.length >= REMEMBERED) this.#begin(revision, time);
    const isFirst =
      previous === undefined || Number(previous.metadata.resourceVersion) < this.#base;
    if (isFirst) this.#clock.progress();
    const { length, before } = this.#linkOf(origin.causes);
    // Revisions in between are repetitions, which cause nothing.
    while (this.#lengths.length < revision - this.#base) this.#note(FIRST);
    this.#note({ length, before });
    if (length <= this.#longest) return;
    const reason = `Each write caused the next, ${length.toLocaleString('en-US')} in a row: `;
    this.#clock.fail(new DidNotSettleError(time, reason + this.#chain(change, before, past)));
  }

  #begin(revision: number, time: Millis): void {
    this.#time = time;
    this.#base = revision;
    this.#lengths = [];
    this.#befores = [];
    this.#known = undefined;
  }

  #note({ length, before }: Link): void {
    this.#lengths.push(length);
    this.#befores.push(before);
  }

  /** Continues the longest chain among the causes. */
  #linkOf(causes: Causes | undefined): Link {
    if (causes === undefined) return FIRST;
    if (this.#known?.causes === causes) return this.#known.link;
    let link = FIRST;
    const follow = (cause: Cause): void => {
      if (!('revision' in cause)) return;
      const length = (this.#lengths[cause.revision - this.#base] ?? 0) + 1;
      if (length > link.length) link = { length, before: cause.revision };
    };
    causes.first.forEach(follow);
    causes.last.forEach(follow);
    this.#known = { causes, link };
    return link;
  }

  /** The last different writes of the chain, the latest first. */
  #chain(last: Change, before: number, past: Pick<Past, 'change'>): string {
    const descriptions = new Set([described(last)]);
    let next = before;
    for (let i = 0; i < LOOKED_AT && next > 0 && descriptions.size < NAMED; i++) {
      const change = past.change(next);
      if (change === undefined) break;
      descriptions.add(described(change));
      next = this.#befores[next - this.#base] ?? 0;
    }
    return [...descriptions].join(', after ');
  }
}

const verbs = { created: 'creates', updated: 'updates', deleted: 'deletes' } as const;

function described({ origin, type, value }: Change): string {
  const { namespace, name } = value.metadata;
  const where = namespace === undefined ? name : `${namespace}/${name}`;
  return `${origin.actor} ${verbs[type]} ${value.kind} ${where}`;
}
