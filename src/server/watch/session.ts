import { ConnectionCut } from '#faults';
import type { ChangeEvent } from '#request';
import type { WallTimers } from '#clock';
import type { WatchProgress } from '#lockstep';
import { ApiError, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import { asApiError } from '../answer/answer-error.ts';
import type { Served } from '../exchange/served-kinds.ts';
import { again } from './again.ts';
import { blueprintOf, bookmarkOf } from './bookmark.ts';
import type { EventWriter } from './event-writer.ts';
import type { OpenWatches } from './open-watches.ts';

/** The source of events. */
export interface Watched {
  /** At least one; an empty list once the watch has ended. @throws {ApiError} */
  next(): Promise<readonly ChangeEvent[]>;
  stop(): void;
  /** The version that a bookmark names; undefined: none is sent. Absent: the version itself. */
  bookmark?(revision: number): number | undefined;
  /** Where a bookmark is sent that comes at once. */
  onBookmark?(send: () => void): void;
  /** An object, changed as it is shown. */
  shown?(object: KubeObject): KubeObject;
  /** It looks open and idle: it must not end by itself. */
  readonly isSilent?: boolean;
}

/** The target of events. */
export interface Sink {
  /** False: write nothing more until `drained`. */
  write(bytes: Buffer): boolean;
  /** Resolves when there is room again, or the client has disconnected. */
  drained(): Promise<void>;
  end(): void;
  /** Breaks the connection after these bytes. */
  cut(bytes: Buffer): void;
}

export interface SessionOptions {
  readonly watch: Watched;
  readonly served: Served;
  readonly writer: EventWriter;
  readonly sink: Sink;
  readonly timers: WallTimers;
  readonly open: OpenWatches;
  /** Hears what the client receives. */
  readonly outside?: WatchProgress;
  /** Called for unexpected failures that are not reported otherwise. */
  readonly onDefect: (error: unknown) => void;
  /** After this many wall seconds the stream ends. */
  readonly timeoutSeconds: number;
  /** Brings what is computed of the objects up to date: done again and again. */
  readonly refresh?: (() => Promise<void>) | undefined;
  /** The store's revision, sent now and then to clients that want bookmarks. */
  readonly revision?: () => number;
}

/** Events in one write; a long initial list must not be held in one piece. */
const eventsPerWrite = 250;
const bookmarkSeconds = 60;
const refreshMs = 1000;
/** How long before the end the last bookmark is sent. */
const lastBookmarkSeconds = 2;

/**
 * One client's watch: pulls events and writes them, at most one write ahead of the client and no
 * more than two in a turn of the event loop. Events that a slow client has not read stay in the
 * store's log; if it falls behind the oldest kept change, it gets a 410 and the stream ends.
 */
export class WatchSession {
  readonly #options: SessionOptions;
  readonly #cancels: (() => void)[] = [];
  /** Waiting for events; all earlier events are sent. */
  #isIdle = false;
  /** The server has ended it. */
  #isEnded = false;
  #running: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { timers, timeoutSeconds, open } = options;
    open.add(this);
    this.#cancels.push(timers.after(timeoutSeconds * 1000, () => this.#expire()));
    this.#planBookmarks(timeoutSeconds);
    const { refresh, onDefect } = options;
    if (refresh !== undefined) this.#cancels.push(again(timers, refreshMs, refresh, onDefect));
  }

  get kind(): Kind {
    return this.#options.served.kind;
  }

  /** Resolves when the stream has ended; rejects when not even the error could be sent. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  #expire(): void {
    if (this.#options.watch.isSilent !== true) void this.end();
  }

  /** Ends the stream without an error, as a timeout does. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#options.watch.stop();
    // The caller of `run` gets the failure.
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { watch, writer, sink, timers, open, outside, onDefect } = this.#options;
    let isCut = false;
    let isByServer = false;
    try {
      for (;;) {
        this.#isIdle = true;
        const events = await watch.next();
        this.#isIdle = false;
        if (events.length === 0) break;
        outside?.busy();
        if (events.length > eventsPerWrite) await this.#writeInParts(events);
        else if (!sink.write(writer.batch(events))) await sink.drained();
        outside?.written(highest(events));
        // Other changes of this turn come with the next batch, in one write.
        await timers.turn();
        outside?.idle();
      }
    } catch (error) {
      isByServer = true;
      if (error instanceof ConnectionCut) {
        isCut = true;
        sink.cut(this.#halfOf(error.event));
        return;
      }
      if (!(error instanceof ApiError)) onDefect(error);
      sink.write(writer.single('ERROR', asApiError(error).status));
    } finally {
      open.delete(this);
      outside?.close(isByServer || this.#isEnded);
      for (const cancel of this.#cancels) cancel();
      if (!isCut) sink.end();
    }
  }

  /** What arrives of an event when its connection breaks. */
  #halfOf(event: ChangeEvent | undefined): Buffer {
    if (event === undefined) return Buffer.alloc(0);
    const whole = this.#options.writer.batch([event]);
    return whole.subarray(0, whole.length >> 1);
  }

  async #writeInParts(events: readonly ChangeEvent[]): Promise<void> {
    const { writer, sink, timers } = this.#options;
    for (let start = 0; start < events.length; start += eventsPerWrite) {
      const some = events.slice(start, start + eventsPerWrite);
      if (!sink.write(writer.batch(some))) await sink.drained();
      // A client that reads this fast, with room immediately, must not delay the others.
      await timers.turn();
    }
  }

  #planBookmarks(timeoutSeconds: number): void {
    if (this.#options.revision === undefined) return;
    const { timers, watch } = this.#options;
    watch.onBookmark?.(() => this.#bookmark());
    const last = timeoutSeconds - lastBookmarkSeconds;
    if (last > 0) this.#cancels.push(timers.after(last * 1000, () => this.#bookmark()));
    const planNext = (): void => {
      this.#cancels[2] = timers.after(bookmarkSeconds * 1000, () => {
        this.#bookmark();
        planNext();
      });
    };
    if (last > bookmarkSeconds) planNext();
  }

  /** Says that all objects that existed at the revision have been sent. */
  endInitialEvents(revision: number): void {
    const { served } = this.#options;
    this.#bookmarkAt(revision, {
      'k8s.io/initial-events-end': 'true',
      ...(served.kinds.profile.enabled('InitialEventsBlueprint') && {
        'kubernetes.io/initial-events-list-blueprint': blueprintOf(served),
      }),
    });
  }

  #bookmark(): void {
    if (this.#isIdle) this.#bookmarkAt(this.#options.revision!());
  }

  #bookmarkAt(revision: number, annotations?: Readonly<Record<string, string>>): void {
    const { watch, sink, writer, served, onDefect } = this.#options;
    const named = watch.bookmark === undefined ? revision : watch.bookmark(revision);
    if (named === undefined) return;
    try {
      const object = bookmarkOf(served, named, annotations);
      sink.write(writer.single('BOOKMARK', watch.shown?.(object) ?? object));
    } catch (error) {
      onDefect(error);
      void this.end();
    }
  }
}

/** An initial list is in the order of names. */
function highest(events: readonly ChangeEvent[]): number {
  return events.reduce(
    (most, { object }) => Math.max(most, Number(object.metadata.resourceVersion)),
    0,
  );
}
