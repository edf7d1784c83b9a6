/** `orrery run FILE`: plays a scenario, or that of a record again, and shows its timeline. */
import { defaultProfile } from '#kinds';
import { join, parse } from 'node:path';
import { isSea } from 'node:sea';
import { DidNotSettleError } from '#clock';
import { KindRegistry } from '#catalog';
import { recordText } from '#record';
import { Run, seedOf } from '#run';
import {
  annotationWarnings,
  droppedWarnings,
  loadScenarios,
  outsideWarnings,
  problemText,
  unmeasuredNotes,
  type Scenario,
} from '#scenario';
import { exitCodes } from '../exit-codes.ts';
import { keptBytes } from '../history-size.ts';
import { calledAs } from '../called-as.ts';
import { checkWritable } from '../output-file.ts';
import { recordIfAny } from '../past/record-if-any.ts';
import { askedRelease } from '../release.ts';
import { scenarioInput } from '../scenario-input.ts';
import { spanOf } from '../span.ts';
import { styleFor } from '../style.ts';
import { choiceText, plain } from '../the-scenario.ts';
import { UsageError } from '../usage-error.ts';
import type { RunCommandOptions } from './options.ts';
import { progressOn } from './progress.ts';
import type { RunState } from './snapshot.ts';
import { textView, type View } from './text-view.ts';
import { printData, printError, printText } from '../output.ts';

/**
 * Runs a scenario to its end, or each combination of its matrix, or the scenario of a record; resolves
 * with the exit code.
 * @throws {ScenarioError} before anything runs @throws {UsageError}
 */
export async function run(name: string, options: RunCommandOptions): Promise<number> {
  const input = await scenarioInput(name);
  const { file, text } = input;
  const release = askedRelease(options);
  await checkFiles(options);
  const record = await recordIfAny(file);
  if (record !== undefined) {
    const { replayed } = await import('./replay.ts');
    const kinds = new KindRegistry(release ?? defaultProfile);
    return runOne(await replayed(file, record, kinds, options), options, name);
  }
  if (options.forkAt !== undefined) {
    const { runForked } = await import('./forked.ts');
    return runForked(input, new KindRegistry(release ?? defaultProfile), options);
  }
  const state = await snapshotOf(options);
  const kinds = new KindRegistry(release ?? state?.profile ?? defaultProfile);
  const scenarios = await loadScenarios(file, kinds, {
    set: options.set,
    text,
    allowOutside: options.allowOutside,
    release,
  });
  if (scenarios.length > 1 && options.output === 'json') {
    throw new UsageError(choiceText(file, scenarios));
  }
  let worst: number = exitCodes.ok;
  for (const scenario of scenarios) {
    const own = scenarios.length === 1 ? options : ownFiles(scenario, options);
    worst = Math.max(worst, await runOne(await begun(scenario, state, own), own, name));
  }
  return worst;
}

/** What the end of the run needs, looked at before it begins. @throws {UsageError} */
async function checkFiles({ record, report }: RunCommandOptions): Promise<void> {
  if (record !== undefined) await checkWritable('record', record);
  if (report === undefined) return;
  await checkWritable('report', report);
  const { pageParts } = await import('../report/parts.ts');
  await pageParts();
}

/** Each combination of a matrix has files of its own: `my.html` becomes `my-nodes=3.html`. */
function ownFiles({ chosen }: Scenario, options: RunCommandOptions): RunCommandOptions {
  const values = Object.entries(chosen).map(([name, value]) => `${name}=${plain(value)}`);
  const part = values.join(',').replace(/[^\w.,=-]+/g, '_');
  const own = (file: string | undefined): string | undefined => {
    if (file === undefined) return undefined;
    const { dir, name, ext } = parse(file);
    return join(dir, `${name}-${part}${ext}`);
  };
  return { ...options, record: own(options.record), report: own(options.report) };
}

