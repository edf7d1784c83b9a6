/** Reads the fields of a value that somebody has written, with errors that say where and what would be right. */
import { durationOf, type Millis } from '#clock';
import { nearest } from '#values';

/** An invalid case. The message says where, and what would be right. */
export class CaseError extends Error {
  override readonly name = 'CaseError';
}

export class Fields {
  readonly #where: string;
  readonly #values: Readonly<Record<string, unknown>>;

  /** @param where `cases/resume/drop.yaml: steps[2]` @throws {CaseError} for anything but a map */
  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new CaseError(`${where}: expected a map, found ${JSON.stringify(value)}`);
    }
    this.#where = where;
    this.#values = value as Readonly<Record<string, unknown>>;
  }

  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** As it is written. */
  get(name: string): unknown {
    return this.#values[name];
  }

  /** Where a field is, for errors. */
  at(name: string): string {
    return `${this.#where}: ${name}`;
  }

  /** @throws {CaseError} for a field of another name */
  only(...known: readonly string[]): void {
    const unknown = this.names.find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const near = nearest(unknown, known);
    const hint =
      near === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${near}"?`;
    throw new CaseError(`${this.#where}: unknown field "${unknown}" (${hint})`);
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value === 'string' && value !== '') return value;
    throw this.#expected(name, 'a text');
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  number(name: string, otherwise?: number): number {
    const value = this.#values[name] ?? otherwise;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    throw this.#expected(name, 'a whole number');
  }

  flag(name: string): boolean {
    const value = this.#values[name] ?? false;
    if (typeof value === 'boolean') return value;
    throw this.#expected(name, 'true or false');
  }

  span(name: string, otherwise?: string): Millis {
    const value = this.#values[name] ?? otherwise;
    const ms = typeof value === 'string' ? durationOf(value) : undefined;
    if (ms !== undefined) return ms;
    throw this.#expected(name, 'a span of time such as 10s');
  }

  /** One of some words. */
  choice<T extends string>(name: string, words: readonly T[], otherwise?: T): T {
    const value = this.#values[name] ?? otherwise;
    const word = words.find((each) => each === value);
    if (word !== undefined) return word;
    throw this.#expected(name, `one of ${words.join(', ')}`);
  }

  /** One value or a list of them. */
  some(name: string): readonly unknown[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    return Array.isArray(value) ? (value as readonly unknown[]) : [value];
  }

  texts(name: string): readonly string[] | undefined {
    return this.some(name)?.map((each) => {
      if (typeof each === 'string') return each;
      throw this.#expected(name, 'a text, or a list of texts');
    });
  }

  numbers(name: string): readonly number[] | undefined {
    return this.some(name)?.map((each) => {
      if (typeof each === 'number') return each;
      throw this.#expected(name, 'a number, or a list of numbers');
    });
  }

  /** The elements of a list, each with where it is. */
  list(name: string): readonly { readonly value: unknown; readonly where: string }[] {
    const value = this.#values[name] ?? [];
    if (!Array.isArray(value)) throw this.#expected(name, 'a list');
    return value.map((each: unknown, i) => ({ value: each, where: `${this.at(name)}[${i}]` }));
  }

  map(name: string): Readonly<Record<string, unknown>> {
    const value = this.#values[name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    throw this.#expected(name, 'a map');
  }

  #expected(name: string, what: string): CaseError {
    const value = this.#values[name];
    const found = value === undefined ? 'nothing' : JSON.stringify(value);
    return new CaseError(`${this.at(name)}: expected ${what}, found ${found}`);
  }
}
