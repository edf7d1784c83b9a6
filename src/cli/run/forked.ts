/** `orrery run FILE --fork-at TIME --set ... --step ...`: compares two futures of one past. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Millis } from '#clock';
import type { KindRegistry } from '#catalog';
import { compareRuns, timeText, type RunLog } from '#record';
import { fork, Run } from '#run';
import { loadScenarios, withStep, type Scenario, type Settings, type StepText } from '#scenario';
import { comparisonText } from '../diff/text.ts';
import { exitCodes } from '../exit-codes.ts';
import { keptBytes } from '../history-size.ts';
import { styleFor } from '../style.ts';
import { theScenario } from '../the-scenario.ts';
import type { ScenarioInput } from '../scenario-input.ts';
import { askedRelease } from '../release.ts';
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
  const { set = {}, step = [], seed, output, allowOutside } = options;
  const release = askedRelease(options);
  if (Object.keys(set).length === 0 && step.length === 0) {
    throw new UsageError(
      "--fork-at needs what is to change from there on: --set NAME=VALUE, or --step '{ VERB: ... }'",
    );
  }
  const [past, another] = await loadScenarios(file, kinds, { text, allowOutside, release });
  if (another !== undefined) {
    throw new UsageError(
      `${file} is several scenarios (its matrix); --fork-at takes one without a matrix`,
    );
  }
  const atMs = spanOf('--fork-at', options.forkAt, past!.startMs)!;
  const load = (values: Settings): Promise<Scenario> =>
    theScenario(input, kinds, { set: values, allowOutside, release });
  await checkUse(past!, set, atMs, load);
  const future = fork(
    past!,
    await theScenario(withSteps(input, step, atMs), kinds, { set, allowOutside, release }),
    atMs,
  );
  const keep = { seed, keepBytes: keptBytes(options.history, 2) };
  const [left, right] = [await Run.play(past!, keep), await Run.play(future, keep)];
  const comparison = compareRuns(left, right);
  if (output === 'json') {
    printData(`${JSON.stringify(comparison, undefined, 2)}\n`);
    return exitCodeOf(left, right);
  }
  const values = Object.entries(set).map(([name, value]) => `${name}=${String(value)}`);
  const sides = { left: 'as it is', right: `with ${[...values, ...step].join(' ')}` };
  const lines = comparisonText(
    { comparison, left, right, sides },
    styleFor(process.stdout, process.env),
  );
  printText(`${lines.join('\n')}\n`);
  return exitCodeOf(left, right);
}

/**
 * Returns the scenario with steps at a time. @throws {UsageError} for a step that cannot be read
 */
function withSteps(input: ScenarioInput, steps: readonly string[], atMs: Millis): ScenarioInput {
  if (steps.length === 0) return input;
  let text = input.text ?? readFileSync(input.file, 'utf8');
  for (const each of steps) text = withStep(text, atMs, stepIn(each));
  return { ...input, text };
}

function stepIn(text: string): StepText {
  const about = `--step ${text}: expected a step as in a scenario, such as '{ scale: { kind: Deployment, name: web, replicas: 8 } }'`;
  let step: unknown;
  try {
    step = parse(text);
  } catch (error) {
    throw new UsageError(`${about}; ${(error as Error).message}`);
  }
  if (typeof step !== 'object' || step === null || Array.isArray(step)) throw new UsageError(about);
  const timed = ['at', 'after', 'every', 'cron'].find((word) => word in step);
  if (timed !== undefined) {
    throw new UsageError(
      `--step ${text}: it happens at the time of --fork-at, so leave "${timed}" out`,
    );
  }
  return step as StepText;
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
    const changed = await load({ [name]: value });
    if (stepsFrom(changed, atMs) !== usual) continue;
    const areChecked = stepsFrom(changed, atMs, true) !== stepsFrom(past, atMs, true);
    const why = areChecked
      ? `only checks use "${name}" after it`
      : `"${name}" is used before the fork only, or has that value`;
    throw new UsageError(
      `--set ${name}=${String(value)} changes no step from ${timeText(atMs)} on: ${why}; fork earlier, or play it whole with orrery diff --other-set`,
    );
  }
}

/** Returns what the steps from a moment on do: checks change nothing. */
function stepsFrom({ steps }: Scenario, fromMs: Millis, withChecks = false): string {
  const later = steps.filter(({ atMs, isCheck }) => atMs >= fromMs && (withChecks || !isCheck));
  return JSON.stringify(
    later.map(({ atMs, verb, note, withinMs, forMs, ...step }) => {
      return [atMs, verb, note, withinMs, forMs, step.written()];
    }),
  );
}
