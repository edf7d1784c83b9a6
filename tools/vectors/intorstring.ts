import { scaledValue } from '../../src/values/int-or-string.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface IntOrStringCase {
  readonly value: number | string | null;
  readonly total: number;
  readonly roundUp: boolean;
}

/** intorstring.json: an absolute number or a percentage of a total. */
export const runIntOrString: Runner = (testCase) => {
  const outcome = outcomeOf(testCase as unknown as IntOrStringCase);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'value', 'total', 'roundUp'));
};

function outcomeOf({ value, total, roundUp }: IntOrStringCase): object {
  try {
    return { result: scaledValue(value, total, roundUp) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
