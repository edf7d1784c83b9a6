/** Which code counts as run by no test. */
import { expect, it } from 'vitest';
import { mutationsOf } from '../../../../tools/mutants/sites.ts';
import { unreachedIn, unreachedText, withSharedIds } from '../../../../tools/mutants/unreached.ts';

const text = `const least = 1;
function a(b) {
  if (b > 5) return b + 2;
  return b === 4 ? c(3) : '';
}
`;
const textOf = (): string => text;
const mutants = withSharedIds(mutationsOf('a.ts', text), textOf);

/** The line and the operators that no test reaches when these probes were. */
function foundWith(ofFile: readonly number[], ofTest: readonly number[]): unknown {
  const test = { name: 'a', passed: true, timedOut: false, ms: 1, reached: ofTest };
  const files = [{ file: 'a.test.ts', broken: false, reached: ofFile, tests: [test] }];
  return unreachedIn(mutants, { report: { files, errors: [] }, unprobed: new Set([0]) }, textOf);
}

it('gives the mutations of one statement the same probe', () => {
  expect(mutants.map(({ operator, id }) => `${operator} ${id}`)).toEqual([
    ...['number 0', 'number 0', 'early exit 1', 'condition 1', 'comparison 1'],
    ...['number 1', 'number 1', 'arithmetic 2', 'number 2', 'number 2'],
    ...['comparison 3', 'number 3', 'number 3', 'number 3', 'number 3'],
  ]);
});

const early = ['early exit', 'condition', 'comparison', 'number', 'number'];
const sum = ['arithmetic', 'number', 'number'];
const last = ['comparison', 'number', 'number', 'number', 'number'];

it.each([
  [[], [], [...early, ...sum], last],
  [[1], [], sum, last],
  [[2], [1], [], last],
  [[], [1, 3], sum, []],
])('with the probes %j outside of tests and %j in one', (ofFile, ofTest, third, fourth) => {
  const lines = [
    { line: 3, operators: third },
    { line: 4, operators: fourth },
  ].filter(({ operators }) => operators.length > 0);
  const unreached = third.length + fourth.length;
  expect(foundWith(ofFile, ofTest)).toEqual([{ file: 'a.ts', mutations: 15, unreached, lines }]);
});

it('leaves out files that tests run whole', () => {
  expect(foundWith([1, 2], [3])).toEqual([]);
});

it('prints each line with what could be changed there', () => {
  const lines = [
    { line: 3, operators: ['number', 'logic'] },
    { line: 7, operators: ['text'] },
  ];
  const one = { file: 'a.ts', mutations: 9, unreached: 3, lines };
  expect(unreachedText([one, { ...one, file: 'b.ts', lines: lines.slice(1) }])).toBe(
    `a.ts: no test runs 3 of 9 mutations
  a.ts:3 number, logic
  a.ts:7 text

b.ts: no test runs 3 of 9 mutations
  b.ts:7 text`,
  );
  expect(unreachedText([])).toBe('tests run all of it');
});
