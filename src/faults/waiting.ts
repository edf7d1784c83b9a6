/** Faults that wait: for a change, for a time, or for a time after a change. */
import { durationText, type Clock, type Millis, type Timer } from '#clock';
import type { Fault } from './fault.ts';
import type { ObjectChange, When } from './when.ts';

export interface Waiting {
  readonly name: string;
  readonly fault: Fault;
  /** Its place among all faults that were injected. */
  readonly number: number;
  readonly since: Millis;
  /** How many of its changes there were. */
  changes: number;
  timer?: Timer;
}

export interface WaitingFaultsOptions {
  readonly clock: Clock;
  /** Its change has come. */
  readonly onChange: (waiting: Waiting, when: When, change: ObjectChange) => void;
  /** It begins; with the change's revision, when it begins with that. */
  readonly begin: (waiting: Waiting, revision?: number) => void;
}

export class WaitingFaults {
  readonly #options: WaitingFaultsOptions;
  #all: readonly Waiting[] = [];

  constructor(options: WaitingFaultsOptions) {
    this.#options = options;
  }

  get all(): readonly Waiting[] {
    return this.#all;
  }

  add(name: string, fault: Fault, number: number): void {
    const waiting: Waiting = { name, fault, number, since: this.#options.clock.now(), changes: 0 };
    this.#all = [...this.#all, waiting];
    if (fault.when === undefined) this.#delay(waiting);
  }

  /** Shows them a write. */
  see(change: ObjectChange): void {
    const { onChange, begin } = this.#options;
    for (const waiting of this.#all) {
      const { when, afterMs } = waiting.fault;
      if (when === undefined || waiting.timer !== undefined || !when.fits(change)) continue;
      waiting.changes += 1;
      if (waiting.changes < when.count) continue;
      onChange(waiting, when, change);
      if (afterMs > 0) this.#delay(waiting);
      else begin(waiting, change.revision);
    }
  }

  /** Forgets one by its name, or all. */
  remove(name?: string): void {
    const isKept = (waiting: Waiting): boolean => name !== undefined && waiting.name !== name;
    for (const waiting of this.#all) if (!isKept(waiting)) waiting.timer?.cancel();
    this.#all = this.#all.filter(isKept);
  }

  #delay(waiting: Waiting): void {
    const { clock, begin } = this.#options;
    const timer = { name: `begin of fault ${waiting.name}` };
    waiting.timer = clock.after(waiting.fault.afterMs, () => begin(waiting), timer);
  }
}

/** Returns what a fault waits for: `pods created, time 2, then 5s`. */
export function waitText({ when, afterMs }: Fault): string {
  const delay = afterMs === 0 ? '' : durationText(afterMs);
  if (when === undefined) return delay;
  return delay === '' ? when.text : `${when.text}, then ${delay}`;
}
