import {
  parseQuantity,
  parseQuantityJson,
  type ExactQuantity,
} from '../../src/values/quantity/quantity.ts';
import { expectSame, firstMismatch, outcomeIn, type Runner } from './runner.ts';

type QuantityCase =
  | { op: 'parse' | 'json'; in: string }
  | { op: 'arith'; a: string; b: string; add: string; sub: string; cmp: number };

/** quantity.json: reading, canonical form and arithmetic of quantities. */
export const runQuantity: Runner = (testCase) => {
  const recorded = testCase as unknown as QuantityCase;
  if (recorded.op === 'arith') {
    const [a, b] = [parseQuantity(recorded.a), parseQuantity(recorded.b)];
    return firstMismatch(
      expectSame('add', a.add(b).toString(), recorded.add),
      expectSame('sub', a.sub(b).toString(), recorded.sub),
      expectSame('cmp', a.cmp(b), recorded.cmp),
    );
  }
  const outcome = outcomeOf(recorded.op, recorded.in);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'op', 'in'));
};

function outcomeOf(op: 'parse' | 'json', input: string): object {
  try {
    const quantity = op === 'json' ? parseQuantityJson(input) : parseQuantity(input);
    return {
      ok: true,
      canonical: quantity.toString(),
      format: quantity.format,
      decimal: decimalText(quantity),
      value: quantity.value()?.toString(),
      milliValue: quantity.milliValue()?.toString(),
      sign: quantity.sign(),
    };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

/** The exact amount as a plain decimal number, without needless zeros. */
function decimalText({ unscaled, exponent }: ExactQuantity): string {
  if (unscaled === 0n) return '0';
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  const padded = digits.padStart(1 - exponent, '0') + '0'.repeat(Math.max(exponent, 0));
  const point = padded.length + Math.min(exponent, 0);
  const fraction = padded.slice(point).replace(/0+$/, '');
  return (unscaled < 0n ? '-' : '') + padded.slice(0, point) + (fraction && `.${fraction}`);
}
