/** What JSON text holds in addition to the values from `JSON.parse`. */

/**
 * A number that is not written as the server would write it, such as `1.0`. The `test` operation of
 * a JSON patch distinguishes it from `1`, and an integer field rejects it.
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

/** An object as it is written: its fields in order, including fields that are given twice. */
export class GivenFields {
  readonly entries: readonly (readonly [name: string, value: unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}
