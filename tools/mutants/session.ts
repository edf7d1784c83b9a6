/** Tries mutants in rounds of tests, side by side on several scratch copies. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestFiles } from './choose.ts';
import type { Mutation } from './mutation.ts';
import { isInCommand, isOwnTest, roomOf, testsOfCommand, widerTests } from './rooms.ts';
import { Tester } from './tester.ts';
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
  /** Leaves out all rounds but the first. */
  readonly own: boolean;
  /** How the paths of the only tests that count begin; empty: all rounds, as the rooms say. */
  readonly tests: readonly string[];
  readonly log: (line: string) => void;
  /** Called as soon as it is certain what came of a mutant. */
  readonly decided: (mutant: Mutant, verdict: Verdict) => void;
}

/**
 * Tries the mutants of each room on the room's own tests, all that survive on wider ones, and what is left of the
 * command's rooms on those of the built command. Mutants of several rooms run the same wider tests, so what they
 * reach is found out once for all.
 */
export async function tryAll(session: Session, mutants: readonly Mutant[]): Promise<void> {
  const survivors = await tryOnOwn(session, mutants);
  const left = [...survivors.keys()];
  const { own, tests, decided } = session;
  const wider = tests.length > 0 ? tests : [...new Set(roomsOf(left).flatMap(widerTests))];
  const afterWider = own ? survivors : await tryOnWider(session, wider, survivors);
  const atLast = own ? afterWider : await tryOnCommand(session, afterWider);
  for (const [mutant, verdict] of atLast) decided(mutant, verdict);
}

/**
 * Tries them on further tests, the nearest files first: finding out what tests reach takes long, and
 * most mutants need no tests that are far. @returns what survives all of them
 */
async function tryOnWider(
  session: Session,
  paths: readonly string[],
  survivors: Survivors,
): Promise<Survivors> {
  const left = new Map(survivors);
  const files = nearestFiles(
    testsIn(scratchOf(session), (file) => paths.some((path) => file.startsWith(path))),
    [...left.keys()].map(({ file }) => file),
  );
  for (let from = 0; from < files.length && left.size > 0; from += TOGETHER) {
    const part = files.slice(from, from + TOGETHER);
    const title = `wider tests, ${from + part.length} of ${files.length} files`;
    const after = await tryOn(session, title, part, [...left.keys()]);
    for (const mutant of left.keys()) {
      const last = after.get(mutant);
      if (last === undefined) left.delete(mutant);
      else if (last.by !== unreached.by) left.set(mutant, last);
    }
  }
  return left;
}

/**
 * Tries those of the command's rooms in the command, which is built again for each: that takes seconds, so it comes
 * last. @returns what survives
 */
async function tryOnCommand(session: Session, survivors: Survivors): Promise<Survivors> {
  const mutants = [...survivors.keys()].filter(({ file }) => isInCommand(roomOf(file)));
  await Promise.all(session.workers.map(({ tester }) => tester.end()));
  const workers = session.workers.map(({ scratch }) => ({
    scratch,
    tester: new Tester(scratch, { builds: true }),
  }));
  const isWanted = (file: string): boolean =>
    session.tests.length === 0 || session.tests.some((path) => file.startsWith(path));
  const tests = testsOfCommand.filter(isWanted);
  try {
    const budgetMs = session.budgetMs * COMMAND_FACTOR;
    const after = await tryOn(
      { ...session, workers, budgetMs },
      'the built command',
      tests,
      mutants,
    );
    const others = [...survivors].filter(([mutant]) => !mutants.includes(mutant));
    const kept = [...after].map(
      ([mutant, last]) =>
        [mutant, last.by === unreached.by ? survivors.get(mutant)! : last] as const,
    );
    return new Map([...others, ...kept]);
  } finally {
    await Promise.all(workers.map(({ tester }) => tester.end()));
  }
}

/** What survives the tests of its room; all, where other tests are named. */
async function tryOnOwn(session: Session, mutants: readonly Mutant[]): Promise<Survivors> {
  if (session.tests.length > 0) return new Map(mutants.map((mutant) => [mutant, unreached]));
  const survivors = new Map<Mutant, Verdict>();
  for (const room of roomsOf(mutants)) {
    const ofRoom = mutants.filter(({ file }) => roomOf(file) === room);
    const tests = testsIn(scratchOf(session), (file, text) => isOwnTest(room, file, text));
    for (const [mutant, verdict] of await tryOn(session, room, tests, ofRoom)) {
      survivors.set(mutant, verdict);
    }
  }
  return survivors;
}

/** How many files of wider tests run before mutants are tried on them. */
const TOGETHER = 25;

/** How many times as long as others the tests of the command may take: each starts a process. */
const COMMAND_FACTOR = 3;

type Survivors = ReadonlyMap<Mutant, Verdict>;

const unreached: Verdict = { state: 'survived', by: 'no test runs it' };

export function roomsOf(mutants: readonly Mutation[]): readonly string[] {
  return [...new Set(mutants.map(({ file }) => roomOf(file)))];
}

/** Says which mutants are killed by these files of tests, and gives what came of the others. */
async function tryOn(
  session: Session,
  title: string,
  tests: readonly string[],
  mutants: readonly Mutant[],
): Promise<Survivors> {
  const { workers, log, decided } = session;
  const [first] = workers as [Worker];
  const survivors = new Map(mutants.map((mutant) => [mutant, unreached]));
  if (mutants.length === 0 || tests.length === 0) return survivors;
  log(`${title}: ${mutants.length} mutants, ${tests.length} files of tests`);
  const known = await probe(first.tester, first.scratch, mutants, tests);
  for (const file of brokenIn(known)) log(`  not used, for it fails as it is: ${file}`);
  await tryRound(session, known, mutants, (mutant, verdict) => {
    survivors.set(mutant, verdict);
    if (verdict.state === 'survived') return;
    survivors.delete(mutant);
    decided(mutant, verdict);
  });
  return survivors;
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

function scratchOf({ workers: [first] }: Session): string {
  return first!.scratch;
}

export function brokenIn({ report }: Known): string[] {
  return report.files.filter(({ broken }) => broken).map(({ file }) => file);
}

/** The files of tests of the sources that are wanted, by name. */
export function testsIn(
  scratch: string,
  isWanted: (file: string, text: string) => boolean,
): string[] {
  return readdirSync(join(scratch, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => {
      const text = readFileSync(join(scratch, file), 'utf8');
      // The scratch copy is not built yet.
      return !/\bdist\//.test(text) && isWanted(file, text);
    })
    .sort();
}
