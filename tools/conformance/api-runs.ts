/** Plays recorded requests to servers of our own, once for each setting that cases ask for. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { profileOf } from '#kinds';
import { startBareServer, tokens } from './bare-server.ts';

/** A pass over the cases, to a server with settings of its own. */
export interface ApiRun {
  readonly about: string;
  /** The release that answers: the minor of Kubernetes 1. */
  readonly minor: number;
  readonly features: Readonly<Record<string, boolean>>;
  readonly isCompacted: boolean;
  /** Which cases it is for, by topic and name; absent: all whose gates agree. */
  readonly filter?: string;
}

export interface ApiReport {
  /** What the runner printed of failures; empty when there are none. */
  readonly differences: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

const recorded = { CronJobTimeZone: true, HPAScaleToZero: true };

/** Returns the runs that together see every case recorded from a release. */
export function apiRunsOf(minor: number): readonly ApiRun[] {
  return minor === 24 ? first : later(minor);
}

/** Those of later releases were recorded with all gates at their defaults. */
function later(minor: number): readonly ApiRun[] {
  const about = 'with the defaults of the release';
  return [
    { about, minor, features: {}, isCompacted: false },
    {
      ...{ about: `${about}, and history compacted`, minor, features: {}, isCompacted: true },
      filter: 'expired|compacted',
    },
  ];
}

const first: readonly ApiRun[] = [
  { about: 'as most were recorded', minor: 24, features: recorded, isCompacted: false },
  {
    about: 'with server-side field validation, and history compacted',
    minor: 24,
    features: { ...recorded, ServerSideFieldValidation: true },
    isCompacted: true,
    filter: 'field-validation|expired|compacted',
  },
  {
    about: 'with the gates of the CronJob time zone and of scaling to zero off',
    minor: 24,
    features: { CronJobTimeZone: false, HPAScaleToZero: false },
    isCompacted: false,
    filter: '^validation/gates/',
  },
];

/**
 * @param runner path of the script that sends the requests and compares the answers
 * @param paths files of cases, or folders of them
 * @throws {Error} when the runner cannot make sense of the paths
 */
export async function playRun(
  run: ApiRun,
  runner: string,
  paths: readonly string[],
): Promise<ApiReport> {
  const server = await startBareServer(run);
  try {
    return readReport(await play(run, runner, [...paths, '--server', server.url]));
  } finally {
    await server.close();
  }
}

/** The gates that cases ask for. */
const gatesOfCases = ['CronJobTimeZone', 'HPAScaleToZero', 'ServerSideFieldValidation'];

function play(
  { minor, features, isCompacted, filter }: ApiRun,
  runner: string,
  options: readonly string[],
): Promise<string> {
  const profile = profileOf(minor);
  const defaults = gatesOfCases.map((gate) => [gate, profile.enabled(gate)] as const);
  const states = { ...Object.fromEntries(defaults), ...features, HistoryCompacted: isCompacted };
  const gates = Object.entries(states)
    .map(([name, state]) => `${name}=${state}`)
    .join(',');
  const call = [
    ...['--token', tokens.admin, '--user-token', tokens.user, '--gates', gates],
    ...(filter === undefined ? [] : ['--filter', filter]),
    ...['--jobs', '24', '--verbose', ...options],
  ];
  return new Promise((done, fail) => {
    execFile(process.execPath, [runner, ...call], { maxBuffer: 2 ** 28 }, (_, stdout, stderr) => {
      if (stderr === '') done(stdout);
      else fail(new Error(stderr));
    });
  });
}

/** The closing lines of a report are sums; each case has a line before. */
function readReport(text: string): ApiReport {
  const passed = titles(text, /^ok {3}(.+)$/gm);
  const failed = titles(text, /^FAIL (.+)$/gm);
  const lines = text.split('\n').filter((line) => !/^(ok {3}|SKIP )/.test(line));
  return { differences: failed.length === 0 ? '' : lines.join('\n'), passed, failed };
}

function titles(text: string, line: RegExp): readonly string[] {
  return [...text.matchAll(line)].map(([, title]) => title!);
}

/** The script that sends and compares; `root` is the project's folder. */
export function runnerIn(root: string): string {
  return join(root, 'test/conformance/replay.mjs');
}
