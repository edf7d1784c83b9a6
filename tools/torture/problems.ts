/** What went wrong, each thing once. */
import type { Say } from './part.ts';

/** How many of them are told: there is no need for more to know that something is wrong. */
const mostTold = 100;

export class Problems {
  readonly #problems = new Map<string, { times: number; first: string }>();
  readonly #say: Say;

  /** @param say is called for each problem immediately */
  constructor(say: Say) {
    this.#say = say;
  }

  /** @param what without details that vary, which `where` gives for the first */
  add(what: string, where: string): void {
    const known = this.#problems.get(what);
    if (known !== undefined) known.times++;
    if (known !== undefined || this.#problems.size > mostTold) return;
    this.#problems.set(what, { times: 1, first: where });
    this.#say(`${what}; ${where}`);
  }

  get count(): number {
    return this.#problems.size;
  }

  get lines(): readonly string[] {
    return [...this.#problems].map(([what, { times, first }]) =>
      times > 1 ? `${times}x ${what}; first: ${first}` : `${what}; ${first}`,
    );
  }
}
