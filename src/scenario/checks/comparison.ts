/** How many there should be: a number, or a comparison such as `>= 3`. */
import { isScalar } from '../source/node.ts';
import { describe } from '../shape/checker.ts';
import type { Shape } from '../shape/shape.ts';

export interface Comparison {
  /** `3` or `>= 3`. */
  readonly text: string;
  accepts(count: number): boolean;
}

const FORM = /^(==|!=|>=|<=|>|<)?\s*(\d+)$/;

const operators: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
};

/** Reads `3`, `'3'`, `'>= 3'`; undefined for anything else. */
export function parseComparison(value: unknown): Comparison | undefined {
  const match = FORM.exec(String(value).trim());
  if (match === null) return undefined;
  const [, operator = '==', digits] = match;
  const expected = Number(digits);
  const test = operators[operator]!;
  const text = operator === '==' ? String(expected) : `${operator} ${expected}`;
  return { text, accepts: (count) => test(count, expected) };
}

export function comparison(options: { readonly doc: string }): Shape<Comparison> {
  return {
    schema: {
      description: `${options.doc} A number, or a comparison such as '>= 3'.`,
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: FORM.source },
      ],
    },
    check(node, checker) {
      const read = isScalar(node) ? parseComparison(node.value) : undefined;
      if (read !== undefined) return read;
      return checker.problem(
        node,
        `expected a number, or a comparison such as '>= 3', found ${describe(node)}`,
      );
    },
  };
}
