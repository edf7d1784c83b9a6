/** The macros that go through lists and maps, or into an optional value. */
import type { Dialect } from './dialect.ts';
import { UnreadableExpression, type Expr, type Fold, type FoldMacro } from './syntax.ts';

/** Each macro with the numbers of arguments that it may have. */
const macros: ReadonlyMap<string, readonly number[]> = new Map([
  ['all', [2]],
  ['exists', [2]],
  ['exists_one', [2]],
  ['filter', [2]],
  ['map', [2, 3]],
]);

/** Those of later libraries, by their names. */
const laterMacros: Readonly<Record<string, ReadonlyMap<string, readonly number[]>>> = {
  CelOptionalTypes: new Map([
    ['optMap', [2]],
    ['optFlatMap', [2]],
  ]),
  CelTwoVariables: new Map([
    ['all', [3]],
    ['exists', [3]],
    ['existsOne', [3]],
    ['transformList', [3, 4]],
    ['transformMap', [3, 4]],
    ['transformMapEntry', [3, 4]],
  ]),
  CelLists: new Map([['sortBy', [2]]]),
};

export function isFold(name: string, count: number, dialect?: Dialect): boolean {
  if (macros.get(name)?.includes(count) === true) return true;
  if (dialect === undefined) return false;
  return Object.entries(laterMacros).some(
    ([library, names]) => names.get(name)?.includes(count) === true && dialect.has(library),
  );
}

/** @throws {UnreadableExpression} */
export function foldOf(name: string, range: Expr, args: readonly Expr[], at: number): Fold {
  const hasTwo = args.length === 4 || (args.length === 3 && name !== 'map');
  const variables = args.slice(0, hasTwo ? 2 : 1).map((arg) => nameIn(name, arg));
  const [first, second] = args.slice(variables.length) as [Expr, Expr?];
  const fold = {
    kind: 'fold',
    macro: (name === 'existsOne' ? 'exists_one' : name) as FoldMacro,
    range,
    variable: variables[0]!,
    ...(hasTwo && { second: variables[1]! }),
    at,
  } as const;
  if (!makesValues.has(name)) return { ...fold, condition: first };
  return second === undefined
    ? { ...fold, result: first }
    : { ...fold, condition: first, result: second };
}

const makesValues: ReadonlySet<string> = new Set([
  ...['map', 'optMap', 'optFlatMap', 'sortBy'],
  ...['transformList', 'transformMap', 'transformMapEntry'],
]);

function nameIn(macro: string, variable: Expr): string {
  if (variable.kind === 'ident') return variable.name;
  const message =
    macro === 'map' || macro === 'filter'
      ? 'argument is not an identifier'
      : 'argument must be a simple name';
  throw new UnreadableExpression(variable.at, message);
}
