import type { Millis } from '#clock';
import type { ChangeEvent } from '#request';

interface Entry {
  readonly event: ChangeEvent;
  readonly due: Millis;
}

/** Events that come later, in their order; those of a window only as the last state of each object. */
export class Withheld {
  #entries: Entry[] = [];
  /** Until then events are gathered. */
  #windowEnd: Millis | undefined;

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#windowEnd === undefined;
  }

  /** When something can be taken; undefined: nothing is withheld. */
  get nextDue(): Millis | undefined {
    return this.#windowEnd ?? this.#entries[0]?.due;
  }

  /** Gathers events until then, unless it does already. */
  open(end: Millis): void {
    this.#windowEnd ??= end;
  }

  add(event: ChangeEvent, due: Millis): void {
    this.#entries.push({ event, due });
  }

  /** Takes what is due, up to the first that is not. */
  takeDue(now: Millis): readonly ChangeEvent[] {
    if (this.#windowEnd !== undefined) {
      if (this.#windowEnd > now) return [];
      this.#windowEnd = undefined;
      const gathered = this.#entries.map(({ event }) => event);
      this.#entries = [];
      return lastStates(gathered);
    }
    const first = this.#entries.findIndex(({ due }) => due > now);
    const taken = first < 0 ? this.#entries : this.#entries.slice(0, first);
    this.#entries = first < 0 ? [] : this.#entries.slice(first);
    return taken.map(({ event }) => event);
  }
}

/**
 * What a reader sees that looks only now: of each object the last event. One that has come and gone
 * is not seen at all; one that is another of the same name is deleted and added.
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
