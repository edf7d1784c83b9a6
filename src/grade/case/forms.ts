/** The forms of values that cases have, and how their errors read. */
import { durationOf, type Millis } from '#clock';
import {
  isMap,
  optional,
  PlainReader,
  scalar,
  type Entry,
  type Form,
  type PlainValue,
} from '#forms';
import { minorOf } from '#kinds';
import { nearest } from '#values';
import { CaseError } from './fields.ts';

export const text = scalar({
  schema: { type: 'string', minLength: 1 },
  expected: 'a text',
  parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
});

export const count = scalar({
  schema: { type: 'integer', minimum: 0 },
  expected: 'a whole number',
  parse: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined,
});

export const flag = scalar({
  schema: { type: 'boolean' },
  expected: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
});

/** A release of Kubernetes, as its minor. */
export const release = scalar({
  schema: { type: 'string', pattern: '^1\\.\\d+$' },
  expected: "a release of Kubernetes such as '1.30'",
  parse: (value) => (typeof value === 'string' ? minorIn(value) : undefined),
});

function minorIn(text: string): number | undefined {
  try {
    return minorOf(text);
  } catch {
    return undefined;
  }
}

/** In milliseconds. */
export const span = scalar<Millis>({
  schema: { type: 'string' },
  expected: 'a span of time such as 10s',
  parse: (value) => (typeof value === 'string' ? durationOf(value) : undefined),
});

export const map = scalar({
  schema: { type: 'object' },
  expected: 'a map',
  parse: (value) => (isMap(value) ? value : undefined),
});

/** One value, or a list of them. */
export function some<T>(each: Form<T>): Form<readonly T[]> {
  return {
    schema: { anyOf: [each.schema, { type: 'array', items: each.schema }] },
    check(at, reader) {
      const all = reader.plain(at) === null ? undefined : reader.items(at);
      const values = (all ?? [at]).map((one) => each.check(one, reader));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

/** A map of texts. */
export const texts: Form<Readonly<Record<string, string>>> = {
  schema: { type: 'object', additionalProperties: text.schema },
  check(at, reader) {
    const entries = reader.entries(at);
    if (entries === undefined) return reader.expected(at, 'a map');
    const values = entries.map(({ name, value }) => [name, text.check(value, reader)] as const);
    return values.every((each): each is readonly [string, string] => each[1] !== undefined)
      ? Object.fromEntries(values)
      : undefined;
  },
};

/** A map whose form is that of the first of these fields that it has; the last form is for other maps. */
export function byField<T>(forms: Readonly<Record<string, Form<T>>>, other: Form<T>): Form<T> {
  const all = Object.entries(forms);
  return {
    schema: { anyOf: [...all.map(([, { schema }]) => schema), other.schema] },
    check(at, reader) {
      const written = new Set(reader.entries(at)?.map(({ name }) => name));
      const found = all.find(([name]) => written.has(name));
      return (found?.[1] ?? other).check(at, reader);
    },
  };
}

/** What each rule and step may say besides. */
export const mark = { mark: optional(text) };
export const because = { because: text };

/** Words errors of cases, with what is written. */
class CaseReader extends PlainReader {
  /** A list of which only the name is written is empty. */
  override items(at: PlainValue): readonly PlainValue[] | undefined {
    return at.value === null ? [] : super.items(at);
  }

  override notMap(at: PlainValue): undefined {
    return this.expected(at, 'a map');
  }

  override unknownField({ name, key }: Entry<PlainValue>, { names }: { names: readonly string[] }) {
    const near = nearest(name, names);
    const hint =
      near === undefined ? `expected one of ${names.join(', ')}` : `did you mean "${near}"?`;
    const at = { ...key, path: key.path.slice(0, -1) };
    return this.problem(at, `unknown field "${name}" (${hint})`);
  }

  override absent(at: PlainValue, name: string): PlainValue {
    return this.field(at, name);
  }
}

/** Reads a value of a form. @param where the file, for errors @throws {CaseError} with all that is wrong */
export function readAs<T>(form: Form<T>, value: unknown, where: string): T {
  const reader = new CaseReader();
  const read = form.check({ value, path: [] }, reader);
  if (read !== undefined && reader.problems.length === 0) return read;
  const problems = reader.problems.map(
    ({ path, message }) => `${placeText(where, path)}: ${message}`,
  );
  throw new CaseError(problems.join('\n'));
}

/** `cases/resume/drop.yaml: steps[2]: within` */
function placeText(where: string, path: PlainValue['path']): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}: ${part}`),
    where,
  );
}
