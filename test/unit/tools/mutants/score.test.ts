/** What came of mutants, as figures and as text. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { equivalentsIn, reasonFor } from '../../../../tools/mutants/equivalent.ts';
import { mutationsOf } from '../../../../tools/mutants/sites.ts';
import { optionsOf } from '../../../../tools/mutants/options.ts';
import { reportOf, scoresOf, type Outcome } from '../../../../tools/mutants/score.ts';

const root = resolve(import.meta.dirname, '../../../..');

function outcome(file: string, state: Outcome['state']): Outcome {
  return { file, line: 3, operator: 'logic', diff: '- a && b\n+ a || b', state, by: '2 tests' };
}

const outcomes = [
  outcome('src/store/log.ts', 'killed'),
  outcome('src/store/log.ts', 'killed'),
  outcome('src/store/gate.ts', 'survived'),
  outcome('controllers/job/plan.ts', 'equivalent'),
];

describe('the score', () => {
  it('counts by room, without what is equivalent', () => {
    expect(scoresOf(outcomes)).toEqual([
      { room: 'controllers', killed: 0, survived: 0, equivalent: 1, percent: 100 },
      { room: 'src/store', killed: 2, survived: 1, equivalent: 0, percent: 66.6 },
      { room: 'all', killed: 2, survived: 1, equivalent: 1, percent: 66.6 },
    ]);
  });

  it('comes after the survivors', () => {
    expect(reportOf(outcomes)).toBe(`SURVIVED src/store/gate.ts:3 (logic; 2 tests)
- a && b
+ a || b

room         killed  survived  equivalent   score
controllers       0         0           1   100 %
src/store         2         1           0  66.6 %
all               2         1           1  66.6 %`);
  });
});

describe('equivalent mutations', () => {
  const text = 'if (a) {\n  b = c && d;\n}\n';
  const [logic] = mutationsOf('a.ts', text).filter(({ operator }) => operator === 'logic');
  const named = { file: 'a.ts', from: 'b = c && d;', to: 'b = c || d;', reason: 'because' };

  it.each([
    [named, 'because'],
    [{ ...named, file: 'b.ts' }, undefined],
    [{ ...named, to: 'b = c;' }, undefined],
    [{ ...named, from: 'b = d && c;' }, undefined],
  ])('%j: %s', (one, expected) => {
    expect(reasonFor([one], text, logic!)).toBe(expected);
  });

  it.each(equivalentsIn(root))('$file: $from', (one) => {
    const path = join(root, one.file);
    expect(existsSync(path)).toBe(true);
    const source = readFileSync(path, 'utf8');
    const matching = mutationsOf(one.file, source).filter(
      (mutation) => reasonFor([one], source, mutation) !== undefined,
    );
    expect(matching, 'no mutation is like this any more').not.toEqual([]);
    expect(one.reason).not.toBe('');
  });
});

describe('options', () => {
  it('have defaults', () => {
    expect(optionsOf(['src/store'])).toEqual({
      targets: ['src/store'],
      sample: 20,
      seed: 1,
      workers: 1,
      budget: 10,
      threshold: 0,
      own: false,
      again: [],
      tests: [],
      unreached: false,
      json: false,
      help: false,
    });
  });

  it.each([
    [[], /which folder/],
    [['a', '--sample', '0'], /--sample: expected a whole number of 1 or more, not "0"/],
    [['a', '--seed', '1.5'], /--seed: expected a whole number of 0 or more, not "1.5"/],
    [['a', '-o', 'yaml'], /-o: expected json, not "yaml"/],
    [['a', '--quick'], /--quick/],
  ])('refuse %j', (args, message) => {
    expect(() => optionsOf(args)).toThrow(message);
  });
});
