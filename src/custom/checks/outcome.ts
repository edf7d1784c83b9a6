/** What the checks of a value found. */
import type { FieldError } from '#values';

/** No answer lists this many errors. */
const mostFindings = 10_000;

/** An error. The schema validator of v1.24 tells errors apart by a text: the place, then the rule. */
export interface Finding {
  readonly place: string;
  /** One text for all findings of a schema, where it is long: it is looked up by its value. */
  readonly rule: string;
  readonly error: FieldError;
}

/**
 * Errors in the order in which they are found, each once; and how many checks a value has passed,
 * which decides between alternatives: those that fail latest are reported.
 */
export class Outcome {
  readonly #findings: Finding[] = [];
  /** Rules that are broken, by place. */
  readonly #broken = new Map<string, Set<string>>();
  matches = 0;

  get isValid(): boolean {
    return this.#findings.length === 0;
  }

  /** Whether enough errors are found: more do not matter. */
  get isFull(): boolean {
    return this.#findings.length >= mostFindings;
  }

  get errors(): Iterable<FieldError> {
    return this.#findings.map(({ error }) => error);
  }

  add(finding: Finding): void {
    if (this.isFull) return;
    const { place, rule } = finding;
    const rules = this.#broken.get(place);
    if (rules?.has(rule) === true) return;
    if (rules === undefined) this.#broken.set(place, new Set([rule]));
    else rules.add(rule);
    this.#findings.push(finding);
  }

  merge(other: Outcome): void {
    for (const finding of other.#findings) this.add(finding);
    this.matches += other.matches;
  }
}
