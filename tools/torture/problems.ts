/** What went wrong, each thing once. */
import type { Log } from './part.ts';

/** How many of them are printed: more are not needed to know that something is wrong. */
const mostLogged = 100;

export class Problems {
  readonly #problems = new Map<string, { times: number; first: string }>();
  readonly #log: Log;

  /** @param log is called for each problem immediately */
  constructor(log: Log) {
    this.#log = log;
  }

  /** @param what without details that vary, which `where` gives for the first */
  add(what: string, where: string): void {
    const known = this.#problems.get(what);
    if (known !== undefined) known.times++;
    if (known !== undefined || this.#problems.size > mostLogged) return;
    this.#problems.set(what, { times: 1, first: where });
    this.#log(`${what}; ${where}`);
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
