/** Values as files write them: fixed, or drawn. */
import { describe, expect, it } from 'vitest';
import { cosineOfTurns, naturalLog, readValue, type Notation } from '#clock';
import type { RandomStream } from '../../../src/clock/random.ts';

/** Whole numbers from 0 to 100. */
const notation: Notation = {
  what: 'a number such as 5',
  parse: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
  fit: (drawn) => Math.min(100, Math.max(0, Math.round(drawn))),
};

type Problem = readonly unknown[];

function read(value: unknown): { made: ReturnType<typeof readValue>; problems: Problem[] } {
  const problems: Problem[] = [];
  const made = readValue(notation, value, ['start'], (...problem) => void problems.push(problem));
  return { made, problems };
}

/** What is drawn when chance gives these numbers, one after the other. */
function drawn(value: unknown, ...chances: number[]): number {
  const { made, problems } = read(value);
  expect(problems).toEqual([]);
  if (typeof made !== 'function') throw new Error(`${String(made)} is fixed`);
  return made({ next: () => chances.shift()! } as RandomStream);
}

it('may be fixed', () => {
  expect(read(7)).toEqual({ made: 7, problems: [] });
});

describe('is drawn', () => {
  it.each<[unknown, number[], number]>([
    [{ uniform: [10, 30] }, [0], 10],
    [{ uniform: [10, 30] }, [0.25], 15],
    [{ uniform: [10, 30] }, [0.99], 30],
    [{ uniform: [10, 10] }, [0.5], 10],
    [{ uniform: [90, 200] }, [0.5], 100],
    [{ exponential: 20 }, [0], 0],
    [{ exponential: 20 }, [0.5], Math.round(-20 * naturalLog(0.5))],
    [{ exponential: 20 }, [0.9], Math.round(-20 * naturalLog(1 - 0.9))],
    [{ normal: { mean: 50, sd: 10 } }, [0, 0.3], 50],
    [{ normal: { mean: 50, sd: 10 } }, [0.5, 0], 50 + Math.round(10 * Math.sqrt(naturalLog(4)))],
    [{ normal: { mean: 50, sd: 10 } }, [0.5, 0.5], 50 - Math.round(10 * Math.sqrt(naturalLog(4)))],
    [
      { normal: { sd: 30, mean: 50 } },
      [0.8, 0.1],
      Math.round(50 + 30 * Math.sqrt(-2 * naturalLog(0.2)) * cosineOfTurns(0.1)),
    ],
    [{ oneOf: [4, 5, 6] }, [0], 4],
    [{ oneOf: [4, 5, 6] }, [0.34], 5],
    [{ oneOf: [4, 5, 6] }, [0.99], 6],
    [{ oneOf: [4, 5] }, [0.5], 5],
    [{ oneOf: [4] }, [0.7], 4],
    [
      {
        oneOf: [
          [1, 9],
          [2, 1],
        ],
      },
      [0.89],
      1,
    ],
    [
      {
        oneOf: [
          [1, 9],
          [2, 1],
        ],
      },
      [0.9],
      2,
    ],
    [{ oneOf: [[1, 0], 2, [3, 0.5]] }, [0], 2],
    [{ oneOf: [[1, 0], 2, [3, 0.5]] }, [0.66], 2],
    [{ oneOf: [[1, 0], 2, [3, 0.5]] }, [0.67], 3],
    [{ oneOf: [4, 5, 6] }, [1], 6],
  ])('%j by %j: %d', (value, chances, expected) => {
    expect(drawn(value, ...chances)).toBe(expected);
  });
});

const kinds = ['uniform', 'normal', 'exponential', 'oneOf'];
const noKind = 'expected a number such as 5, or one of uniform, normal, exponential, oneOf';
const noPair = 'expected the least and the most, such as [1s, 3s]';
const noNormal = 'expected mean and sd, such as { mean: 2s, sd: 500ms }';
const noChoice = 'expected a list of values, or of [value, weight]';
const noWeight = 'expected a weight, such as 9';
const noNumber = (found: string): string => `expected a number such as 5, found ${found}`;

it.each<[unknown, Problem[]]>([
  ['x', [[['start'], noNumber('"x"')]]],
  [undefined, [[['start'], noNumber('nothing')]]],
  [null, [[['start'], noNumber('null')]]],
  [[1], [[['start'], noNumber('[1]')]]],
  [{}, [[['start'], noKind, { word: '', known: kinds }]]],
  [{ uniforn: [1, 2] }, [[['start', 'uniforn'], noKind, { word: 'uniforn', known: kinds }]]],
  [{ toString: 1 }, [[['start', 'toString'], noKind, { word: 'toString', known: kinds }]]],
  [
    { exponential: 1, uniform: [1, 2] },
    [[['start', 'exponential'], noKind, { word: 'exponential', known: kinds }]],
  ],
  [{ uniform: 5 }, [[['start', 'uniform'], noPair]]],
  [{ uniform: [5] }, [[['start', 'uniform'], noPair]]],
  [{ uniform: [1, 2, 3] }, [[['start', 'uniform'], noPair]]],
  [{ uniform: ['x', 3] }, [[['start', 'uniform', 0], noNumber('"x"')]]],
  [{ uniform: [3, 'x'] }, [[['start', 'uniform', 1], noNumber('"x"')]]],
  [{ uniform: [3, 2] }, [[['start', 'uniform'], 'the least is more than the most']]],
  [{ normal: 5 }, [[['start', 'normal'], noNormal]]],
  [{ normal: { mean: 5 } }, [[['start', 'normal'], noNormal]]],
  [{ normal: { mean: 5, sd: 1, min: 0 } }, [[['start', 'normal'], noNormal]]],
  [{ normal: { mean: 'x', sd: 1 } }, [[['start', 'normal', 'mean'], noNumber('"x"')]]],
  [{ normal: { mean: 1, sd: 'x' } }, [[['start', 'normal', 'sd'], noNumber('"x"')]]],
  [{ exponential: 'x' }, [[['start', 'exponential'], noNumber('"x"')]]],
  [{ oneOf: 5 }, [[['start', 'oneOf'], noChoice]]],
  [{ oneOf: [] }, [[['start', 'oneOf'], noChoice]]],
  [{ oneOf: [1, 'x'] }, [[['start', 'oneOf', 1], noNumber('"x"')]]],
  [{ oneOf: [['x', 2], 1] }, [[['start', 'oneOf', 0, 0], noNumber('"x"')]]],
  [{ oneOf: [[1, 'x']] }, [[['start', 'oneOf', 0, 1], noWeight]]],
  [{ oneOf: [[1, -1]] }, [[['start', 'oneOf', 0, 1], noWeight]]],
  [{ oneOf: [[1, Infinity]] }, [[['start', 'oneOf', 0, 1], noWeight]]],
  [
    {
      oneOf: [
        [1, 0],
        [2, 0],
      ],
    },
    [[['start', 'oneOf'], 'the weights are all 0']],
  ],
])('%j is refused', (value, problems) => {
  expect(read(value)).toEqual({ made: undefined, problems });
});
