/** Faults of watches: a watch between the real one and its reader. */
import type { Release, Timer } from '#clock';
import { expired, watchRevisionTooOld, type ApiError, type KubeObject } from '#values';
import type { ChangeEvent, WatchGate } from '#request';
import type { Target } from './target.ts';
import type { Faults } from './faults.ts';
import type { InForce } from './in-force.ts';
import type { Hit } from './struck.ts';
import { Withheld } from './withheld.ts';

type Events = readonly ChangeEvent[];

/** The connection of a watch breaks in the middle of an event. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
  /** Undefined: between two events. */
  readonly event: ChangeEvent | undefined;

  constructor(event: ChangeEvent | undefined) {
    super('the connection was cut');
    this.event = event;
  }
}

export interface FaultyWatchOptions {
  /** Opens the real watch, which passes its events through the gate. */
  readonly open: (gate: WatchGate) => RealWatch;
  readonly target: Target;
  readonly faults: Faults;
  /** A connection that breaks is an error: {@link ConnectionCut}. Else it is one that ends. */
  readonly breaks?: boolean;
  /** Merges what a fault shows into an object; absent: objects are shown as they are. */
  readonly merge?: (object: KubeObject, patch: Readonly<Record<string, unknown>>) => KubeObject;
  /** Events that are ready hold the clock under this name; for readers in the process. */
  readonly hold?: string;
}

/** A watch without bookmarks. */
interface RealWatch {
  next(): Promise<Events>;
  stop(): void;
}

/**
 * A watch that faults strike while it is open. The reader's calls go to the real watch, which asks
 * here what to pass, so that a watch without faults is as it would be. Once a fault withholds
 * something, it reads ahead, so that the real watch is never the one that waits, and delivers what is
 * due.
 */
export class FaultyWatch implements RealWatch {
  readonly #options: FaultyWatchOptions;
  readonly #watch: RealWatch;
  readonly #withheld = new Withheld();
  readonly #forgetFaults: () => void;
  /** Set once an event is held back by a replica that lags. */
  #forgetWrites: (() => void) | undefined;
  /** What the reader gets next. */
  #ready: ChangeEvent[] = [];
  /** The watch is over once all that is ready is read: by an end, or by an error. */
  #over: { readonly error?: Error } | undefined;
  /** Nothing comes any more. */
  #isSilent = false;
  /** Nothing comes while this is in force. */
  #stall: InForce | undefined;
  #isReadingAhead = false;
  #timer: Timer | undefined;
  #release: Release | undefined;
  #wake: (() => void) | undefined;
  /** Sends a bookmark; absent: the reader wants none, or is not there yet. */
  #sendBookmark: (() => void) | undefined;
  #owesBookmark = false;

  constructor(options: FaultyWatchOptions) {
    this.#options = options;
    this.#watch = options.open((events) => this.#gate(events));
    this.#forgetFaults = options.faults.onChange(() => this.#onChange());
    this.#onChange();
  }

