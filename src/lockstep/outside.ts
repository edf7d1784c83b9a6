/**
 * The programs outside that watch, over HTTP. The server says what they receive and what they ask;
 * an advance asks whether time may move on.
 */
import type { Wall, WallTimers } from '#clock';
import { newClient, type ClientState, type WatchState } from './client.ts';
import { decide } from './decide.ts';
import type { Patience } from './patience.ts';

export interface OutsideOptions {
  readonly wall: Wall;
  readonly timers: Pick<WallTimers, 'turn'>;
  /** The store's: if it has not changed, no program has been sent anything. */
  readonly revision: () => number;
  /** Called when a program begins to watch while none did. */
  readonly onFollowed?: () => void;
}

/** Who sends a request. */
export interface Caller {
  /** What tells it from others: its token. */
  readonly key: string;
  readonly name: string;
}

/** A watch, as the server reports about it. */
export interface WatchProgress {
  /** It has events to write. */
  busy(): void;
  /** Events up to this revision are written. */
  written(revision: number): void;
  /** All events are written, and the program has read them as far as can be seen from here. */
  idle(): void;
  /** @param isByServer the program will watch again, as after a time-out */
  close(isByServer: boolean): void;
}

/** Clients that have called a barrier and do not watch yet; more than these are not kept. */
const mostClients = 1_000;
/** Resources with a barrier, of one client. */
const mostBarriers = 100;
/**
 * How many turns of the event loop without a request must follow: what a program in this process does about an event
 * takes some, however short the quiet time.
 */
const quietTurns = 5;
/** A program that asks without end is not waited for in turns: looks at an instant. */
const mostLooks = 200;

const nothing = (): void => undefined;

export class Outside {
  readonly #options: OutsideOptions;
  readonly #clients = new Map<string, ClientState>();
  #watches = 0;
  /** The revision up to which all watches have sent their events. */
  #revision = 0;
  /** Counts what programs do. */
  #moves = 0;
  /** Ends the sleep of those who wait, so that they look again. */
  #changed = new AbortController();

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  /** A watch begins. @param resource `jobs.batch`, or `pods` */
  watching({ key, name }: Caller, resource: string): WatchProgress {
    const client = this.#clientOf(key, name);
    this.#forgetExpected(client, resource);
    const watch: WatchState = { resource, sent: 0, done: 0, isBusy: false, isExpected: false };
    client.watches.add(watch);
    if (this.#watches++ === 0) this.#options.onFollowed?.();
    return {
      busy: () => {
        watch.isBusy = true;
      },
      written: (revision) => {
        watch.sent = Math.max(watch.sent, revision);
        if (!client.barriers.has(resource)) this.#stir(client);
      },
      idle: () => {
        watch.isBusy = false;
        this.#wake();
      },
      close: (isByServer) => {
        watch.isBusy = false;
        watch.isExpected = isByServer && client.barriers.has(resource);
        if (!watch.isExpected) this.#remove(client, watch);
        this.#wake();
      },
    };
  }

  /** A request begins; call the result when it is answered. */
  asking({ key }: Caller, isRead: boolean): () => void {
    const client = this.#clients.get(key);
    if (client === undefined) return nothing;
    const note = (): void => {
      this.#moves++;
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

  /** Whether any program watches. */
  get isFollowed(): boolean {
    return this.#watches > 0;
  }

  /**
   * Whether time may move on as far as can be seen at once: no program watches.
   * @param without the key of a program that does not count
   */
  isFree(without?: string): boolean {
    if (this.#watches === 0) return true;
    if (this.#revision !== this.#options.revision()) return false;
    return decide(this.#allBut(without), 0, Infinity).waiting.length === 0;
  }

  /**
   * Waits until all watches have sent their events, and their programs have dealt with
   * it; no longer than `cap` wall ms.
   * @param without the key of a program that does not count
   * @returns the names of programs waited for, and those that the wait was given up for
   */
  async dealtWith(
    { quiet, cap }: Patience,
    signal: AbortSignal,
    without?: string,
  ): Promise<{ readonly waited: ReadonlySet<string>; readonly gaveUp: readonly Caller[] }> {
    const { wall, revision } = this.#options;
    const end = wall.now() + cap;
    const waited = new Set<string>();
    for (let looks = 1; ; looks++) {
      const current = revision();
      this.#changed = new AbortController();
      await this.#options.timers.turn();
      this.#revision = current;
      const { ms, waiting } = decide(this.#allBut(without), wall.now(), quiet);
      for (const client of this.#clients.values()) {
        if (!waiting.includes(client)) client.stirred = undefined;
      }
      if (signal.aborted) return { waited, gaveUp: [] };
      if (waiting.length === 0) {
        if (looks < mostLooks && !(await this.#isQuietFor(quietTurns))) continue;
        return { waited, gaveUp: [] };
      }
      for (const { name } of waiting) waited.add(name);
      const left = end - wall.now();
      if (left <= 0) return { waited, gaveUp: this.#giveUp(waiting) };
      const wakeUp = AbortSignal.any([signal, this.#changed.signal]);
      await wall.sleep(Math.min(ms, left), wakeUp);
    }
  }

  /** Whether no program does anything in some turns. */
  async #isQuietFor(turns: number): Promise<boolean> {
    const before = this.#moves;
    for (let turn = 0; turn < turns; turn++) {
      await this.#options.timers.turn();
      if (this.#moves !== before) return false;
    }
    return true;
  }

  *#allBut(without: string | undefined): Iterable<ClientState> {
    for (const [key, client] of this.#clients) if (key !== without) yield client;
  }

  /** What they have been sent so far is not waited for again. */
  #giveUp(clients: readonly ClientState[]): readonly Caller[] {
    for (const client of clients) {
      client.stirred = undefined;
      for (const watch of client.watches) {
        watch.done = watch.sent;
        watch.isBusy = false;
        if (watch.isExpected) this.#remove(client, watch);
      }
    }
    return clients.map(({ key, name }) => ({ key, name }));
  }

  #forgetExpected(client: ClientState, resource: string): void {
    for (const watch of client.watches) {
      if (!watch.isExpected || watch.resource !== resource) continue;
      client.watches.delete(watch);
      this.#watches--;
      this.#wake();
    }
  }

  #remove(client: ClientState, watch: WatchState): void {
    if (!client.watches.delete(watch)) return;
    this.#watches--;
    if (client.watches.size === 0) this.#clients.delete(client.key);
  }

  #clientOf(key: string, name: string): ClientState {
    let client = this.#clients.get(key);
    if (client === undefined) {
      this.#makeRoom();
      client = newClient(key, name);
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
    this.#moves++;
  }

  #wake(): void {
    this.#changed.abort();
  }
}
