/** Expressions over the triggers of an action: `a`, `a|b`, `a&b`, `a;b`, with parentheses. `&` binds closer than `|`, `;` least. */
import { CaseError } from '../../case/fields.ts';

export type Expression =
  | { readonly trigger: string }
  | { readonly operator: Operator; readonly left: Expression; readonly right: Expression };

/** Whichever comes first; both in any order; one after the other. */
export type Operator = '|' | '&' | ';';

/** From the loosest. */
const operators: readonly Operator[] = [';', '|', '&'];

/** @param where for errors @throws {CaseError} */
export function readExpression(text: string, where: string): Expression {
  const tokens = text.match(/[^\s;|&()]+|[;|&()]/g) ?? [];
  let at = 0;
  const fail = (): never => {
    const found = tokens[at] === undefined ? 'its end' : `"${tokens[at]}"`;
    throw new CaseError(`${where}: expected triggers such as "t1|(t2&t3)", found ${found}`);
  };
  const joined = (level: number): Expression => {
    const operator = operators[level];
    if (operator === undefined) return single();
    let left = joined(level + 1);
    while (tokens[at] === operator) {
      at += 1;
      left = { operator, left, right: joined(level + 1) };
    }
    return left;
  };
  const single = (): Expression => {
    const token = tokens[at] ?? fail();
    if (token === '(') {
      at += 1;
      const inside = joined(0);
      if (tokens[at] !== ')') fail();
      at += 1;
      return inside;
    }
    if (/^[;|&)]$/.test(token)) fail();
    at += 1;
    return { trigger: token };
  };
  const whole = joined(0);
  if (at < tokens.length) fail();
  return whole;
}

/** Returns the triggers that it names. */
export function triggersIn(expression: Expression): readonly string[] {
  if ('trigger' in expression) return [expression.trigger];
  return [...triggersIn(expression.left), ...triggersIn(expression.right)];
}

/**
 * When it holds.
 * @param timeOf when a trigger comes after a time; undefined: never
 */
export function timeOf(
  expression: Expression,
  after: number,
  timeOfTrigger: (trigger: string, after: number) => number | undefined,
): number | undefined {
  if ('trigger' in expression) return timeOfTrigger(expression.trigger, after);
  const { operator, left, right } = expression;
  const first = timeOf(left, after, timeOfTrigger);
  if (operator === ';') return first === undefined ? first : timeOf(right, first, timeOfTrigger);
  const second = timeOf(right, after, timeOfTrigger);
  if (operator === '|') return lower(first, second);
  return first === undefined || second === undefined ? undefined : Math.max(first, second);
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
