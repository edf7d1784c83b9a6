/**
 * The programs outside that watch, over HTTP. The server says what they receive and what they ask;
 * an advance asks whether time may move on.
 */
import type { Wall, WallTimers } from '#clock';
import { newClient, type ClientState, type WatchState } from './client.ts';
import { decide, type Patience } from './decide.ts';

export interface OutsideOptions {
  readonly wall: Wall;
  readonly timers: Pick<WallTimers, 'turn'>;
  /** The store's: if it has not changed, no program has been sent anything. */
  readonly revision: () => number;
}

/** Who sends a request. */
export interface Caller {
  /** What tells it from others: its token. */
  readonly key: string;
  readonly name: string;
}

/** A watch, as the server reports about it. */
export interface ToldWatch {
  /** It has events to write. */
  busy(): void;
  /** Events up to this revision are written. */
  told(revision: number): void;
  /** All events are written, and the program has read them as far as can be seen from here. */
  idle(): void;
  close(): void;
}

/** Clients that have called a barrier and do not watch yet; more than these are not kept. */
const mostClients = 1_000;
/** Resources with a barrier, of one client. */
const mostBarriers = 100;

const nothing = (): void => undefined;

export class Outside {
  readonly #options: OutsideOptions;
  readonly #clients = new Map<string, ClientState>();
  #watches = 0;
  /** The revision up to which all watches have sent their events. */
  #revision = 0;
  /** Ends the sleep of those who wait, so that they look again. */
  #changed = new AbortController();

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  /** A watch begins. @param resource `jobs.batch`, or `pods` */
  watching({ key, name }: Caller, resource: string): ToldWatch {
    const client = this.#clientOf(key, name);
    const watch: WatchState = { resource, told: 0, done: 0, isBusy: false };
    client.watches.add(watch);
    this.#watches++;
    return {
      busy: () => {
        watch.isBusy = true;
      },
      told: (revision) => {
        watch.told = Math.max(watch.told, revision);
        if (!client.barriers.has(resource)) this.#stir(client);
      },
      idle: () => {
        watch.isBusy = false;
        this.#wake();
      },
      close: () => {
        if (!client.watches.delete(watch)) return;
        this.#watches--;
        if (client.watches.size === 0) this.#clients.delete(key);
        this.#wake();
      },
    };
  }

  /** A request begins; call the result when it is answered. */
  asking({ key }: Caller, isRead: boolean): () => void {
    const client = this.#clients.get(key);
    if (client === undefined) return nothing;
    const note = (): void => {
      if (isRead) client.read = this.#options.wall.now();
      else if (client.barriers.size === 0) this.#stir(client);
    };
    note();
    client.inFlight++;
    return () => {
      client.inFlight--;
      note();
      this.#wake();
    };
  }

  /**
   * A program has dealt with all that its watches of these resources told it up to a revision.
   * @returns how many watches of these resources it has open
   * @throws {RangeError} for more resources than a client can have
   */
  barrier({ key, name }: Caller, reached: ReadonlyMap<string, number>): number {
    const client = this.#clientOf(key, name);
    for (const [resource, revision] of reached) {
      const { barriers } = client;
      barriers.set(resource, Math.max(revision, barriers.get(resource) ?? 0));
      if (barriers.size > mostBarriers) {
        barriers.delete(resource);
        throw new RangeError(`at most ${mostBarriers} resources can have a barrier`);
      }
    }
    this.#wake();
    return [...client.watches].filter(({ resource }) => reached.has(resource)).length;
  }

  /** Whether time may move on as far as can be seen at once: no program watches. */
  get isFree(): boolean {
    if (this.#watches === 0) return true;
    if (this.#revision !== this.#options.revision()) return false;
    return decide(this.#clients.values(), 0, Infinity).waiting.length === 0;
  }

  /**
   * Waits until all watches have sent their events, and their programs have dealt with
   * it; no longer than `cap` wall ms.
   * @returns the clients waited for, and those that the wait was given up for
   */
  async dealtWith(
    { quiet, cap }: Patience,
    signal: AbortSignal,
  ): Promise<{ readonly waited: ReadonlySet<string>; readonly gaveUp: readonly string[] }> {
    const { wall, timers, revision } = this.#options;
    const end = wall.now() + cap;
    const waited = new Set<string>();
    for (;;) {
      const seen = revision();
      this.#changed = new AbortController();
      await timers.turn();
      this.#revision = seen;
      const { ms, waiting } = decide(this.#clients.values(), wall.now(), quiet);
      for (const client of this.#clients.values()) {
        if (!waiting.includes(client)) client.stirred = undefined;
      }
      if (waiting.length === 0 || signal.aborted) return { waited, gaveUp: [] };
      for (const { name } of waiting) waited.add(name);
      const left = end - wall.now();
      if (left <= 0) return { waited, gaveUp: this.#giveUp(waiting) };
      const wakeUp = AbortSignal.any([signal, this.#changed.signal]);
      await wall.sleep(Math.min(ms, left), wakeUp);
    }
  }

  /** What they have been sent so far is not waited for again. */
  #giveUp(clients: readonly ClientState[]): readonly string[] {
    for (const client of clients) {
      client.stirred = undefined;
      for (const watch of client.watches) {
        watch.done = watch.told;
        watch.isBusy = false;
      }
    }
    return clients.map(({ name }) => name);
  }

  #clientOf(key: string, name: string): ClientState {
    let client = this.#clients.get(key);
    if (client === undefined) {
      this.#makeRoom();
      client = newClient(name);
      this.#clients.set(key, client);
    }
    return client;
  }

  #makeRoom(): void {
    if (this.#clients.size < mostClients) return;
    for (const [key, { watches }] of this.#clients) {
      if (watches.size > 0) continue;
      this.#clients.delete(key);
      return;
    }
  }

  #stir(client: ClientState): void {
    client.stirred = this.#options.wall.now();
  }

  #wake(): void {
    this.#changed.abort();
  }
}
