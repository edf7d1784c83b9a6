/** What counts as noticed: only what passes without the mutant. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunReport, TestFileReport } from '../../../../tools/mutants/messages.ts';
import type { Tester } from '../../../../tools/mutants/tester.ts';
import { Trials, type Mutant } from '../../../../tools/mutants/trial.ts';

const source = 'one();\n';
let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'orrery-trial-'));
  writeFileSync(join(scratch, 'a.ts'), source);
});
afterEach(() => rmSync(scratch, { recursive: true }));

const mutant: Mutant = {
  ...{ id: 0, file: 'a.ts', start: 0, end: 3, replacement: 'two', operator: 'text' },
};

/** A run of a file: whether each of its tests passes. */
interface Ran {
  readonly passed: boolean;
  readonly broken?: boolean;
}

type Behaviour = (run: {
  readonly names: readonly string[] | undefined;
  readonly isMutated: boolean;
}) => Ran;

function reportOf(file: string, names: readonly string[], ran: Ran, ms = 10): TestFileReport {
  const tests = names.map((name) => ({ ...{ name, ms, reached: [0] }, timedOut: false }));
  return {
    ...{ file, broken: ran.broken ?? false, reached: [] },
    tests: tests.map((test) => ({ ...test, passed: ran.passed })),
  };
}

/** Files of tests with two tests each, which take long: then they run in part. */
function trials(behaviours: Readonly<Record<string, Behaviour>>, ms: number) {
  const ran: string[] = [];
  const tester = {
    write: (file: string, text: string) => writeFileSync(join(scratch, file), text),
    async run({ files }: { files: readonly { file: string; names?: readonly string[] }[] }) {
      const isMutated = readFileSync(join(scratch, 'a.ts'), 'utf8') !== source;
      const report: RunReport = {
        errors: [],
        files: files.map(({ file, names }) => {
          ran.push(`${file} ${names?.join('+') ?? 'all'} ${isMutated ? 'mutated' : 'as it is'}`);
          return reportOf(file, names ?? ['x', 'y'], behaviours[file]!({ names, isMutated }));
        }),
      };
      return report;
    },
  } as unknown as Tester;
  const files = Object.keys(behaviours).map((file) =>
    reportOf(file, ['x', 'y'], { passed: true }, ms),
  );
  const known = { report: { files, errors: [] }, unprobed: new Set<number>() };
  return { trials: new Trials(tester, scratch, known, 60_000), ran };
}

const notices: Behaviour = ({ isMutated }) => ({ passed: !isMutated });
const sees: Behaviour = () => ({ passed: true });
/** What it leaves behind fails in a hook, unless all of its tests run. */
const needsAll: Behaviour = ({ names }) => ({ passed: true, broken: names !== undefined });
const hookNotices: Behaviour = ({ isMutated }) => ({ passed: true, broken: isMutated });
const failsAlone: Behaviour = ({ names }) => ({ passed: names === undefined || names.length > 1 });

describe('a mutant', () => {
  it.each<[string, Readonly<Record<string, Behaviour>>, number, string]>([
    ['is killed by a test that fails', { b: notices }, 10, 'killed by b x'],
    ['survives what passes', { b: sees }, 10, 'survived by 1 files of tests'],
    ['is killed by a hook', { b: hookNotices }, 10, 'killed by b (outside of its tests)'],
    [
      'is killed by a hook of a part',
      { b: hookNotices },
      900,
      'killed by b (outside of its tests)',
    ],
    ['survives a hook that fails anyway', { b: needsAll }, 900, 'survived by no test runs it'],
    ['is killed by others then', { b: needsAll, c: notices }, 900, 'killed by c x'],
    ['is killed by a test of a part', { b: notices }, 900, 'killed by b x'],
  ])('%s', async (_, behaviours, ms, expected) => {
    const { state, by } = await trials(behaviours, ms).trials.try(mutant);
    expect(`${state} by ${by}`).toBe(expected);
    expect(readFileSync(join(scratch, 'a.ts'), 'utf8')).toBe(source);
  });

  it('is not tried again on what fails without it', async () => {
    const { trials: tried, ran } = trials({ b: needsAll, c: sees }, 900);
    await tried.try(mutant);
    expect(ran.filter((run) => run.startsWith('b') && run.endsWith('as it is'))).toHaveLength(1);
    ran.length = 0;
    await tried.try({ ...mutant, replacement: 'three' });
    expect(ran).toEqual(['c x+y mutated']);
  });

  it('survives a test that fails alone', async () => {
    const one: Behaviour = (run) => (run.isMutated ? { passed: false } : failsAlone(run));
    const { state } = await trials({ b: one }, 900).trials.try(mutant);
    expect(state).toBe('survived');
  });
});
