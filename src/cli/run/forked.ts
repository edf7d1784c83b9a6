/** `orrery run FILE --fork-at TIME --set ...`: compares two futures of one past. */
import type { KindRegistry } from '#kinds';
import { compareRuns } from '#record';
import { fork, Run } from '#run';
import { loadScenarios } from '#scenario';
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
  const future = fork(past!, await theScenario(input, kinds, { set, allowOutside }), atMs);
  const keep = { seed, keepBytes: keptBytes(options.history, 2) };
  const [left, right] = [await Run.play(past!, keep), await Run.play(future, keep)];
  const comparison = compareRuns(left, right);
  if (output === 'json') {
    printData(`${JSON.stringify(comparison, undefined, 2)}\n`);
    return exitCodes.ok;
  }
  const values = Object.entries(set).map(([name, value]) => `${name}=${String(value)}`);
  const sides = { left: 'as it is', right: `with ${values.join(' ')}` };
  const lines = comparisonText(
    { comparison, left, right, sides },
    styleFor(process.stdout, process.env),
  );
  printText(`${lines.join('\n')}\n`);
  return exitCodes.ok;
}
