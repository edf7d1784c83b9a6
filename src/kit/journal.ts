/** The calls that a test has made of its cluster: what makes another one like it. */

/** A call, by the name of the method. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** It began while another one was under way. */
  readonly isBeside: boolean;
}

/** Calls that were under way at the same time, in the order in which they began. */
export type Calls = readonly (readonly Omit<Call, 'isBeside'>[])[];

export class Journal {
  readonly #settle: () => Promise<void>;
  readonly #calls: Call[] = [];
  #underWay = 0;

  /** @param settle does the work of the present instant, and keeps it where that is asked for */
  constructor(settle: () => Promise<void>) {
    this.#settle = settle;
  }

  /**
   * Keeps a call, with its arguments as they are now, and performs it. What it set in motion is done
   * when it ends: so it makes no difference how long a test takes until its next call.
   */
  async performed<T>(
    name: string,
    args: readonly unknown[],
    perform: () => Promise<T>,
  ): Promise<T> {
    const isBeside = this.#underWay > 0;
    this.#calls.push({ name, args: args.map(copied), isBeside });
    this.#underWay += 1;
    try {
      return await perform();
    } finally {
      try {
        // A call within another may come of the very work that would have to be done.
        if (!isBeside) await this.#settle();
      } finally {
        this.#underWay -= 1;
      }
    }
  }

  /** Keeps a call that is done at once. */
  note(name: string, args: readonly unknown[]): void {
    this.#calls.push({ name, args: args.map(copied), isBeside: this.#underWay > 0 });
  }

  /** All calls so far. @throws {Error} while one of them is under way */
  calls(): Calls {
    if (this.#underWay > 0) {
      throw new Error('a call of this cluster is under way: await it first');
    }
    const groups: Call[][] = [];
    for (const call of this.#calls) {
      if (call.isBeside) groups.at(-1)!.push(call);
      else groups.push([call]);
    }
    return groups;
  }
}

/** The answers of a function of the test. Another cluster gets the same, without asking again. */
export class Answers {
  readonly #answers: boolean[] = [];

  /** The same function, whose answers are kept. */
  record(ask: () => boolean | Promise<boolean>): () => Promise<boolean> {
    return async () => {
      const answer = await ask();
      this.#answers.push(answer);
      return answer;
    };
  }

  /** Answers as the function did; where it threw, this throws. */
  again(): () => boolean {
    const answers = this.#answers.values();
    return () => {
      const { done, value } = answers.next();
      if (done === true) throw new Error('the condition threw');
      return value;
    };
  }
}

/** What a test changes later is not meant. */
function copied(value: unknown): unknown {
  return value instanceof Answers ? value : structuredClone(value);
}
