/** Turns what etcd reports into changes of the watch cache. */
import type { Millis } from '#clock';
import { keyOf, type KubeObject } from '#values';
import type { ObjectKey } from '#kinds';
import type { Change, MemoryStore } from '#store';
import type { KeyValue, WatchEvent } from './driver/messages.ts';
import { ValueError, type Forms } from './forms.ts';
import { originKey, type Keys } from './keys.ts';
import { caughtUp, expired, foreign, readOrigin, type WrittenOrigin } from './origins.ts';

/** A write of this server that etcd has, or may have. */
export interface OwnWrite {
  /** By key in etcd: the objects as they are to be stored here. */
  readonly values: ReadonlyMap<string, KubeObject>;
  readonly origin: WrittenOrigin['origin'];
}

export interface ApplyOptions {
  readonly cache: MemoryStore;
  readonly keys: Keys;
  readonly forms: Forms;
  /** Identifies this server among all. */
  readonly server: string;
  /** By number; see {@link WrittenOrigin}. */
  readonly own: ReadonlyMap<number, OwnWrite>;
  readonly now: () => Millis;
  /** Called with each write of this server, as it is applied. */
  readonly onOwn: (change: Change) => void;
  /** Called with what is under a key that is not an object's. */
  readonly onOther: (event: WatchEvent) => void;
  /** Called for a value that is not an object: it counts as absent. */
  readonly onBroken: (key: string, error: ValueError) => void;
}

export class Apply {
  readonly #options: ApplyOptions;
  #time: Millis = -Infinity;

  constructor(options: ApplyOptions) {
    this.#options = options;
  }

  /** All that was written at one revision. */
  together(revision: number, events: readonly WatchEvent[]): void {
    const { cache, server, own, onOwn, onOther } = this.#options;
    const origin = originOf(events);
    const isOwn = origin?.server === server;
    const write = isOwn ? own.get(origin.number) : undefined;
    const changes: Change[] = [];
    for (const event of events) {
      const at = this.#options.keys.read(event.kv.key);
      if (at === undefined) onOther(event);
      else changes.push(...this.#changeOf(at, event, origin, write));
    }
    cache.loadTogether(changes);
    cache.reach(revision);
    if (isOwn && origin.isRepetition !== true) changes.forEach(onOwn);
  }

  /** All objects as they are at a revision, after changes that are not known. */
  catchUp(revision: number, all: readonly KeyValue[]): void {
    const { cache, keys } = this.#options;
    const gone = new Set<string>();
    for (const bucket of cache.past.buckets) {
      for (const object of cache.past.list(bucket, cache.revision())) {
        gone.add(keys.of(bucket, keyOf(object)));
      }
    }
    const behind: WatchEvent[] = [];
    for (const kv of all) {
      gone.delete(kv.key);
      if (kv.revision > cache.revision()) behind.push({ isDeletion: false, kv });
    }
    behind.sort((a, b) => a.kv.revision - b.kv.revision);
    const time = this.#next();
    for (const key of gone) {
      const kv = { key, created: 0, revision, version: 0, value: noBytes, lease: 0n };
      behind.push({ isDeletion: true, kv });
    }
    for (const group of byRevision(behind)) {
      const changes = group.flatMap((event) => {
        const at = keys.read(event.kv.key);
        return at === undefined ? [] : this.#changeOf(at, event, { origin: caughtUp, time });
      });
      cache.loadTogether(changes);
    }
    cache.reach(revision);
  }

  #changeOf(
    { bucket, key }: ObjectKey,
    { isDeletion, kv }: WatchEvent,
    written: Pick<WrittenOrigin, 'origin' | 'time' | 'isRepetition'> | undefined,
    write?: OwnWrite,
  ): readonly Change[] {
    const previous = this.#options.cache.peek(bucket, key);
    const value = isDeletion ? undefined : this.#valueOf(kv, write);
    const unknown = isDeletion && bucket === 'events' ? expired : foreign;
    const of = {
      ...{ revision: kv.revision, time: this.#next(written?.time), bucket, key },
      origin: write?.origin ?? written?.origin ?? unknown,
    };
    if (value !== undefined) {
      const type = previous === undefined ? 'created' : 'updated';
      const { isRepetition } = written ?? {};
      return [{ ...of, type, value, previous, ...(isRepetition === true && { isRepetition }) }];
    }
    if (previous === undefined) return [];
    const metadata = { ...previous.metadata, resourceVersion: String(kv.revision) };
    return [{ ...of, type: 'deleted', value: { ...previous, metadata }, previous }];
  }

  /** Undefined for what is not an object. */
  #valueOf(kv: KeyValue, write: OwnWrite | undefined): KubeObject | undefined {
    const own = write?.values.get(kv.key);
    if (own !== undefined) {
      (own.metadata as { resourceVersion?: string }).resourceVersion = String(kv.revision);
      return own;
    }
    return this.decode(kv);
  }

  /** Undefined for what is not an object. */
  decode(kv: KeyValue): KubeObject | undefined {
    try {
      return this.#options.forms.decode(kv.value, kv.revision);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.#options.onBroken(kv.key, error);
      return undefined;
    }
  }

  /** The clocks of servers differ: here time never goes back. */
  #next(time: Millis = this.#options.now()): Millis {
    this.#time = Math.max(this.#time, time);
    return this.#time;
  }
}

const noBytes = Buffer.alloc(0);

function originOf(events: readonly WatchEvent[]): WrittenOrigin | undefined {
  const found = events.find(({ kv, isDeletion }) => kv.key === originKey && !isDeletion);
  return found && readOrigin(found.kv.value);
}

/** Events in order, those of one revision together. */
export function byRevision(events: readonly WatchEvent[]): WatchEvent[][] {
  const groups: WatchEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0]!.kv.revision === event.kv.revision) last.push(event);
    else groups.push([event]);
  }
  return groups;
}
