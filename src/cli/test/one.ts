/** Plays the scenarios of one file as tests. */
import { DidNotSettleError, machineWall } from '#clock';
import { KindRegistry } from '#catalog';
import type { Event } from '#types';
import { Timeline, timeText, type CheckMark, type RunLog } from '#record';
import { hintsFor, RecordFullError, Run, seedOf } from '#run';
import {
  loadScenarios,
  ScenarioError,
  type CheckResult,
  type LeftOut,
  type Scenario,
  type Settings,
} from '#scenario';
import type { Change } from '#store';
import type { OutsideOptions } from '../allow-outside.ts';
import { askedRelease, releaseFor } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { keptBytes, recordFullText } from '../history-size.ts';
import { makeStyle } from '../style.ts';
import { matcherOf } from './filter.ts';
import type { CheckOutcome, ScenarioResult } from './result.ts';

export interface PlayOptions extends OutsideOptions, ReleaseOptions {
  readonly set?: Settings;
  readonly seed?: number;
  /** Only scenarios with this in their file or title. */
  readonly filter?: string;
}

/** One result for each combination of the file's matrix. Never throws because of the file. */
export async function* testFile(
  file: string,
  options: PlayOptions,
): AsyncGenerator<ScenarioResult> {
  const leftOut: LeftOut[] = [];
  let scenarios: readonly Scenario[];
  try {
    scenarios = await loadScenarios(file, new KindRegistry(releaseFor(options)), {
      release: askedRelease(options),
      set: options.set,
      allowOutside: options.allowOutside,
      leaveOut: (combination) => void leftOut.push(combination),
    });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { message } = error;
    yield {
      file,
      title: file,
      passed: false,
      error: message,
      invalid: true,
      ...notPlayed(options),
    };
    return;
  }
  const matches = matcherOf(options.filter ?? '');
  for (const { title, why } of leftOut) {
    if (!matches(`${file} ${title}`)) continue;
    yield { file, title, passed: true, skipped: why, ...notPlayed(options) };
  }
  for (const scenario of scenarios) {
    if (matches(`${file} ${scenario.title}`)) yield await testOne(scenario, options);
  }
}

function notPlayed(
  options: PlayOptions,
): Pick<ScenarioResult, 'checks' | 'writes' | 'seconds' | 'wallMs' | 'seed' | 'kubernetes'> {
  const { seed = 0 } = options;
  return { seed, ...askedIn(options), checks: [], writes: 0, seconds: 0, wallMs: 0 };
}

async function testOne(scenario: Scenario, options: PlayOptions): Promise<ScenarioResult> {
  const began = machineWall.now();
  const seed = seedOf(scenario, options.seed);
  const run = await Run.begin(scenario, { seed, keep: true, keepBytes: keptBytes() });
  let error: string | undefined;
  let hints: ReadonlyMap<CheckResult, string> = new Map();
  try {
    await run.finish();
    hints = await hintsFor(run);
  } catch (thrown) {
    error = reasonOf(thrown);
  } finally {
    await run.stop();
  }
  const { log, checks } = run;
  const outcomes = await Promise.all(checks.map((check) => outcomeOf(check, run, options)));
  return {
    file: scenario.file,
    title: scenario.title,
    seed,
    ...askedIn(options),
    passed: error === undefined && checks.every(({ passed }) => passed),
    checks: checks.map((check, at) => ({
      ...outcomes[at]!,
      ...(hints.has(check) && { hint: hints.get(check) }),
    })),
    ...(error === undefined ? {} : { error }),
    writes: run.writes,
    seconds: (log.head.endMs - log.head.startMs) / 1000,
    wallMs: Math.round(machineWall.now() - began),
  };
}

/** Returns the release that was asked for. */
function askedIn(options: PlayOptions): Pick<ScenarioResult, 'kubernetes'> {
  const release = askedRelease(options);
  return release === undefined ? {} : { kubernetes: `1.${release.minor}` };
}

/** Returns why a scenario did not finish. */
function reasonOf(error: unknown): string {
  if (error instanceof RecordFullError) return recordFullText(error);
  if (error instanceof DidNotSettleError) return error.message;
  throw error;
}

async function outcomeOf(
  check: CheckMark,
  { scenario, log, simulator }: Run,
  options: PlayOptions,
): Promise<CheckOutcome> {
  if (check.passed) return check;
  // Only who asks why loads the accounts.
  const { whyOfCheck } = await import('../why/of-check.ts');
  const named = nameOf(scenario, log, options);
  const why = whyOfCheck(check, log, simulator.kinds, named);
  const until = check.decidedAtMs === undefined ? '' : ` --until ${check.decidedAtMs / 1000}s`;
  return {
    ...check,
    around: linesAround(check, log),
    ...(why && { why }),
    replay: `orrery run ${named}${until}`,
  };
}

/**
 * The writes of the object that a check is about, of what it owns, and of their events; all writes for a check
 * without an object.
 */
function* changesAbout(object: CheckMark['object'], past: RunLog['past']): Iterable<Change> {
  if (object === undefined) return yield* past.changes();
  const uids = new Set<string>();
  for (const change of past.changes()) {
    const { kind, metadata } = change.value;
    const { name, namespace, uid, ownerReferences = [] } = metadata;
    const isIt = kind === object.kind && name === object.name && namespace === object.namespace;
    const about = (change.value as Partial<Event>).involvedObject?.uid;
    const isPart = ownerReferences?.some((owner) => uids.has(owner.uid)) ?? false;
    if (isIt || isPart) uids.add(uid);
    if (isIt || isPart || (about !== undefined && uids.has(about))) yield change;
  }
}

/** Lines of the timeline to show before and after the decision. */
const BEFORE = 8;
const BEHIND = 3;

function linesAround(check: CheckMark, { head, past }: RunLog): readonly string[] {
  const decidedMs = check.decidedAtMs ?? head.endMs - head.startMs;
  const before: string[] = [];
  const behind: string[] = [];
  let lines = before;
  const timeline = new Timeline({
    startMs: head.startMs,
    style: makeStyle(false),
    write: (line) => void lines.push(line),
  });
  for (const change of changesAbout(check.object, past)) {
    if (lines === before && change.time - head.startMs > decidedMs) {
      timeline.flush();
      lines = behind;
    }
    if (behind.length >= BEHIND) break;
    timeline.change(change);
  }
  timeline.flush();
  const words = `✗ ${check.summary}`;
  const here = `${timeText(decidedMs).padStart(10)}  ${'check'.padEnd(21)}  ${words}`;
  return [...before.slice(-BEFORE), here, ...behind.slice(0, BEHIND)];
}

/** Returns the run on the command line: its file, and the options that make it this one. */
function nameOf(
  { file, variables }: Scenario,
  { head }: RunLog,
  { set = {}, kubernetes }: PlayOptions,
): string {
  // The matrix values are needed too, or all combinations would be played.
  const chosen = { ...variables, ...set };
  const settings = Object.entries(chosen).map(([name, value]) => ` --set ${name}=${String(value)}`);
  const release = kubernetes === undefined ? '' : ` --kubernetes ${kubernetes}`;
  return `${file}${settings.join('')}${release} --seed ${head.seed}`;
}
