/** The order of what is ready at one instant: deliveries of watches, workers of queues, keys that wait. */
import { Random, type RandomStream } from '#clock';
import { turn } from '#machine';

/**
 * Chooses what comes first where v1.24 promises no order. The events of one watch keep theirs. Where there is none,
 * everything comes as it became ready.
 */
export interface Order {
  /** Which of the keys that wait is worked on next: 0 is the one that has waited longest. */
  next(waiting: number): number;
  /** Resolves when it is the turn of a delivery, or of a worker; undefined: at once. Whoever waits holds the clock. */
  turn(): Promise<void> | undefined;
}

/** Permutes by a seed while it is asked to, and then not. The same seed and the same work give the same order. */
export class PermutedOrder implements Order {
  #chance: RandomStream | undefined;
  #waiting: (() => void)[] = [];
  #choices = 0;

  /** Begins with a seed. @param seed undefined: nothing is permuted any more */
  permute(seed: number | string | undefined): void {
    this.#chance = seed === undefined ? undefined : new Random(seed).stream('order');
  }

  /** How often something else came first than usual. */
  get choices(): number {
    return this.#choices;
  }

  next(waiting: number): number {
    return waiting > 1 ? this.#choose(waiting) : 0;
  }

  turn(): Promise<void> | undefined {
    if (this.#chance === undefined) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) void this.#release();
    });
  }

  /** One after the other, each once what the one before has set in motion has come to its next wait. */
  async #release(): Promise<void> {
    while (this.#waiting.length > 0) {
      await turn();
      const [next] = this.#waiting.splice(this.#choose(this.#waiting.length), 1);
      next!();
    }
  }

  #choose(among: number): number {
    const chosen = this.#chance?.int(among) ?? 0;
    if (chosen > 0) this.#choices++;
    return chosen;
  }
}
