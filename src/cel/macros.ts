/** The macros that go through lists and maps. */
import { UnreadableExpression, type Expr, type Fold, type FoldMacro } from './syntax.ts';

/** Each macro with the numbers of arguments that it may have. */
const macros: ReadonlyMap<string, readonly number[]> = new Map([
  ['all', [2]],
  ['exists', [2]],
  ['exists_one', [2]],
  ['filter', [2]],
  ['map', [2, 3]],
]);

export function isFold(name: string, count: number): boolean {
  return macros.get(name)?.includes(count) === true;
}

/** @throws {UnreadableExpression} */
export function foldOf(name: string, range: Expr, args: readonly Expr[], at: number): Fold {
  const [variable, first, second] = args as readonly [Expr, Expr, Expr?];
  if (variable.kind !== 'ident') {
    const message =
      name === 'map' || name === 'filter'
        ? 'argument is not an identifier'
        : 'argument must be a simple name';
    throw new UnreadableExpression(variable.at, message);
  }
  const fold = {
    kind: 'fold',
    macro: name as FoldMacro,
    range,
    variable: variable.name,
    at,
  } as const;
  if (name !== 'map') return { ...fold, condition: first };
  return second === undefined
    ? { ...fold, result: first }
    : { ...fold, condition: first, result: second };
}
