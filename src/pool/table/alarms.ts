import type { Clock, Millis, Timer } from '#clock';
import { turn } from '#machine';

interface Alarm extends Timer {
  run: (() => void) | undefined;
}

/** How many ring before the event loop turns. */
const first = 500;
/**
 * How many ring then before it turns again: each makes a call or more, of which a long instant makes no more in
 * a turn, and calls that wait would be most of the memory that a large cluster takes.
 */
const further = 25;

/**
 * One clock timer for all alarms of an instant. Machines act at the same time, so what happens to
 * a thousand pods at one instant is one event to the control plane, not a thousand that each have
 * to settle before the next.
 */
export class Alarms {
  readonly #clock: Clock;
  readonly #name: string;
  readonly #byDue = new Map<Millis, Alarm[]>();

  /** `name` is the name of the timers. Alarms only read and enqueue, so they are quiet. */
  constructor(clock: Clock, name: string) {
    this.#clock = clock;
    this.#name = name;
  }

  /** Runs `run` after `delayMs`, with all others of that instant, in the order they were set. */
  after(delayMs: number, run: () => void): Timer {
    const due = this.#clock.now() + Math.max(0, Math.ceil(delayMs));
    const alarm: Alarm = { due, run, cancel: () => (alarm.run = undefined) };
    const others = this.#byDue.get(due);
    if (others !== undefined) others.push(alarm);
    else {
      this.#byDue.set(due, [alarm]);
      this.#clock.after(delayMs, () => this.#ring(due), { name: this.#name, quiet: true });
    }
    return alarm;
  }

  #ring(due: Millis): void {
    const alarms = this.#byDue.get(due) ?? [];
    // Alarms that these calls set for the same instant fire in a separate round.
    this.#byDue.delete(due);
    this.#ringFrom(0, first, alarms);
  }

  #ringFrom(start: number, count: number, alarms: readonly Alarm[]): void {
    const end = Math.min(start + count, alarms.length);
    for (let at = start; at < end; at++) alarms[at]!.run?.();
    if (end === alarms.length) return;
    const release = this.#clock.hold(this.#name);
    void turn()
      .then(() => this.#ringFrom(end, further, alarms))
      .catch((error: unknown) => this.#fail(error))
      .finally(release);
  }

  /** As an error of the first ones does, it ends the advance. */
  #fail(error: unknown): void {
    const rethrow = (): never => {
      throw error;
    };
    this.#clock.after(0, rethrow, { name: this.#name });
  }
}
