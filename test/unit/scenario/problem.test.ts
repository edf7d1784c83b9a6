/** Problems of scenarios in words, and as a list. */
import { describe, expect, it } from 'vitest';
import { problemText, ScenarioError, type Problem, parseText, plainOf } from '#scenario';
import { Problems } from '../../../src/scenario/problem.ts';
import { nodeAt } from '../../../src/scenario/source/node-at.ts';
import type { Node } from '../../../src/scenario/source/node.ts';

const problem = (line: number, more: Partial<Problem> = {}): Problem => ({
  ...{ file: 's.yaml', line, column: 2, message: 'bad' },
  ...more,
});

it.each([
  [problem(3), 's.yaml:3:2: bad'],
  [problem(1), 's.yaml:1:2: bad'],
  [problem(0), 's.yaml: bad'],
  [problem(3, { hint: 'did you mean "good"?' }), 's.yaml:3:2: bad (did you mean "good"?)'],
  [problem(3, { isWarning: true }), 's.yaml:3:2: warning: bad'],
  [problem(3, { isNote: true }), 's.yaml:3:2: note: bad'],
])('%j', (given, text) => {
  expect(problemText(given)).toBe(text);
});

describe('problems', () => {
  it('are kept once, by file, line and column', () => {
    const problems = new Problems();
    problems.see('b.yaml');
    const given = [
      problem(9, { file: 'a.yaml' }),
      problem(7, { file: 'b.yaml', column: 3 }),
      problem(7, { file: 'b.yaml', isWarning: true }),
      problem(2, { file: 'a.yaml' }),
      problem(7, { file: 'b.yaml', column: 3 }),
    ];
    for (const each of given) problems.add(each);
    const [late, third, warning, early] = given;
    expect(problems.all).toEqual([warning, third, early, late]);
    expect(problems.errors).toEqual([third, early, late]);
    const error = new ScenarioError('a.yaml', [early!, late!]);
    expect([error.name, error.message]).toEqual([
      'ScenarioError',
      'a.yaml:2:2: bad\na.yaml:9:2: bad',
    ]);
  });

  it('are 200 at most', () => {
    const problems = new Problems();
    for (let line = 1; line < 300; line++) problems.add(problem(line));
    expect(problems.all).toHaveLength(200);
  });
});

describe('the node at a path', () => {
  const text = 'spec: { containers: [{ image: a }, { image: b }], labels: { "a.b/c": d } }';
  const [root] = parseText(text, 'manifest').roots as [Node];
  it.each<[string, unknown]>([
    ['', plainOf(root)],
    ['spec.containers[0].image', 'a'],
    ['spec.containers[1].image', 'b'],
    ['spec.containers[1]', { image: 'b' }],
    ['spec.containers[2].image', [{ image: 'a' }, { image: 'b' }]],
    ['spec.containers[0].name', { image: 'a' }],
    ['spec.containers[0].image.more', 'a'],
    ['spec.labels[a.b/c]', 'd'],
    ['spec.labels.a.b/c', { 'a.b/c': 'd' }],
  ])('%j', (path, value) => {
    expect(plainOf(nodeAt(root, path))).toEqual(value);
  });
});
