/** What the checks of a value found. */
import type { FieldError } from '../../meta/field-errors.ts';

/** No answer lists this many errors. */
const mostFindings = 10_000;

/** An error, with the text by which the schema validator of v1.24 tells errors apart. */
export interface Finding {
  readonly text: string;
  readonly error: FieldError;
}

/**
 * Errors in the order in which they are found, each once; and how many checks a value has passed,
 * which decides between alternatives: those that fail latest are reported.
 */
export class Outcome {
  readonly #findings = new Map<string, FieldError>();
  matches = 0;

  get isValid(): boolean {
    return this.#findings.size === 0;
  }

  get errors(): Iterable<FieldError> {
    return this.#findings.values();
  }

  add({ text, error }: Finding): void {
    if (this.#findings.size >= mostFindings || this.#findings.has(text)) return;
    this.#findings.set(text, error);
  }

  merge(other: Outcome): void {
    for (const [text, error] of other.#findings) this.add({ text, error });
    this.matches += other.matches;
  }
}
