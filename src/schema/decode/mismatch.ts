/** Errors for values that do not fit their type, with the messages of Go's JSON decoder. */
import { SpelledNumber } from '#values';

/**
 * A value whose JSON type does not fit its field. The error is thrown where the value is found, and
 * callers add the fields of the path to it; so a value that fits needs no path.
 */
export class TypeMismatch extends Error {
  /** What was found: `string`, `number 80.5`, `object`... */
  readonly found: string;
  /** What was expected, in Go's notation: `int32`, `[]v1.Container`. */
  readonly expected: string;
  /** The innermost struct of the path. */
  #struct: string | undefined;
  readonly #path: string[] = [];

  constructor(found: string, expected: string) {
    super();
    this.found = found;
    this.expected = expected;
  }

  /** Adds the struct and field that contain it. Called from the inside out. */
  within(struct: string, field: string): void {
    this.#struct ??= struct;
    this.#path.push(field);
  }

  override get message(): string {
    const where =
      this.#struct === undefined
        ? 'Go value'
        : `Go struct field ${this.#struct}.${this.#path.toReversed().join('.')}`;
    return `json: cannot unmarshal ${this.found} into ${where} of type ${this.expected}`;
  }
}

/** A value of the right JSON type that cannot be read, such as a time: has the reader's own message. */
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

/** The Go package in which v1.24 registers its kinds: messages name it. */
const scheme = 'k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30';

const internal = '__internal';

/** The message for a kind that does not exist. @param place where Go looked for it */
export function notRegistered(apiVersion: string, kind: string, place = scheme): string {
  const where = apiVersion.endsWith(internal)
    ? `the internal version of group ${JSON.stringify(apiVersion.slice(0, -internal.length - 1))}`
    : `version ${JSON.stringify(apiVersion)}`;
  return `no kind ${JSON.stringify(kind)} is registered for ${where} in scheme ${JSON.stringify(place)}`;
}
