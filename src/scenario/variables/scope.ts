import { Cost } from '../expression/index.ts';

/** What the expressions of one reading of a scenario may cost together. */
const MOST_STEPS = 10_000_000;

/** The variables that are known while a part of a scenario is read. */
export class Scope {
  readonly #values: ReadonlyMap<string, unknown>;
  /** Names that were used; shared by all scopes derived from one. */
  readonly used: Set<string>;
  /** What expressions may still cost; shared too. */
  readonly cost: Cost;

  constructor(
    values: ReadonlyMap<string, unknown>,
    used = new Set<string>(),
    cost = new Cost(MOST_STEPS),
  ) {
    this.#values = values;
    this.used = used;
    this.cost = cost;
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** All of them, as a record can hold them. */
  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  get(name: string): unknown {
    this.used.add(name);
    return this.peek(name);
  }

  /** The value of a variable, without using it. */
  peek(name: string): unknown {
    return this.#values.get(name);
  }

  /** Marks names as used: an evaluation may skip parts of an expression. */
  useAll(names: Iterable<string>): void {
    for (const name of names) this.used.add(name);
  }

  /** A scope with further variables, which hide those of the same name. */
  with(values: Iterable<readonly [string, unknown]>): Scope {
    return new Scope(new Map([...this.#values, ...values]), this.used, this.cost);
  }

  /** A scope with defaults: known variables take precedence. */
  withDefaults(values: Iterable<readonly [string, unknown]>): Scope {
    return new Scope(new Map([...values, ...this.#values]), this.used, this.cost);
  }
}
