/** What an advance asks before it moves time, and what it says afterwards. */
import type { Gate, Millis, Release, Wall } from '#clock';
import type { Outside } from './outside.ts';
import type { Patience } from './patience.ts';

/** How often, and for whom, an advance has waited. */
export interface Waits {
  /** At how many instants it waited. */
  readonly instants: number;
  /** How long in all, wall ms. */
  readonly ms: number;
  /** At how many instants it gave up. */
  readonly gaveUp: number;
  /** What to change, where it gave up for the very program that asked for the advance. */
  readonly hint?: string;
  /** The same by program. */
  readonly clients: readonly {
    readonly client: string;
    readonly instants: number;
    readonly gaveUp: number;
  }[];
}

export interface WaitingOptions {
  readonly outside: Outside;
  readonly patience: Patience;
  readonly wall: Wall;
  /** The key of the program that asked for the advance. */
  readonly askedBy?: string | undefined;
  /** Called when a wait begins; the result, when it ends. */
  readonly standStill: () => Release;
}

const hint =
  'the program that asked for this advance takes part in it and waited for its answer: time no longer waits for it. ' +
  'Let the advance be asked for by another program, with a token of its own (TOKEN~NAME)';

interface Count {
  instants: number;
  gaveUp: number;
}

/** The gate of one advance. */
export class WaitingGate implements Gate {
  readonly #options: WaitingOptions;
  readonly #clients = new Map<string, Count>();
  /** The instant that it waits at, for whom it has waited there, and how long. */
  #at: Millis | undefined;
  #known = new Set<string>();
  #spent = 0;
  #instants = 0;
  #gaveUp = 0;
  #ms = 0;
  /** A program that waits for its advance, and does nothing meanwhile, would hold up each instant. */
  #isAskerStuck = false;

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  get waits(): Waits {
    const clients = [...this.#clients].map(([client, count]) => ({ client, ...count }));
    const counted = { instants: this.#instants, ms: Math.round(this.#ms), gaveUp: this.#gaveUp };
    return { ...counted, ...(this.#isAskerStuck && { hint }), clients };
  }

  before(at: Millis, signal: AbortSignal): Promise<void> | undefined {
    return this.#options.outside.isFree(this.#ignored) ? undefined : this.#wait(at, signal);
  }

  /** The program that is not waited for. */
  get #ignored(): string | undefined {
    return this.#isAskerStuck ? this.#options.askedBy : undefined;
  }

  async #wait(at: Millis, signal: AbortSignal): Promise<void> {
    const { outside, patience, wall, standStill } = this.#options;
    if (at !== this.#at) {
      this.#at = at;
      this.#known = new Set();
      this.#spent = 0;
    }
    const began = wall.now();
    const moveOn = standStill();
    const left = Math.max(0, patience.cap - this.#spent);
    const { waited, gaveUp } = await outside
      .dealtWith({ ...patience, cap: left }, signal, this.#ignored)
      .finally(moveOn);
    if (waited.size === 0) return;
    const took = wall.now() - began;
    this.#spent += took;
    this.#ms += took;
    if (this.#known.size === 0) this.#instants++;
    for (const client of waited) this.#count(client);
    if (gaveUp.length > 0) this.#gaveUp++;
    for (const { key, name } of gaveUp) {
      this.#clients.get(name)!.gaveUp++;
      this.#isAskerStuck ||= key === this.#options.askedBy;
    }
  }

  #count(client: string): void {
    if (this.#known.has(client)) return;
    this.#known.add(client);
    const count = this.#clients.get(client) ?? { instants: 0, gaveUp: 0 };
    count.instants++;
    this.#clients.set(client, count);
  }
}
