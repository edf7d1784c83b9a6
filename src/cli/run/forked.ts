/** `orrery run FILE --fork-at TIME --set ...`: compares two futures of one past. */
import type { Millis } from '#clock';
import type { KindRegistry } from '#kinds';
import { compareRuns, timeText, type RunLog } from '#record';
import { fork, Run } from '#run';
import { loadScenarios, type Scenario, type Settings } from '#scenario';
import { comparisonText } from '../diff/text.ts';
import { exitCodes } from '../exit-codes.ts';
import { keptBytes } from '../history-size.ts';
import { styleFor } from '../style.ts';
import { theScenario } from '../the-scenario.ts';
import type { ScenarioInput } from '../scenario-input.ts';
import { UsageError } from '../usage-error.ts';
import { spanOf } from '../span.ts';
import type { RunCommandOptions } from './options.ts';
import { printData, printText } from '../output.ts';

/** Plays the scenario without and with the changes, and prints the difference. @throws {UsageError} */
export async function runForked(
  input: ScenarioInput,
  kinds: KindRegistry,
  options: RunCommandOptions,
): Promise<number> {
  const { file, text } = input;
  const { set = {}, seed, output, allowOutside } = options;
  if (Object.keys(set).length === 0) {
    throw new UsageError('--fork-at needs what is to change from there on: --set NAME=VALUE');
  }
  const [past, another] = await loadScenarios(file, kinds, { text, allowOutside });
  if (another !== undefined) {
    throw new UsageError(
      `${file} is several scenarios (its matrix); --fork-at takes one without a matrix`,
    );
  }
  const atMs = spanOf('--fork-at', options.forkAt, past!.startMs)!;
  const load = (values: Settings): Promise<Scenario> =>
    theScenario(input, kinds, { set: values, allowOutside });
  await checkUse(past!, set, atMs, load);
  const future = fork(past!, await load(set), atMs);
  const keep = { seed, keepBytes: keptBytes(options.history, 2) };
  const [left, right] = [await Run.play(past!, keep), await Run.play(future, keep)];
  const comparison = compareRuns(left, right);
  if (output === 'json') {
    printData(`${JSON.stringify(comparison, undefined, 2)}\n`);
    return exitCodeOf(left, right);
  }
  const values = Object.entries(set).map(([name, value]) => `${name}=${String(value)}`);
  const sides = { left: 'as it is', right: `with ${values.join(' ')}` };
  const lines = comparisonText(
    { comparison, left, right, sides },
    styleFor(process.stdout, process.env),
  );
  printText(`${lines.join('\n')}\n`);
  return exitCodeOf(left, right);
}

function exitCodeOf(...logs: readonly RunLog[]): number {
  const held = logs.every(({ checks }) => checks.every(({ passed }) => passed));
  return held ? exitCodes.ok : exitCodes.checksFailed;
}

/**
 * A value that is used before the fork only changes nothing.
 * @throws {UsageError}
 */
async function checkUse(
  past: Scenario,
  set: Settings,
  atMs: Millis,
  load: (set: Settings) => Promise<Scenario>,
): Promise<void> {
  const usual = stepsFrom(past, atMs);
  for (const [name, value] of Object.entries(set)) {
    if (stepsFrom(await load({ [name]: value }), atMs) !== usual) continue;
    const setting = `--set ${name}=${String(value)}`;
    throw new UsageError(
      `${setting} changes no step from ${timeText(atMs)} on: "${name}" is used before the fork only, or has that value; fork earlier, or play it whole with orrery diff --other-set`,
    );
  }
}

/** What the steps from a moment on do: checks change nothing. */
function stepsFrom({ steps }: Scenario, fromMs: Millis): string {
  const later = steps.filter(({ atMs, isCheck }) => atMs >= fromMs && !isCheck);
  return JSON.stringify(
    later.map(({ atMs, verb, note, withinMs, forMs, ...step }) => {
      return [atMs, verb, note, withinMs, forMs, step.written()];
    }),
  );
}
