/** What `orrery explore` prints of what it has found. */
import { describe, expect, it } from 'vitest';
import type { Exploration, Mistake, Plan } from '#grade';
import { plainStyle } from '#record';
import { explorationLines } from '../../../src/cli/explore/text.ts';

const learned = {
  reads: ['pods', 'nodes'],
  writes: ['create pods', 'update pods', 'update nodes/status'].map((write) => ({ write })),
  ...{ changes: [{}, {}], steps: 3 },
};
const mistake = {
  plan: [{ type: 'touch', object: 'pods default/a', step: 1 }],
  findings: [{ rule: 'it ends as it should', found: 'no pod', because: 'a pod is wanted' }],
  ...{ output: '', plans: 1, isSteady: true },
} as unknown as Mistake;

function linesOf(more: object = {}, command: readonly string[] = ['my', 'operator']) {
  const usual = { learned, results: [], mistakes: [], left: 0, wallMs: 1250 };
  const replay = (plan: Plan): string => `orrery explore --plan ${plan.length}`;
  const exploration = { ...usual, ...more } as unknown as Exploration;
  return explorationLines(exploration, { command, style: plainStyle, replay });
}

const results = (...verdicts: readonly string[]) => verdicts.map((verdict) => ({ verdict }));

describe('an exploration', () => {
  it('begins with what the client does', () => {
    expect(linesOf().slice(0, 3)).toEqual([
      'my operator  reads pods, nodes; writes pods, nodes/status',
      '2 changes that it reads, 3 writes, in the start and 3 steps',
      '',
    ]);
  });

  it('counts one of a sort as one, and names controllers where there is no command', () => {
    const one = { ...learned, changes: [{}], writes: [{ write: 'create pods' }], steps: 1 };
    expect(linesOf({ learned: one }, []).slice(0, 2)).toEqual([
      'controllers  reads pods, nodes; writes pods',
      '1 change that it reads, 1 write, in the start and 1 step',
    ]);
  });

  it.each<[what: string, more: object, summary: string]>([
    ['without plans', {}, '0 passed, 0 failed, 0 not exercised of 0 plans, in 1.3 s'],
    [
      'without failures',
      { results: results('pass', 'pass', 'not exercised') },
      '2 passed, 0 failed, 1 not exercised of 3 plans, in 1.3 s',
    ],
    [
      'with failures',
      { results: results('fail', 'fail', 'pass'), mistakes: [mistake] },
      '1 passed, 2 failed (1 mistake), 0 not exercised of 3 plans, in 1.3 s',
    ],
    [
      'with plans that were not played',
      { results: results('fail'), mistakes: [mistake, mistake], left: 4 },
      '0 passed, 1 failed (2 mistakes), 0 not exercised of 1 plan, 4 not played, in 1.3 s',
    ],
  ])('ends with a sum: %s', (_, more, summary) => {
    expect(linesOf(more).at(-1)).toBe(summary);
  });
});

describe('a mistake', () => {
  const linesOfMistake = (more: object): readonly string[] =>
    linesOf({ mistakes: [{ ...mistake, ...more }] }).slice(3, -2);
  const usual = [
    '✗ another client writes pods default/a as step 1 begins',
    '  rule     it ends as it should',
    '  found    no pod',
    '  because  a pod is wanted',
    '  replay   orrery explore --plan 1',
  ];
  const [head, rule, found, because, replay] = usual as [string, string, string, string, string];

  it('has its plan, what was found, and how it is played again', () => {
    const [first, ...rest] = linesOfMistake({});
    expect(first).toMatch(/^✗ .*pods default\/a/);
    expect(rest).toEqual(usual.slice(1));
    expect(head).toContain('✗');
  });

  it('has three more findings at most', () => {
    const more = ['b', 'c', 'd', 'e'].map((each) => ({ rule: 'r', found: each, because: 'w' }));
    const findings = [...mistake.findings, ...more];
    expect(linesOfMistake({ findings }).slice(1)).toEqual([
      ...[rule, found, because],
      ...['b', 'c', 'd'].map((each) => `  also     ${each}`),
      replay,
    ]);
  });

  it('has the last five lines of the output', () => {
    const output = '\n1\n2\n3\n4\n5\n6\n\n';
    expect(linesOfMistake({ output }).slice(1)).toEqual([
      ...[rule, found, because, '  its output ends with'],
      ...['2', '3', '4', '5', '6'].map((line) => `  | ${line}`),
      replay,
    ]);
  });

  it.each<[more: object, last: string]>([
    [{ plans: 2 }, '  2 plans show this'],
    [{ isSteady: false }, '  it did not fail each time'],
    [{ plans: 3, isSteady: false }, '  3 plans show this; it did not fail each time'],
  ])('%j has a note', (more, last) => {
    expect(linesOfMistake(more).at(-1)).toBe(last);
  });
});
