/** Tries the mutants of one room, in rounds of tests, side by side on several scratch copies. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { roundsFor } from './rooms.ts';
import type { Tester } from './tester.ts';
import { probe, Trials, type Known, type Mutant, type Verdict } from './trial.ts';

/** A scratch copy and what runs tests in it. */
export interface Worker {
  readonly scratch: string;
  readonly tester: Tester;
}

export interface Session {
  readonly workers: readonly Worker[];
  /** How long the tests of one mutant may take in each round. */
  readonly budgetMs: number;
  /** Leaves out the second round. */
  readonly own: boolean;
  readonly log: (line: string) => void;
  /** Called as soon as it is certain what came of a mutant. */
  readonly decided: (mutant: Mutant, verdict: Verdict) => void;
}

export async function tryRoom(
  session: Session,
  room: string,
  mutants: readonly Mutant[],
): Promise<void> {
  const { workers, own, log, decided } = session;
  const [first] = workers as [Worker];
  const survivors = new Map<Mutant, Verdict>(
    mutants.map((mutant) => [mutant, { state: 'survived', by: 'no test runs it' }]),
  );
  for (const paths of own ? roundsFor(room).slice(0, 1) : roundsFor(room)) {
    const tests = testsIn(first.scratch, paths);
    if (survivors.size === 0 || tests.length === 0) continue;
    log(`${room}: ${survivors.size} mutants, ${tests.length} files of tests`);
    const known = await probe(first.tester, first.scratch, [...survivors.keys()], tests);
    for (const file of brokenIn(known)) log(`  not used, for it fails as it is: ${file}`);
    await tryRound(session, known, [...survivors.keys()], (mutant, verdict) => {
      if (verdict.state === 'killed') {
        survivors.delete(mutant);
        decided(mutant, verdict);
      } else if (verdict.by !== 'no test runs it') survivors.set(mutant, verdict);
    });
  }
  for (const [mutant, verdict] of survivors) decided(mutant, verdict);
}

/** Each worker takes the next mutant as soon as it is done with one. */
async function tryRound(
  { workers, budgetMs }: Session,
  known: Known,
  mutants: readonly Mutant[],
  tried: (mutant: Mutant, verdict: Verdict) => void,
): Promise<void> {
  const queue = mutants.values();
  const work = async ({ tester, scratch }: Worker): Promise<void> => {
    const trials = new Trials(tester, scratch, known, budgetMs);
    for (const mutant of queue) tried(mutant, await trials.try(mutant));
  };
  await Promise.all(workers.map(work));
}

function brokenIn({ report }: Known): string[] {
  return report.files.filter(({ broken }) => broken).map(({ file }) => file);
}

/** The files of tests whose paths begin with one of these, by name. */
function testsIn(scratch: string, paths: readonly string[]): string[] {
  return readdirSync(join(scratch, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && paths.some((path) => file.startsWith(path)))
    .sort();
}
