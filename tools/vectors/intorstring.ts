import { scaledValue, type IntOrString } from '../../src/kinds/meta/int-or-string.ts';
import { expectSame, type Runner } from './runner.ts';

interface IntOrStringCase {
  readonly value: IntOrString | null;
  readonly total: number;
  readonly roundUp: boolean;
  readonly result?: number;
  readonly error?: string;
}

/** intorstring.json: an absolute number or a percentage of a total. */
export const runIntOrString: Runner = (testCase) => {
  const { value, total, roundUp, ...expected } = testCase as unknown as IntOrStringCase;
  return expectSame('outcome', outcomeOf(value, total, roundUp), expected);
};

function outcomeOf(value: IntOrString | null, total: number, roundUp: boolean): object {
  try {
    return { result: scaledValue(value, total, roundUp) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
