/** Which tests are tried on a mutant, and which mutants are tried. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nearest, nearestFiles, reaching } from '../../../../tools/mutants/choose.ts';
import type { TestFileReport, TestReport } from '../../../../tools/mutants/messages.ts';
import { sampleOf, survivorsIn } from '../../../../tools/mutants/pick.ts';
import type { Outcome } from '../../../../tools/mutants/score.ts';
import { isOwnTest, roomOf, widerTests } from '../../../../tools/mutants/rooms.ts';

function test(name: string, ms: number, reached: readonly number[], passed = true): TestReport {
  return { name, ms, reached, passed, timedOut: false };
}

function fileOf(file: string, tests: readonly TestReport[], reached: readonly number[] = []) {
  return { file, tests, reached, broken: false } satisfies TestFileReport;
}

const mutant = (id: number, file = 'src/near.ts') => ({ id, file });

const known = {
  errors: [],
  files: [
    fileOf('slow', [test('a', 900, [1]), test('b', 300, [1, 2]), test('c', 500, [])]),
    fileOf('quick', [test('a', 50, [1]), test('b', 50, [])]),
    fileOf('hooked', [test('a', 20, []), test('b', 20, [])], [2]),
    fileOf('failing', [test('a', 10, [1], false), test('b', 5, [1])]),
    fileOf('other', [test('a', 1, [3])]),
  ],
};

describe('the tests that reach a mutant', () => {
  it('come as whole files when those are quick, the quickest first', () => {
    expect(reaching(mutant(1), known, 10_000)).toEqual([
      { file: 'failing', names: ['b'], ms: 5 },
      { file: 'quick', ms: 100 },
      { file: 'slow', names: ['b', 'a'], ms: 1200 },
    ]);
  });

  it('come nearest first, by the names of files and tests', () => {
    const report = {
      errors: [],
      files: [
        fileOf('test/flow/all.test.ts', [
          test('job/ttl.yaml holds', 900, [1]),
          test('b', 300, [1]),
        ]),
        fileOf('test/flow/hpa.test.ts', [test('c', 20, [1])]),
      ],
    };
    expect(reaching(mutant(1, 'controllers/job/plan.ts'), report, 950)).toEqual([
      { file: 'test/flow/all.test.ts', names: ['job/ttl.yaml holds'], ms: 900 },
      { file: 'test/flow/hpa.test.ts', ms: 20 },
    ]);
  });

  it('are all tests of a file whose hooks reach it', () => {
    expect(reaching(mutant(2), known, 10_000)).toMatchObject([
      { file: 'hooked', ms: 40 },
      { file: 'slow', names: ['b'] },
      // A hook may be the loading of a module, which is shared.
      ...['other', 'failing', 'quick'].map((file) => ({ file })),
    ]);
    expect(reaching(mutant(2), known, 341).map(({ file }) => file)).toEqual([
      'hooked',
      'slow',
      'other',
    ]);
  });

  it('fit into the time, but for the first', () => {
    expect(reaching(mutant(1), known, 405).map(({ ms }) => ms)).toEqual([5, 100, 300]);
    expect(reaching(mutant(1), known, 1).map(({ ms }) => ms)).toEqual([5]);
  });

  it('may be none', () => {
    expect(reaching(mutant(4), known, 1000)).toEqual([]);
  });
});

it('takes the tests with the most alike paths where no probe can stand', () => {
  const files = ['test/kinds/pod.test.ts', 'test/api/quota.test.ts', 'test/kinds/quota.test.ts'];
  const report = { errors: [], files: files.map((file) => fileOf(file, [test('a', 1, [])])) };
  expect(nearest('src/kinds/quota/usage.ts', report, 2).map(({ file }) => file)).toEqual([
    'test/kinds/quota.test.ts',
    'test/kinds/pod.test.ts',
  ]);
});

it('runs the files of tests first that are near one of the mutants', () => {
  const tests = [
    'test/wire/watch.test.ts',
    'test/flow/why.test.ts',
    'test/flow/job-tracking.test.ts',
  ];
  expect(nearestFiles(tests, ['controllers/job/tracking.ts', 'src/server/watch.ts'])).toEqual([
    'test/flow/job-tracking.test.ts',
    'test/wire/watch.test.ts',
    'test/flow/why.test.ts',
  ]);
});

describe('a sample', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);

  it('is the same for a seed, and another for another', () => {
    expect(sampleOf(all, 10, 1)).toEqual(sampleOf(all, 10, 1));
    expect(sampleOf(all, 10, 1)).not.toEqual(sampleOf(all, 10, 2));
  });

  it('has each at most once, in order, and all when it is as large', () => {
    const sample = sampleOf(all, 60, 3);
    expect([...new Set(sample)].sort((a, b) => a - b)).toEqual(sample);
    expect(sample).toHaveLength(60);
    expect(sampleOf(all, 1000, 3)).toEqual(all);
  });
});

it('tries the survivors of an earlier run again, wherever they stand now', () => {
  const root = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    writeFileSync(join(root, 'a.ts'), 'more();\n\nif (a) b();\nif (a) b();\n');
    const outcome = (state: Outcome['state'], line: number): Outcome => {
      const diff = '- if (a) b();\n+ if (!(a)) b();';
      return { file: 'a.ts', line, operator: 'condition', diff, state, by: '' };
    };
    const outcomes = [outcome('survived', 2), outcome('killed', 9), outcome('equivalent', 9)];
    const again = survivorsIn(root, JSON.stringify({ outcomes }));
    expect(again).toEqual([
      { file: 'a.ts', operator: 'condition', start: 13, end: 14, replacement: '!(a)' },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('rooms', () => {
  it.each([
    ['src/store/log.ts', 'src/store'],
    ['src/kinds/quota/usage.ts', 'src/kinds'],
    ['controllers/job/plan.ts', 'controllers'],
    ['src/simulator.ts', 'src/simulator.ts'],
  ])('%s: %s', (file, room) => {
    expect(roomOf(file)).toBe(room);
  });

  it.each([
    ['src/store', 'test/unit/store/past.test.ts', '', true],
    ['controllers', 'test/unit/controllers/job/plan.test.ts', '', true],
    ['src/store', 'test/unit/stored.test.ts', "from '#store'", false],
    ['src/kinds', 'test/unit/server/texts.test.ts', "from '../../../src/kinds/names.ts'", true],
    ['src/kinds', 'test/unit/server/texts.test.ts', "from '../../../src/kind/names.ts'", false],
    ['src/kinds', 'test/flow/texts.test.ts', "from '../../src/kinds/names.ts'", false],
  ])('%s: %s with an import %s is its own: %s', (room, file, text, isOwn) => {
    expect(isOwnTest(room, file, text)).toBe(isOwn);
  });

  it('are tried on wider tests afterwards', () => {
    expect(widerTests('src/simulator.ts')).toEqual(['test/flow', 'test/wire']);
  });
});
