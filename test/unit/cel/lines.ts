/** An object with its schema, and what is known of expressions about it. */
import type { JSONSchemaProps } from '#types';
import { check, type Checked } from '../../../src/cel/check.ts';
import { compile } from '../../../src/cel/compile.ts';
import { Declared } from '../../../src/cel/declared.ts';
import { firstDialect } from '../../../src/cel/dialect.ts';
import { estimate } from '../../../src/cel/estimate.ts';
import { Meter } from '../../../src/cel/meter.ts';
import { parse } from '../../../src/cel/parser.ts';
import { overloadsByName } from '../../../src/cel/signatures.ts';
import { Unsigned } from '../../../src/cel/syntax.ts';
import { showType } from '../../../src/cel/types.ts';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  Duration,
  read,
  Timestamp,
  TypeValue,
  Url,
  type Value,
} from '../../../src/cel/values.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

const integer: JSONSchemaProps = { type: 'integer' };
const schema: JSONSchemaProps = {
  type: 'object',
  properties: {
    n: integer,
    r: { type: 'number' },
    text: { type: 'string', maxLength: 25 },
    long: { type: 'string' },
    data: { type: 'string', format: 'byte', maxLength: 30 },
    span: { type: 'string', format: 'duration' },
    ints: { type: 'array', maxItems: 7, items: integer },
    texts: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 11 } },
    counts: { type: 'object', maxProperties: 6, additionalProperties: integer },
    part: { type: 'object', properties: { a: integer, constructor: integer } },
    parts: {
      type: 'array',
      maxItems: 3,
      items: { type: 'object', properties: { a: integer, name: { type: 'string' } } },
    },
  },
};
const object = {
  n: 2,
  r: 2.5,
  text: 'a-b-a-b and so forth',
  long: 'https://a.example:80/p/q?x=1&x=2&y=3',
  data: 'aGVsbG8gd29ybGQ=',
  span: '90m1s',
  ints: [1, 2, 2, 3],
  texts: ['a', 'b', 'b-and-c'],
  counts: { a: 1, 'b-c': 2 },
  part: { a: 1 },
  parts: [{ a: 1, name: 'x' }, { a: 2 }],
};

export const overloads = overloadsByName();
const declared = Declared.of(new Structure(schema))!;

export function checked(text: string): Checked {
  return check(parse(text), new Map([['self', declared.type]]), firstDialect);
}

function shown(value: Value): string {
  if (value instanceof CelError) return `error: ${value.message}`;
  if (value instanceof CelList) return `[${[...value].map(shown).join(', ')}]`;
  if (value instanceof CelMap) {
    return `{${value.keys.map((key) => `${shown(key)}: ${shown(value.get(key)!)}`).join(', ')}}`;
  }
  if (value instanceof CelObject) return JSON.stringify(value.raw);
  if (value instanceof Unsigned) return `${value.value}u`;
  if (value instanceof Duration || value instanceof Timestamp) return `${value.nanos} ns`;
  if (value instanceof Url) return value.text;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Constants that cannot be converted are found before. */
function resultOf(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new CelError(error.message);
  }
}

/** What is known of an expression before it runs, and what it does then; undefined for one that does not fit. */
export function lineOf(text: string): string | undefined {
  const found = checked(text);
  if (found.faults.length > 0) return undefined;
  const { least, most } = estimate(found, declared);
  const meter = new Meter();
  const variables = [read(object, declared)];
  const value = resultOf(() => compile(found, ['self']).run({ variables, meter }));
  const type = showType(found.types.get(found.expr)!);
  return `${text}: ${type}, ${least} to ${most}, ${meter.cost} for ${shown(value)}`.slice(0, 300);
}

export function rangeOf(text: string): string {
  const { least, most } = estimate(checked(text), declared);
  return `${least} to ${most}`;
}
