/** What is wrong with a value that does not fit its type, in the words of Go's JSON decoder. */
import { SpelledNumber } from '../json/index.ts';

/**
 * A value of another JSON type than its field's. Thrown where it is found, and told on the way up
 * which fields lead there; so a value that fits pays for no path.
 */
export class TypeMismatch extends Error {
  /** What stands there: `string`, `number 80.5`, `object`... */
  readonly found: string;
  /** What should, in Go's notation: `int32`, `[]v1.Container`. */
  readonly wanted: string;
  /** The innermost struct on the way. */
  #struct: string | undefined;
  readonly #path: string[] = [];

  constructor(found: string, wanted: string) {
    super();
    this.found = found;
    this.wanted = wanted;
  }

  /** It happened in this field of that struct. Called from the inside out. */
  within(struct: string, field: string): void {
    this.#struct ??= struct;
    this.#path.push(field);
  }

  override get message(): string {
    const where =
      this.#struct === undefined
        ? 'Go value'
        : `Go struct field ${this.#struct}.${this.#path.toReversed().join('.')}`;
    return `json: cannot unmarshal ${this.found} into ${where} of type ${this.wanted}`;
  }
}

/** A value of the right JSON type that cannot be read, such as a time: the reader's own message. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}

/** How Go names the JSON type of a value. */
export function jsonTypeOf(value: unknown): string {
  if (value instanceof SpelledNumber) return 'number';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'boolean' ? 'bool' : type;
}

/** Where v1.24 keeps the kinds that it knows: messages name it. */
const scheme = 'k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30';

/** What is said of a kind that does not exist. */
export function notRegistered(apiVersion: string, kind: string): string {
  return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${JSON.stringify(scheme)}`;
}
