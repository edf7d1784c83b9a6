/** Reads the fields of plans, with errors that say where and what would be right. */
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

  /** One of some words. */
  choice<T extends string>(name: string, words: readonly T[], otherwise?: T): T {
    const value = this.#values[name] ?? otherwise;
    const word = words.find((each) => each === value);
    if (word !== undefined) return word;
    throw this.#expected(name, `one of ${words.join(', ')}`);
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
