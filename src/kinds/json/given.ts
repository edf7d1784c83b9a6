/** What JSON text says beyond the values that `JSON.parse` makes of it. */

/**
 * A number that is not written as the server would write it, such as `1.0`. To the `test` of a JSON
 * patch it differs from `1`, and as an integer it is refused.
 */
export class SpelledNumber {
  readonly value: number;
  readonly text: string;

  constructor(text: string) {
    this.value = Number(text);
    this.text = text;
  }

  toJSON(): number {
    return this.value;
  }
}

/** An object as it is written: its fields in order, also those that are given twice. */
export class GivenFields {
  readonly entries: readonly (readonly [name: string, value: unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}
