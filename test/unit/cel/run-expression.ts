/** Runs expressions with the libraries of a release. */
import { profileOf } from '#kinds';
import { check } from '../../../src/cel/check.ts';
import { compile } from '../../../src/cel/compile.ts';
import { makeDialect } from '../../../src/cel/dialect.ts';
import { Meter } from '../../../src/cel/meter.ts';
import { parse } from '../../../src/cel/parser.ts';
import { UnreadableExpression } from '../../../src/cel/syntax.ts';
import { CelError, readAny, type Value } from '../../../src/cel/values.ts';
import type { Type } from '../../../src/cel/types.ts';

const object = { a: 1, list: [3, 1, 2, 1], map: { x: 1, y: 2 }, text: 'b' };

/** Returns the language of a minor. */
export function dialectOf(minor: number): ReturnType<typeof makeDialect> {
  const profile = profileOf(minor);
  return makeDialect((name) => profile.gates.has(name) && profile.enabled(name));
}

/** Returns what it comes to at a minor; a text with the first fault where it cannot be read. */
export function valueOf(text: string, minor = 37): Value {
  const dialect = dialectOf(minor);
  try {
    const checked = check(
      parse(text, dialect),
      new Map<string, Type>([['self', { kind: 'dyn' }]]),
      dialect,
    );
    if (checked.faults.length > 0) return checked.faults[0]!.message;
    const variables = [readAny(object)];
    const value = compile(checked, ['self']).run({ variables, meter: new Meter(true) });
    return value instanceof CelError ? `error: ${value.message}` : value;
  } catch (error) {
    if (!(error instanceof UnreadableExpression)) throw error;
    return error.message;
  }
}
