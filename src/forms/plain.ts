/** Reads plain values, such as those of JSON: a place is the keys and indexes that lead to it. */
import type { Entry, Form, MapWords, NearMiss, Reader } from './form.ts';

export interface PlainValue {
  readonly value: unknown;
  /** From the whole: `['match', 'verb', 0]`. */
  readonly path: readonly (string | number)[];
}

/** An error in a value, and its place. */
export interface FormProblem {
  readonly path: PlainValue['path'];
  /** What is wrong, and what would be right. */
  readonly message: string;
  readonly near?: NearMiss;
}

/** `match.verb: unknown verb "put"; known are ...` */
export function problemText({ path, message }: FormProblem): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects problems. Fields that are undefined count as absent. */
export class PlainReader implements Reader<PlainValue> {
  readonly problems: FormProblem[] = [];

  plain({ value }: PlainValue): unknown {
    return value;
  }

  items({ value, path }: PlainValue): readonly PlainValue[] | undefined {
    if (!Array.isArray(value)) return undefined;
    return value.map((each: unknown, index) => ({ value: each, path: [...path, index] }));
  }

  entries({ value, path }: PlainValue): readonly Entry<PlainValue>[] | undefined {
    if (!isMap(value)) return undefined;
    return Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => ({
        name,
        key: { value: name, path: [...path, name] },
        value: { value: each, path: [...path, name] },
      }));
  }

  field({ value, path }: PlainValue, name: string): PlainValue {
    return { value: isMap(value) ? value[name] : undefined, path: [...path, name] };
  }

  problem({ path }: PlainValue, message: string, near?: NearMiss): undefined {
    this.problems.push({ path, message, ...(near !== undefined && { near }) });
    return undefined;
  }

  expected(at: PlainValue, what: string, near?: NearMiss): undefined {
    const found = JSON.stringify(at.value) ?? 'nothing';
    return this.problem(at, `expected ${what}, found ${found}`, near);
  }

  notMap(at: PlainValue, { names }: MapWords): undefined {
    return this.problem(at, `expected a map with ${names.join(', ')}`);
  }

  notList(at: PlainValue): undefined {
    return this.expected(at, 'a list');
  }

  unknownField({ name, key }: Entry<PlainValue>, { names, doc }: MapWords): undefined {
    const message = `unknown field "${name}"${about(doc)}; known are ${names.join(', ')}`;
    return this.problem(key, message, { word: name, known: names });
  }

  absent(map: PlainValue, name: string, { doc }: MapWords): PlainValue | undefined {
    return this.problem(map, `field "${name}" is missing${about(doc)}`);
  }
}

function about(doc: string | undefined): string {
  return doc === undefined ? '' : ` (${doc})`;
}

/** Returns the value of a form, or the problems of what is written. */
export function readForm<T>(
  form: Form<T>,
  value: unknown,
): { readonly value?: T; readonly problems: readonly FormProblem[] } {
  const reader = new PlainReader();
  const read = form.check({ value, path: [] }, reader);
  const { problems } = reader;
  return problems.length > 0 || read === undefined ? { problems } : { value: read, problems };
}
