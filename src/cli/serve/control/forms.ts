/** Forms of what the control API reads and answers. Their schemas are those of its OpenAPI document. */
import { durationOf, type Millis } from '#clock';
import {
  isMap,
  PlainReader,
  scalar,
  type Entry,
  type Form,
  type MapWords,
  type NearMiss,
  type PlainValue,
} from '#forms';
import { badRequest, nearest, parseTime } from '#values';

interface Doc {
  readonly doc: string;
}

/**
 * Returns the value of a form.
 * @param what fields are called in messages
 * @throws {ApiError} 400 with the place and what is expected there
 */
export function readAs<T>(form: Form<T>, value: unknown, what = 'field'): T {
  return form.check({ value, path: [] }, new RequestReader(what))!;
}

/** Throws the first problem. */
class RequestReader extends PlainReader {
  readonly #what: string;

  constructor(what: string) {
    super();
    this.#what = what;
  }

  override problem({ path }: PlainValue, message: string): never {
    throw wrong(placeText(path), message);
  }

  override expected(at: PlainValue, what: string, near?: NearMiss): never {
    const shown = near === undefined || at.value === undefined;
    const found = shown ? '' : `, found ${JSON.stringify(at.value)}`;
    return this.problem(at, `expected ${what}${found}`);
  }

  override notMap(at: PlainValue, { names }: MapWords): never {
    const fields = names.length === 0 ? '' : ` with ${names.join(', ')}`;
    return this.problem(at, `expected a JSON object${fields}`);
  }

  override unknownField({ key }: Entry<PlainValue>, { names }: MapWords): never {
    throw badRequest(
      `unknown ${this.#what} "${placeText(key.path)}"${hint(String(key.value), names)}`,
    );
  }

  override absent(map: PlainValue, name: string): PlainValue {
    return this.field(map, name);
  }
}

/** @param place empty: the body as a whole */
export function wrong(place: string, expected: string): Error {
  return badRequest(place === '' ? expected : `${place}: ${expected}`);
}

/** `until.kind`, `objects[1]` */
function placeText(path: PlainValue['path']): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.replace(/^\./, '');
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '; none is expected';
  const meant = nearest(name, known);
  return meant === undefined ? `; expected ${known.join(', ')}` : ` (did you mean "${meant}"?)`;
}

/** Text that is not empty. @param options with a value that is right */
export function text(options: Doc & { readonly example: string }): Form<string> {
  const { doc, example } = options;
  return scalar({
    schema: { type: 'string', description: doc, examples: [example] },
    expected: `a value such as ${example}`,
    parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  });
}

export function number(options: {
  readonly doc: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}): Form<number> {
  const { doc, min, max, isWhole = false } = options;
  return scalar({
    schema: {
      type: isWhole ? 'integer' : 'number',
      description: doc,
      minimum: min,
      ...(max < Infinity && { maximum: max }),
    },
    expected: `${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`,
    parse(value) {
      if (typeof value !== 'number' || (isWhole && !Number.isInteger(value))) return undefined;
      return value >= min && value <= max ? value : undefined;
    },
  });
}

export function flag({ doc }: Doc): Form<boolean> {
  return scalar({
    schema: { type: 'boolean', description: doc },
    expected: 'true or false',
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
  });
}

/** Returns a span of virtual time, in ms: `90s`, `10m`, or a number of seconds. */
export function duration({ doc }: Doc): Form<Millis> {
  return scalar({
    schema: {
      description: `${doc} A duration such as 90s, 10m or 1h30m, or a number of seconds.`,
      oneOf: [{ type: 'string' }, { type: 'number', minimum: 0 }],
      examples: ['10m'],
    },
    expected: 'a duration such as 90s, 10m or 1h30m, or a number of seconds',
    parse(value) {
      const ms = durationOf(value);
      return ms !== undefined && ms >= 0 ? ms : undefined;
    },
  });
}

/** Returns a point in virtual time, in ms. */
export function time({ doc }: Doc): Form<Millis> {
  return {
    schema: {
      type: 'string',
      format: 'date-time',
      description: doc,
      examples: ['2026-01-01T08:00:00Z'],
    },
    check(at, reader) {
      try {
        return parseTime(String(reader.plain(at)));
      } catch (error) {
        return reader.problem(at, (error as Error).message);
      }
    },
  };
}

/**
 * Returns a map with any content. @param options with the name of its schema in the OpenAPI document,
 * if it has one
 */
export function map(
  options: Doc & { readonly name?: string },
): Form<Readonly<Record<string, unknown>>> {
  const { doc, name } = options;
  return scalar({
    schema: {
      description: doc,
      ...(name === undefined ? { type: 'object' } : { allOf: [{ $ref: schemaRef(name) }] }),
    },
    expected: 'an object',
    parse: (value) => (isMap(value) ? value : undefined),
  });
}

/** Where the OpenAPI document has a schema. */
export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}
