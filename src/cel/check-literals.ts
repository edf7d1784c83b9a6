/** What releases check of what expressions write out, beside its types. */
import { regexOf } from '#values';
import type { Checked } from './check.ts';
import { longestPattern } from './compile.ts';
import { partsOf, type Expr, type Fault } from './syntax.ts';
import { readDuration, readTimestamp } from './times.ts';
import { isSameType, showType } from './types.ts';

/** What literals have to be as arguments of some functions. */
const literals: Readonly<Record<string, (text: string) => boolean>> = {
  matches: isPattern,
  duration: (text) => readDuration(text) !== undefined,
  timestamp: (text) => readTimestamp(text) !== undefined,
};

/** Returns the faults of patterns, durations and times that cannot be read, and of lists and maps whose values have several types. */
export function faultsOfLiterals(checked: Checked): readonly Fault[] {
  return [...unreadableLiterals(checked), ...mixedLiterals(checked.expr, checked)];
}

function unreadableLiterals({ types }: Checked): readonly Fault[] {
  return Array.from(types.keys()).flatMap((expr) => {
    if (expr.kind !== 'call' || !Object.hasOwn(literals, expr.name)) return [];
    const literal = expr.args.at(-1);
    if (literal?.kind !== 'literal' || typeof literal.value !== 'string') return [];
    if (literals[expr.name]!(literal.value)) return [];
    return [{ at: literal.at, message: `invalid ${expr.name} argument` }];
  });
}

function isPattern(text: string): boolean {
  try {
    regexOf(text, longestPattern);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Where values of a list may have several types, on any level. */
const mayMix = 'format';

function mixedLiterals(expr: Expr, checked: Checked): readonly Fault[] {
  if (expr.kind === 'call' && expr.name === mayMix) return [];
  const inside = partsOf(expr).flatMap((part) => mixedLiterals(part, checked));
  if (expr.kind === 'list') return [...othersThanFirst(expr.items, checked).slice(0, 1), ...inside];
  if (expr.kind !== 'map') return inside;
  const keys = expr.entries.map(([key]) => key);
  const values = expr.entries.map(([, value]) => value);
  return [...othersThanFirst(keys, checked), ...othersThanFirst(values, checked), ...inside];
}

/** Returns the faults of those whose type is not that of the first. */
function othersThanFirst(
  [first, ...others]: readonly Expr[],
  { types }: Checked,
): readonly Fault[] {
  const type = first && types.get(first);
  if (type === undefined) return [];
  return others.flatMap((other) => {
    const found = types.get(other);
    if (found === undefined || isSameType(type, found)) return [];
    const message = `expected type '${showType(type)}' but found '${showType(found)}'`;
    return [{ at: other.at, message }];
  });
}
