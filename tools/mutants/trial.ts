/** Tries mutants on tests: first finds out which tests reach them, then makes them one at a time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest, reaching, type Choice } from './choose.ts';
import type { RunReport, TestFileRequest } from './messages.ts';
import { mutated, type Mutation } from './mutation.ts';
import { probed } from './probes.ts';
import type { Tester } from './tester.ts';

/** What tests may take, however long they took before. */
const LEAST = { testLimitMs: 10_000, workLimitMs: 15_000 };
/** A test that takes this many times as long as before hangs. */
const LIMIT_FACTOR = 3;
/** How much more time a test that failed gets when it runs again. */
const PATIENCE = 3;
/** Finding out what reaches what runs many tests, none of which hangs. */
const FAR = { testLimitMs: 1_800_000, workLimitMs: 1_800_000 };

export interface Mutant extends Mutation {
  readonly id: number;
}

export type Verdict =
  | { readonly state: 'killed'; readonly by: string }
  | { readonly state: 'survived'; readonly by: string };

/** What is known of the tests of a round. */
export interface Known {
  readonly report: RunReport;
  /** The mutants in code that runs only while modules are loaded. */
  readonly unprobed: ReadonlySet<number>;
}

/** Runs all tests that begin with one of the paths, with probes at the mutants' places. */
export async function probe(
  tester: Tester,
  scratch: string,
  mutants: readonly Mutant[],
  tests: readonly string[],
): Promise<Known> {
  const originals = new Map<string, string>();
  const unprobed = new Set<number>();
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const text = readFileSync(join(scratch, file), 'utf8');
    const places = mutants.filter((mutant) => mutant.file === file);
    const withProbes = probed(
      file,
      text,
      places.map(({ id, start }) => ({ at: start, id })),
    );
    originals.set(file, text);
    tester.write(file, withProbes.text);
    for (const id of withProbes.unprobed) unprobed.add(id);
  }
  const files = tests.map((file) => ({ file }));
  const report = await tester.run({ files, bail: false, ...FAR });
  for (const [file, text] of originals) tester.write(file, text);
  if (report === undefined) throw new Error('the tests ended before they were done');
  if (report.files.length === 0) throw new Error(`no test ran: ${report.errors.join('\n')}`);
  return { report, unprobed };
}

export class Trials {
  readonly #tester: Tester;
  readonly #scratch: string;
  readonly #known: Known;
  readonly #budgetMs: number;
  /** Whether what fails with a mutant passes without one, by file and name; of a whole file by file. */
  readonly #isSound = new Map<string, boolean>();

  constructor(tester: Tester, scratch: string, known: Known, budgetMs: number) {
    this.#tester = tester;
    this.#scratch = scratch;
    this.#known = known;
    this.#budgetMs = budgetMs;
  }

  async try(mutant: Mutant): Promise<Verdict> {
    const choices = this.#testsFor(mutant);
    if (choices.length === 0) return { state: 'survived', by: 'no test runs it' };
    const text = readFileSync(join(this.#scratch, mutant.file), 'utf8');
    this.#tester.write(mutant.file, mutated(text, mutant));
    const killer = await this.#killerAmong(choices);
    const again = killer && (await this.#repeated(killer, choices));
    this.#tester.write(mutant.file, text);
    if (killer === undefined) return { state: 'survived', by: `${choices.length} files of tests` };
    if (again === undefined) return { state: 'survived', by: `failed once: ${killer.text}` };
    if (killer.doubted && !(await this.#passes(killer.doubted))) return await this.try(mutant);
    return { state: 'killed', by: killer.text };
  }

  #testsFor(mutant: Mutant): readonly Choice[] {
    const { report, unprobed } = this.#known;
    const choices = unprobed.has(mutant.id)
      ? nearest(mutant.file, report, this.#budgetMs)
      : reaching(mutant, report, this.#budgetMs);
    return choices.flatMap((choice) => {
      const { file } = choice;
      if (this.#isSound.get(file) === false) return [];
      if (choice.names === undefined) return [choice];
      const names = choice.names.filter((name) => this.#isSound.get(`${file} ${name}`) !== false);
      return names.length === 0 ? [] : [{ ...choice, names }];
    });
  }

  async #killerAmong(choices: readonly Choice[], patience = 1): Promise<Killer | undefined> {
    const { testLimitMs, workLimitMs } = limitsOf(choices);
    const files = choices.map(({ file, names }) => ({ file, ...(names && { names }) }));
    const report = await this.#tester.run({
      files,
      bail: true,
      testLimitMs: testLimitMs * patience,
      workLimitMs,
    });
    if (report === undefined) return { text: 'the limit of work' };
    return killerIn(report, choices);
  }

  /**
   * A failure a second time, with more time by the clock: what is only due to a busy machine does
   * not come twice. Tests may depend on those before them, so in the end all are run again.
   */
  async #repeated(killer: Killer, choices: readonly Choice[]): Promise<Killer | undefined> {
    const { among } = killer;
    if (among === undefined) return killer;
    const again = await this.#killerAmong(among, PATIENCE);
    return again ?? (await this.#killerAmong(choices, PATIENCE));
  }

  /** Whether it passes when nothing is changed; what does not is not used again. */
  async #passes({ file, test, names }: Doubted): Promise<boolean> {
    const key = test === undefined ? file : `${file} ${test}`;
    const before = this.#isSound.get(key);
    if (before !== undefined) return before;
    const only = test === undefined ? names : [test];
    const files: TestFileRequest[] = [{ file, ...(only && { names: only }) }];
    const report = await this.#tester.run({ files, bail: true, ...FAR });
    const passes = report !== undefined && killerIn(report, []) === undefined;
    this.#isSound.set(key, passes);
    return passes;
  }
}

function limitsOf(choices: readonly Choice[]): typeof LEAST {
  const usual = choices.reduce((total, { ms }) => total + ms, 0);
  return {
    testLimitMs: Math.max(LEAST.testLimitMs, usual * LIMIT_FACTOR),
    workLimitMs: LEAST.workLimitMs + usual * LIMIT_FACTOR,
  };
}

interface Killer {
  readonly text: string;
  /** The tests of which one failed; without them their process ended. */
  readonly among?: readonly Choice[];
  /** What may fail without the mutant too, as it did not run with all tests of its file. */
  readonly doubted?: Doubted;
}

interface Doubted {
  readonly file: string;
  /** Absent: what is outside of tests, such as a hook. */
  readonly test?: string;
  /** The tests of the file that ran; absent: all. */
  readonly names?: readonly string[] | undefined;
}

function killerIn({ files, errors }: RunReport, choices: readonly Choice[]): Killer | undefined {
  for (const { file, broken, tests } of files) {
    const among = choices.filter((one) => one.file === file);
    if (broken) {
      const doubted = { file, names: among[0]?.names };
      return { text: `${file} (outside of its tests)`, among, doubted };
    }
    const failed = tests.find(({ passed }) => !passed);
    if (failed === undefined) continue;
    const { name, timedOut } = failed;
    const text = `${file} ${name}${timedOut ? ' (took too long)' : ''}`;
    const isAlone = among.some(({ names }) => names !== undefined);
    return { text, among, ...(isAlone && { doubted: { file, test: name } }) };
  }
  return errors.length === 0 ? undefined : { text: errors[0]!, among: choices };
}