  #forget(): void {
    this.#forgetFaults();
    this.#forgetWrites?.();
  }

  /** Whether it must look open and idle. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  next(): Promise<Events> {
    this.#release?.();
    this.#release = undefined;
    const isPlain = this.#over === undefined && !this.#isReadingAhead && !this.#isWithholding;
    return isPlain ? this.#watch.next() : this.#whenReady();
  }

  /** Where a bookmark that a fault asks for is sent. */
  onBookmark(send: () => void): void {
    this.#sendBookmark = send;
    if (this.#owesBookmark) send();
    this.#owesBookmark = false;
  }

  /** The object as a fault shows it. */
  shown(object: KubeObject, target = this.#options.target): KubeObject {
    const { faults, merge } = this.#options;
    if (merge === undefined || faults.isQuiet) return object;
    const hit = faults.strikeShown(target);
    return hit === undefined ? object : merge(object, hit.effect.patch);
  }

  stop(): void {
    this.#over = {};
    this.#isSilent = false;
    this.#forget();
    this.#timer?.cancel();
    this.#ready = [];
    this.#watch.stop();
    this.#release?.();
    this.#wake?.();
  }

  /** What the reader of the real watch gets. */
  #gate(events: Events): Events | Promise<Events> {
    // What is read ahead is looked at there.
    if (this.#isReadingAhead) return events;
    if (events.length === 0) {
      this.#finish();
      return this.#over?.error === undefined ? events : Promise.reject(this.#over.error);
    }
    const passed = this.#passed(events);
    return passed.length > 0 ? passed : this.#whenReady();
  }

  /** The version that a bookmark names; undefined: none is sent. */
  bookmark(revision: number): number | undefined {
    if (this.#isWithholding) return undefined;
    const { faults, target } = this.#options;
    if (faults.isQuiet) return revision;
    const hit = faults.strikeBookmark(target);
    const newest = Math.min(revision, faults.newestOf(target) ?? revision);
    if (hit === undefined) return newest;
    return hit.effect.fate === 'withhold' ? undefined : Math.max(1, newest - regression);
  }

  get #isWithholding(): boolean {
    return this.#isSilent || this.#stall !== undefined || !this.#withheld.isEmpty;
  }

  /** What of the events the reader gets now; the rest is withheld, or gone. */
  #passed(events: Events): Events {
    const { faults } = this.#options;
    if (faults.isQuiet && !this.#isWithholding) return events;
    const passed: ChangeEvent[] = [];
    for (const event of events) {
      if (this.#over !== undefined || this.#isSilent) break;
      this.#handle(event, passed);
    }
    return passed;
  }

  #handle(real: ChangeEvent, passed: ChangeEvent[]): void {
    const { faults, target } = this.#options;
    const { clock } = faults;
    const about = aboutEvent(target, real);
    const event = this.#shownIn(real, about);
    const hit = faults.isQuiet ? undefined : faults.strikeWatch(about);
    if (hit !== undefined && this.#breaks(hit, event)) return;
    const lagging = faults.isQuiet ? undefined : faults.strikeNewer(about, revisionOf(event), this);
    if (lagging !== undefined) this.#forgetWrites ??= faults.onWrite(() => this.#ripen());
    const { fate } = hit?.effect ?? {};
    const later = clock.now() + (hit?.ms ?? 0);
    const times = fate === 'duplicate' ? 2 : 1;
    const due = fate === 'delay' ? later : clock.now();
    if (fate === 'coalesce') this.#withheld.open(later);
    for (let time = 0; time < times; time++) {
      const isLater = fate === 'coalesce' || fate === 'delay' || lagging !== undefined;
      if (isLater || this.#isWithholding) {
        this.#withheld.add(event, due, lagging);
      } else {
        passed.push(event);
      }
    }
    this.#plan();
  }

  #shownIn(event: ChangeEvent, about: Target): ChangeEvent {
    if (this.#options.merge === undefined || event.object === undefined) return event;
    const object = this.shown(event.object, about);
    return object === event.object ? event : ({ ...event, object } as ChangeEvent);
  }

  /** Fates of the stream. */
  #breaks({ effect, fault }: Hit, event?: ChangeEvent): boolean {
    switch (effect.fate) {
      case 'drop':
        this.#end();
        return true;
      case 'reset':
        this.#end(this.#options.breaks === true ? new ConnectionCut(event) : undefined);
        return true;
      case 'expire':
        this.#end(this.#expiry());
        return true;
      case 'silence':
        this.#isSilent = true;
        return true;
      case 'stall':
      case 'gather':
        this.#stall = fault;
        if (effect.fate === 'gather') this.#withheld.open(Infinity);
        return false;
      case 'duplicate':
      case 'delay':
      case 'coalesce':
        return false;
    }
  }

  #expiry(): ApiError {
    const { resourceVersion = '1' } = this.#options.target;
    const requested = Number(resourceVersion) || 1;
    return expired(watchRevisionTooOld(requested, requested + 1));
  }

  #end(error?: Error): void {
    this.#over = { ...(error !== undefined && { error }) };
    this.#forget();
    this.#watch.stop();
    this.#wake?.();
  }

  /** A fault has begun or ended. */
  #onChange(): void {
    const { faults, target } = this.#options;
    if (this.#over !== undefined) return;
    if (this.#isSilent) {
      this.#onChangeInSilence();
      return;
    }
    if (this.#stall !== undefined && !faults.has(this.#stall)) {
      this.#stall = undefined;
      this.#withheld.close(faults.clock.now());
      this.#ripen();
    } else if (!this.#withheld.isEmpty) this.#ripen();
    const ends = faults.isQuiet ? undefined : faults.strikeWatch(target, isOfStream);
    if (ends !== undefined) this.#breaks(ends);
    const isAsked = !faults.isQuiet && faults.strikeBookmark(target, false) !== undefined;
    if (isAsked && this.#sendBookmark === undefined) this.#owesBookmark = true;
    else if (isAsked) this.#sendBookmark?.();
  }

  /** What ends a stream ends one that is silent, too. */
  #onChangeInSilence(): void {
    const { faults, target } = this.#options;
    const ends = faults.isQuiet ? undefined : faults.strikeWatch(target, isOfStream);
    if (ends === undefined) return;
    this.#isSilent = false;
    this.#breaks(ends);
  }

  /** Resolves with what is ready, or at the end; rejects with an error. */
  async #whenReady(): Promise<Events> {
    for (;;) {
      if (this.#ready.length > 0) {
        const events = this.#ready;
        this.#ready = [];
        return events;
      }
      if (this.#over !== undefined && !this.#isSilent) {
        if (this.#over.error !== undefined) throw this.#over.error;
        return [];
      }
      this.#readAhead();
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  #readAhead(): void {
    if (this.#isReadingAhead) return;
    this.#isReadingAhead = true;
    const read = async (): Promise<void> => {
      for (;;) {
        const events = await this.#watch.next();
        if (events.length === 0) break;
        this.#deliver(this.#passed(events));
      }
    };
    read().then(
      () => this.#finish(),
      (error: unknown) => this.#finish(error as Error),
    );
  }

  /** The real watch has ended. */
  #finish(error?: Error): void {
    this.#over ??= { ...(error !== undefined && { error }) };
    this.#forget();
    this.#wake?.();
  }

  #deliver(events: Events): void {
    if (events.length === 0) {
      if (this.#over !== undefined) this.#wake?.();
      return;
    }
    this.#ready.push(...events);
    const { hold, faults } = this.#options;
    if (hold !== undefined) this.#release ??= faults.clock.hold(hold);
    this.#wake?.();
  }

  /** Delivers what is due. */
  #ripen(): void {
    if (this.#stall === undefined && !this.#isSilent) {
      this.#deliver(this.#withheld.takeDue(this.#options.faults.clock.now()));
    }
    this.#plan();
  }

  #plan(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const { nextDue } = this.#withheld;
    if (nextDue === undefined || this.#stall !== undefined) return;
    const { faults, target } = this.#options;
    const { clock } = faults;
    const name = `withheld events of ${target.resource}`;
    this.#timer = clock.after(nextDue - clock.now(), () => this.#ripen(), { name });
  }
}

function revisionOf({ object, repetition }: ChangeEvent): number {
  return repetition?.revision ?? Number(object!.metadata.resourceVersion);
}

/** How far back a bookmark goes that goes back. */
const regression = 10;

/** Returns what can happen to a stream without an event. */
function isOfStream({ fate }: Hit['effect']): boolean {
  return fate === 'drop' || fate === 'reset' || fate === 'expire';
}

function aboutEvent(target: Target, event: ChangeEvent): Target {
  if (event.repetition !== undefined) {
    const { key } = event.repetition;
    const slash = key.indexOf('/');
    return { ...target, namespace: key.slice(0, Math.max(0, slash)), name: key.slice(slash + 1) };
  }
  const { namespace = '', name } = event.object.metadata;
  return { ...target, namespace, name };
}
