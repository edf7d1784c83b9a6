/** Objects that expire: their deadlines in order, and one clock timer for the nearest. */
import type { Clock, Millis, Timer } from '#clock';
import { OrderedIndex } from './ordered-index.ts';

/** When an object expires. */
export interface Deadline {
  /** Sorts by due time, then by the revision of the write that set it. */
  readonly key: string;
  readonly due: Millis;
  readonly bucket: string;
  readonly object: string;
}

/** Digits of the greatest safe integer: padded to it, numbers sort as text. */
const DIGITS = 16;

export class Expiries {
  readonly #clock: Clock;
  readonly #expire: (deadline: Deadline) => void;
  readonly #deadlines = new OrderedIndex<Deadline>();
  #timer: Timer | undefined;

  /** `expire` deletes the object, synchronously. */
  constructor(clock: Clock, expire: (deadline: Deadline) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  /** The object written at `revision` expires at this time. */
  add(bucket: string, object: string, due: Millis, revision: number): Deadline {
    const key = `${padded(due)}/${padded(revision)}`;
    const deadline = { key, due, bucket, object };
    this.#deadlines.insert(deadline);
    this.#arm();
    return deadline;
  }

  /** Removes a deadline; does nothing when it has passed. */
  remove(deadline: Deadline): void {
    if (this.#deadlines.delete(deadline.key)) this.#arm();
  }

  /** Forgets all deadlines. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    const first = this.#deadlines.first();
    if (this.#timer?.due === first?.due) return;
    this.#timer?.cancel();
    this.#timer =
      first &&
      this.#clock.after(first.due - this.#clock.now(), () => this.#fire(), {
        name: 'store expiry',
        // Deleting is synchronous, and the watchers it wakes take their holds at once.
        quiet: true,
      });
  }

  #fire(): void {
    this.#timer = undefined;
    for (const deadline of this.#takeDue()) this.#expire(deadline);
    this.#arm();
  }

  /** Takes them out before any object is deleted, so that no deletion sets the timer again. */
  #takeDue(): Deadline[] {
    const due: Deadline[] = [];
    const now = this.#clock.now();
    for (let d = this.#deadlines.first(); d && d.due <= now; d = this.#deadlines.first()) {
      this.#deadlines.delete(d.key);
      due.push(d);
    }
    return due;
  }
}

function padded(n: number): string {
  return String(n).padStart(DIGITS, '0');
}
