import type { Wall, WallTimers } from '#clock';

/** How long a request may work, in ms, before other requests run. */
const longest = 20;

/**
 * How many turns of the event loop are left to other requests. Work may have begun in the first one,
 * and nothing is received by its end; requests that arrive in the second are answered after it.
 */
const turnsOfOthers = 3;

/**
 * Shares the one thread among requests: a request that has worked for long pauses between its
 * stages, so that others are answered. Requests that are made in process never pause.
 */
export class Turns {
  readonly #wall: Pick<Wall, 'now'>;
  readonly #timers: Pick<WallTimers, 'turn'>;
  #began = 0;

  constructor(wall: Pick<Wall, 'now'>, timers: Pick<WallTimers, 'turn'>) {
    this.#wall = wall;
    this.#timers = timers;
  }

  /** Work begins in a turn of the event loop of its own. */
  begin(): void {
    this.#began = this.#wall.now();
  }

  /** Asked between stages: what is to be awaited there. Undefined, which is usual: nothing. */
  readonly yieldTurn = (): Promise<void> | undefined =>
    this.#wall.now() - this.#began < longest ? undefined : this.#pass();

  async #pass(): Promise<void> {
    for (let turn = 0; turn < turnsOfOthers; turn++) await this.#timers.turn();
    this.begin();
  }
}
