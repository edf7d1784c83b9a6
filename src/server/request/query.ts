/** The query of a request, read as the API server reads it. */
import { badRequest } from '#values';

/** A parsed query. Most requests have none: they all share {@link noQuery}. */
export class Query {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  /** The first value; undefined when there is none. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The first value of each name. */
  *entries(): Iterable<[string, string]> {
    for (const [name, [value = '']] of this.#values) yield [name, value];
  }

  /** Whether any value was given. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Present, and neither `0` nor `false`: so `watch`, `watch=` and `watch=foo` are true. */
  flag(name: string): boolean {
    return this.optionalFlag(name) ?? false;
  }

  /** As {@link flag}; undefined when absent. */
  optionalFlag(name: string): boolean | undefined {
    const value = this.get(name)?.toLowerCase();
    return value === undefined ? undefined : value !== '0' && value !== 'false';
  }

  /** An integer; undefined when absent. @throws {ApiError} 400 in Go's words, also for an empty text */
  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!/^[+-]?\d+$/.test(value)) throw badInteger(value, 'invalid syntax');
    const number = Number(value);
    if (!(number >= -(2 ** 63) && number < 2 ** 63)) throw badInteger(value, 'value out of range');
    return number;
  }
}

export const noQuery = new Query(new Map());

/** @param text the part after the `?` */
export function parseQuery(text: string): Query {
  if (text === '') return noQuery;
  const values = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = unescape(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : unescape(part.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const others = values.get(name);
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  return new Query(values);
}

/** Returns undefined for invalid escapes: such pairs are left out. */
function unescape(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function badInteger(value: string, why: string): Error {
  return badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${why}`);
}
