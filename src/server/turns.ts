import type { Wall, WallTimers } from '#clock';

/** How long a request may work, in ms, before others have their turn. */
const longest = 20;

/**
 * So many turns of the event loop others have. The first may be the one in which the work began, and
 * nothing comes in by its end; requests that come in the second are answered from its end on.
 */
const turnsOfOthers = 3;

/**
 * Divides the one thread among requests: one that has worked for long pauses between its stages,
 * so that others are answered. What comes from inside, by no wire, never pauses.
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

  /** Awaited between stages. */
  readonly breathe = async (): Promise<void> => {
    if (this.#wall.now() - this.#began < longest) return;
    for (let turn = 0; turn < turnsOfOthers; turn++) await this.#timers.turn();
    this.begin();
  };
}
