/**
 * Changes the source in small ways, one at a time, and counts how many of the changes tests notice.
 *
 *     npm run mutants -- FOLDER... [OPTIONS]
 *
 * Exit status: 0 done, 1 the score is below the threshold, 2 wrong usage.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { equivalentsIn, reasonFor } from './equivalent.ts';
import { diffOf, lineOf, mutated, type Mutation } from './mutation.ts';
import { optionsOf, usage, type Options } from './options.ts';
import { mutationsIn, sampleOf, survivorsIn, targetIn } from './pick.ts';
import { reportOf, scoresOf, survivorText, type Outcome } from './score.ts';
import { copyOf, remove } from './scratch.ts';
import { tryAll, type Worker } from './session.ts';
import { isProgram } from './sites.ts';
import { Tester } from './tester.ts';
import { findUnreached, unreachedText } from './unreached.ts';

const root = resolve(import.meta.dirname, '../../..');

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let options: Options;
  let mutations: readonly Mutation[];
  try {
    options = optionsOf(args);
    mutations = options.unreached ? allIn(options) : chosen(options);
  } catch (error) {
    console.error(`mutants: ${(error as Error).message}\n\n${usage()}`);
    return 2;
  }
  if (options.help) {
    console.log(usage());
    return 0;
  }
  const log = (line: string): void => (options.json ? console.error(line) : console.log(line));
  if (options.unreached) return await printUnreached(mutations, options, log);
  const outcomes = await outcomesOf(mutations, options, log);
  const scores = scoresOf(outcomes);
  if (options.json) console.log(JSON.stringify({ scores, outcomes }, undefined, 2));
  else console.log(`\n${reportOf(outcomes)}`);
  return scores.at(-1)!.percent < options.threshold ? 1 : 0;
}

function allIn({ targets }: Options): readonly Mutation[] {
  return targets.flatMap((target) => mutationsIn(root, targetIn(root, target)));
}

/** The sample of each target, without files that are not code, and each mutation once. */
function chosen({ targets, sample, seed, again }: Options): readonly Mutation[] {
  const all = [
    ...targets.flatMap((target) =>
      sampleOf(mutationsIn(root, targetIn(root, target)), sample, seed),
    ),
    ...again.flatMap((file) => survivorsIn(root, readFileSync(file, 'utf8'))),
  ];
  const byPlace = new Map(
    all.map((one) => [`${one.file} ${one.start} ${one.end} ${one.replacement}`, one]),
  );
  return [...byPlace.values()].filter((one) => isProgram(one.file, mutated(textOf(one), one)));
}

async function outcomesOf(
  mutations: readonly Mutation[],
  { workers: count, budget, own, tests }: Options,
  log: (line: string) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const equivalents = equivalentsIn(root);
  const mutants = mutations.map((mutation, id) => ({ ...mutation, id }));
  const tried = mutants.filter((mutant) => {
    const by = reasonFor(equivalents, textOf(mutant), mutant);
    if (by !== undefined) outcomes.push(outcomeOf(mutant, { state: 'equivalent', by }));
    return by === undefined;
  });
  const decided = (mutant: Mutation, verdict: Verdict): void => {
    const outcome = outcomeOf(mutant, verdict);
    outcomes.push(outcome);
    const { state, file, line, operator, by } = outcome;
    const place = `[${outcomes.length}/${mutants.length}]`;
    if (state === 'survived') log(`${place} ${survivorText(outcome)}`);
    else log(`${place} killed ${file}:${line} (${operator}) by ${by}`);
  };
  await withWorkers(count, (workers) =>
    tryAll({ workers, budgetMs: budget * 1000, own, tests, log, decided }, tried),
  );
  return outcomes;
}

async function printUnreached(
  mutations: readonly Mutation[],
  { own, tests, json }: Options,
  log: (line: string) => void,
): Promise<number> {
  const files = await withWorkers(1, ([worker]) =>
    findUnreached({ worker: worker!, own, tests, textOf: textIn, log }, mutations),
  );
  console.log(json ? JSON.stringify(files, undefined, 2) : unreachedText(files));
  return 0;
}

/** Workers with their scratch copies, which are gone afterwards, however it ends. */
async function withWorkers<T>(
  count: number,
  use: (workers: readonly Worker[]) => Promise<T>,
): Promise<T> {
  const workers = Array.from({ length: count }, (): Worker => {
    const scratch = copyOf(root);
    return { scratch, tester: new Tester(scratch) };
  });
  // What runs there ends first: it would write into what is being removed.
  const clear = async (): Promise<void> => {
    await Promise.all(workers.map(({ tester }) => tester.end()));
    for (const { scratch } of workers) remove(scratch);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void clear().finally(() => process.exit(130)));
  }
  try {
    return await use(workers);
  } finally {
    await clear();
  }
}

type Verdict = Pick<Outcome, 'state' | 'by'>;

function outcomeOf(mutation: Mutation, { state, by }: Verdict): Outcome {
  const text = textOf(mutation);
  const { file, operator } = mutation;
  return { file, line: lineOf(text, mutation), operator, diff: diffOf(text, mutation), state, by };
}

function textOf({ file }: Mutation): string {
  return textIn(file);
}

function textIn(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
