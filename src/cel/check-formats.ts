/** What `format` is given where the text and the values are written out: each clause a value of a type that it shows. */
import { utf8Bytes } from '#values';
import type { Checked } from './check.ts';
import { partsOf, type Expr, type Fault } from './syntax.ts';
import { resolved, showType, type Type } from './types.ts';

interface Clause {
  readonly kinds: readonly Type['kind'][];
  /** The message about a value of another type. */
  readonly why: string;
}

const whole: Clause['kinds'] = ['int', 'uint'];
const fraction: Clause['kinds'] = ['double', 'string'];
const hex: Clause = {
  kinds: [...whole, 'string', 'bytes'],
  why: 'only integers, byte buffers, and strings can be formatted as hex',
};

const clauses: Readonly<Record<string, Clause>> = {
  s: {
    kinds: [
      ...['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes'],
      ...['duration', 'type', 'null'],
    ] as Clause['kinds'],
    why: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { kinds: whole, why: 'decimal clause can only be used on integers' },
  f: { kinds: fraction, why: 'fixed-point clause can only be used on doubles' },
  e: { kinds: fraction, why: 'scientific clause can only be used on doubles' },
  b: { kinds: [...whole, 'bool'], why: 'only integers and bools can be formatted as binary' },
  o: { kinds: whole, why: 'octal clause can only be used on integers' },
  x: hex,
  X: hex,
};

/** Returns the first fault of each such call. */
export function faultsOfFormats(checked: Checked): readonly Fault[] {
  return Array.from(checked.types.keys()).flatMap((expr) => {
    if (expr.kind !== 'call' || expr.name !== 'format' || expr.args.length !== 2) return [];
    const [text, values] = expr.args;
    if (text?.kind !== 'literal' || typeof text.value !== 'string') return [];
    if (values?.kind !== 'list') return [];
    const fault = faultOf(text.value, values.items, checked, expr.at);
    return fault === undefined ? [] : [fault];
  });
}

/** A clause, from its sign on: with its precision, and the letter that says how the value is shown. */
const clause = /%(?:%|(\.[0-9]*)?([^])?)/gu;

/** @param at where what is wrong with the text is shown */
function faultOf(
  text: string,
  values: readonly Expr[],
  checked: Checked,
  at: number,
): Fault | undefined {
  let count = 0;
  for (const [found, precision, letter] of text.matchAll(clause)) {
    if (found === '%%') continue;
    if (found === '%') return { at, message: 'unexpected end of string' };
    const value = values[count];
    if (value === undefined) return { at, message: `index ${count} out of range` };
    const unreadable = faultOfClause(precision, letter);
    if (unreadable !== undefined) {
      return { at, message: `could not parse formatting clause: ${unreadable}` };
    }
    const { kinds, why } = clauses[letter!]!;
    const odd = otherThan(kinds, value, checked, letter === 's');
    if (odd !== undefined) {
      const message = `error during formatting: ${why}, was given ${typeName(checked.types.get(odd)!)}`;
      return { at: odd.at, message };
    }
    count++;
  }
  if (values.length <= count) return undefined;
  const counts = `(expected ${count}, got ${values.length})`;
  return { at, message: `too many arguments supplied to string.format ${counts}` };
}

function faultOfClause(
  precision: string | undefined,
  letter: string | undefined,
): string | undefined {
  const unreadable = 'error while parsing precision';
  if (letter === undefined) return `${unreadable}: could not find end of precision specifier`;
  if (precision === '.') {
    return `${unreadable}: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`;
  }
  if (Object.hasOwn(clauses, letter)) return undefined;
  // The text is read byte by byte.
  const shown = String.fromCharCode(utf8Bytes(letter)[0]!);
  return `unrecognized formatting clause "${shown}"`;
}

/** Returns the value, or the one in it, that has none of the types. */
function otherThan(
  kinds: Clause['kinds'],
  value: Expr,
  checked: Checked,
  looksInside: boolean,
): Expr | undefined {
  const type = checked.types.get(value);
  const kind = type && resolved(type).kind;
  if (kind === undefined || kind === 'dyn' || kind === 'variable') return undefined;
  if (!kinds.includes(kind)) return value;
  if (!looksInside || (value.kind !== 'list' && value.kind !== 'map')) return undefined;
  return partsOf(value)
    .map((part) => otherThan(kinds, part, checked, true))
    .find((odd) => odd !== undefined);
}

const names: Partial<Record<Type['kind'], string>> = {
  ...{ list: 'list', map: 'map', type: 'type', optional: 'optional_type', null: 'null_type' },
  ...{ duration: 'google.protobuf.Duration', timestamp: 'google.protobuf.Timestamp' },
};

function typeName(type: Type): string {
  return names[resolved(type).kind] ?? showType(type);
}
