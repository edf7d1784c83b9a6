/** Questions about a scenario with a matrix: the answers of all its combinations, one below the other. */
import { loadScenarios, type Scenario, type Settings } from '#scenario';
import { printText } from '../output.ts';
import { askedRelease } from '../release.ts';
import { scenarioFile } from '../scenario-input.ts';
import { styleFor } from '../style.ts';
import { choiceText } from '../the-scenario.ts';
import { UsageError } from '../usage-error.ts';
import { registry } from './open.ts';
import type { PastCommandOptions } from './options.ts';
import { recordBytes, startsAsRecord } from './record-file.ts';

/** More combinations than this have to be narrowed down: each is played. */
const MOST_PLAYED = 24;

/** Options of a command that prints an answer in some form. */
interface AskingOptions extends PastCommandOptions {
  readonly output: string;
}

/**
 * Answers for the run that the options name, or for each combination of its matrix, under its title.
 * @param answer prints the answer; resolves with the exit code
 * @param forPeople the forms of output that may be printed several times
 * @throws {UsageError} for many combinations, and for other forms of output, with all choices
 */
export async function answerEach<T extends AskingOptions>(
  options: T,
  forPeople: readonly string[],
  answer: (options: T) => Promise<number>,
): Promise<number> {
  const scenarios = await combinationsOf(options);
  if (scenarios.length < 2) return answer(options);
  if (scenarios.length > MOST_PLAYED || !forPeople.includes(options.output)) {
    throw new UsageError(choiceText(options.run!, scenarios));
  }
  const style = styleFor(process.stdout, process.env);
  let worst = 0;
  for (const [index, { title, chosen }] of scenarios.entries()) {
    printText(`${index === 0 ? '' : '\n'}${style.bold(title)}\n`);
    const set: Settings = { ...options.set, ...chosen };
    worst = Math.max(worst, await answer({ ...options, set }));
  }
  return worst;
}

/** None for a record and for a running server. */
async function combinationsOf({
  run,
  set,
  allowOutside,
  kubernetes,
}: PastCommandOptions): Promise<readonly Scenario[]> {
  const release = askedRelease({ kubernetes });
  if (run === undefined) return [];
  const file = scenarioFile(run);
  if (startsAsRecord(recordBytes(file))) return [];
  return loadScenarios(file, registry, { ...(set && { set }), allowOutside, release });
}
