import type { Wall, WallTimers } from '#clock';

/** How long a request may work, in ms, before others have their turn. */
const longest = 20;

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
    await this.#timers.turn();
    this.begin();
  };
}
