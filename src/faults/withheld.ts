import type { Millis } from '#clock';
import type { ChangeEvent } from '#request';
import type { Lagging } from './struck.ts';

interface Entry {
  readonly event: ChangeEvent;
  readonly due: Millis;
  readonly lagging?: Lagging;
}

/** Events that come later, in their order; those of a window only as the last state of each object. */
export class Withheld {
  #entries: Entry[] = [];
  /** Until then events are gathered. */
  #windowEnd: Millis | undefined;

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#windowEnd === undefined;
  }

  /** When something can be taken; undefined: nothing is withheld, or a replica lags. */
  get nextDue(): Millis | undefined {
    if (this.#windowEnd === Infinity) return undefined;
    if (this.#windowEnd !== undefined) return this.#windowEnd;
    const [first] = this.#entries;
    return first?.lagging?.isBehind() === true ? first.lagging.until : first?.due;
  }

  /** Gathers events until then, unless it does already. @param end Infinity: until it is closed */
  open(end: Millis): void {
    this.#windowEnd ??= end;
  }

  /** What is gathered without an end is due now. */
  close(now: Millis): void {
    if (this.#windowEnd === Infinity) this.#windowEnd = now;
  }

  /** @param lagging what holds it back, however late it is */
  add(event: ChangeEvent, due: Millis, lagging?: Lagging): void {
    this.#entries.push({ event, due, ...(lagging && { lagging }) });
  }

  /** Takes what is due, up to the first that is not. */
  takeDue(now: Millis): readonly ChangeEvent[] {
    if (this.#windowEnd !== undefined) {
      if (this.#windowEnd > now) return [];
      this.#windowEnd = undefined;
      return lastStates(this.#takeBefore(({ lagging }) => lagging?.isBehind() === true));
    }
    return this.#takeBefore(({ due, lagging }) => due > now || lagging?.isBehind() === true);
  }

  /** Takes the entries up to the first of these. */
  #takeBefore(isKept: (entry: Entry) => boolean): readonly ChangeEvent[] {
    const first = this.#entries.findIndex(isKept);
    const taken = first < 0 ? this.#entries : this.#entries.slice(0, first);
    this.#entries = first < 0 ? [] : this.#entries.slice(first);
    return taken.map(({ event }) => event);
  }
}

/**
 * Returns what a reader sees that looks only now: of each object the last event. One that has come
 * and gone is not seen at all; one that is another of the same name is deleted and added.
 */
export function lastStates(events: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const byUid = new Map<string, ChangeEvent>();
  for (const event of events) {
    const { uid } = event.object.metadata;
    const before = byUid.get(uid);
    byUid.delete(uid);
    if (before?.type !== 'ADDED') byUid.set(uid, event);
    else if (event.type !== 'DELETED') byUid.set(uid, { ...event, type: 'ADDED' });
  }
  return [...byUid.values()];
}
