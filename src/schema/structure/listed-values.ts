/** The values that an `enum` lists, each looked up at once, with their texts made once. */
import { supportedList, goJson } from '#values';

export class ListedValues {
  readonly #values: readonly unknown[];
  /** Plain values, and lists and objects as JSON behind a mark that no plain value has. */
  #known: ReadonlySet<unknown> | undefined;
  #rule: string | undefined;
  #shown: string | undefined;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  has(value: unknown): boolean {
    this.#known ??= new Set(this.#values.map(keyOf));
    return this.#known.has(keyOf(value));
  }

  /** How the schema validator refuses other values. */
  get rule(): string {
    return (this.#rule ??= `should be one of [${this.#names().join(' ')}]`);
  }

  /** As errors list them. */
  get shown(): string {
    return (this.#shown ??= supportedList(this.#names()));
  }

  #names(): readonly string[] {
    return this.#values.map((one) => (typeof one === 'string' ? one : goJson(one)));
  }
}

/** Equal for equal values of JSON. */
function keyOf(value: unknown): unknown {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' ? goJson(value) : value;
}