/** Returns the state of another run; undefined where none is asked for. */
async function snapshotOf({
  fromSnapshot,
  allowOutside,
}: RunCommandOptions): Promise<RunState | undefined> {
  if (fromSnapshot === undefined) return undefined;
  const { stateOf } = await import('./snapshot.ts');
  return stateOf(fromSnapshot, allowOutside);
}

/** Returns the scenario with its initial state. */
async function begun(
  scenario: Scenario,
  state: RunState | undefined,
  options: RunCommandOptions,
): Promise<Scenario> {
  if (state === undefined) return scenario;
  const { continuing } = await import('./snapshot.ts');
  return continuing(scenario, state, options);
}

/** @param name of the scenario, as it was typed */
async function runOne(
  scenario: Scenario,
  options: RunCommandOptions,
  name: string,
): Promise<number> {
  const { speed, output, record, report } = options;
  const seed = seedOf(scenario, options.seed);
  remark(scenario);
  const untilMs = spanOf('--until', options.until, scenario.startMs);
  const view = output === 'json' ? jsonView : textViewOf(scenario, seed, options, name);
  const keep = output === 'json' || keepsFiles(options);
  const progress = progressOn(process.stderr, process.stdout.isTTY && output === 'text');
  const observer: View = { ...view, progress: progress?.report };
  const keepBytes = keptBytes(options.history);
  const run = await Run.begin(scenario, { seed, pace: speed, observer, keep, keepBytes });
  try {
    await run.finish(untilMs);
    progress?.clear();
    await view.end(run);
    if (record !== undefined) await writeRecord(record, run);
    if (report !== undefined) await writeReport(report, run);
    if (output === 'text') for (const file of [record, report]) announce(file);
    return run.checks.every(({ passed }) => passed) ? exitCodes.ok : exitCodes.checksFailed;
  } catch (error) {
    if (!(error instanceof DidNotSettleError)) throw error;
    printError(`${error.message}\n`);
    return exitCodes.didNotSettle;
  } finally {
    await run.stop();
  }
}

/** What of its objects has no effect, and what surprises most who write their first autoscaler. */
function remark(scenario: Scenario): void {
  const dropped = droppedWarnings(scenario, new KindRegistry(scenario.profile));
  const notes = [...annotationWarnings(scenario), ...unmeasuredNotes(scenario)];
  const remarks = [...outsideWarnings(scenario), ...dropped, ...notes].map(problemText);
  for (const warning of new Set(remarks)) printError(`${warning}\n`);
}

function announce(file: string | undefined): void {
  if (file !== undefined) printText(`${file} is written\n`);
}

function keepsFiles({ record, report }: RunCommandOptions): boolean {
  return record !== undefined || report !== undefined;
}

async function writeRecord(file: string, { log }: Run): Promise<void> {
  const { saveRecord } = await import('../past/save.ts');
  await saveRecord(file, log);
}

async function writeReport(file: string, { log }: Run): Promise<void> {
  const { saveReport } = await import('../report/save.ts');
  await saveReport(file, log);
}

/** Rows of a terminal that a line may take without -v. */
const MOST_ROWS = 4;

function textViewOf(
  scenario: Scenario,
  seed: number,
  { speed, verbose, set, seed: seedOption }: RunCommandOptions,
  name: string,
): View {
  const style = styleFor(process.stdout, process.env);
  const mostRows = verbose === true ? undefined : MOST_ROWS;
  const print = (line: string): void => printText(`${line}\n`, mostRows);
  // A single executable has no script that one could type.
  const command = isSea()
    ? process.argv0
    : calledAs(process.argv[1] ?? '', process.env, process.cwd());
  // What was set would have to be typed again.
  const isPlain = name !== '-' && set === undefined && seedOption === undefined;
  const brief = { command, file: isPlain ? name : undefined };
  return textView({ scenario, seed, speed, style, print, ...(verbose !== true && { brief }) });
}

const jsonView: View = {
  end({ log }) {
    for (const piece of recordText(log)) printData(piece);
    return Promise.resolve();
  },
};
