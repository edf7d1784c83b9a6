/**
 * The recorded runner of traces, `traces.mjs`, as a module. It is the one rule book of playing,
 * recording and comparing, but it speaks HTTP and exports only its ends; so it is loaded here with its
 * parts exported as well, to be given another way to the API and another clock.
 */
import { readFileSync } from 'node:fs';

/** A scenario file: `{scenario, trace}`. What is in them is the runner's own business. */
export interface TraceFile {
  readonly scenario: { readonly name: string; readonly clock?: string };
  readonly trace?: unknown;
}

export interface Check {
  readonly name: string;
  /** Empty: passed. */
  readonly problems: readonly string[];
}

export interface Answer {
  readonly code: number;
  readonly body: unknown;
  readonly text: string;
}

export interface WatchFrame {
  readonly type: string;
  readonly object: unknown;
}

/** The way to the API that the runner uses. */
export interface RunnerClient {
  request(method: string, target: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** Resolves when the stream ends. */
  stream(
    target: string,
    onFrame: (frame: WatchFrame) => void,
    onRequest: (request: { destroy(): void }) => void,
  ): Promise<number>;
}

/** The runner's time, in seconds since it was last restarted. */
export interface RunnerClock {
  now(): number;
  restart(): void;
  /** Moves on to a moment; `afterTick` lets watches catch up. */
  until(seconds: number, afterTick?: () => Promise<unknown>): Promise<void>;
}

interface Options {
  readonly server: string;
  readonly advanceUrl: string;
  readonly keep: boolean;
}

/** One playing of one scenario. */
export interface Recorder {
  client: RunnerClient;
  clock: RunnerClock;
  record(): Promise<unknown>;
}

export interface Runner {
  readonly Client: new (options: Options) => RunnerClient;
  readonly Recorder: new (scenario: TraceFile['scenario'], options: Options) => Recorder;
  load(file: string): TraceFile;
  compareTraces(
    scenario: TraceFile['scenario'],
    expected: unknown,
    actual: unknown,
  ): readonly Check[];
  /** Prints a line, and what failed; answers how many checks did. */
  report(title: string, checks: readonly Check[]): number;
}

/** Loads the runner from its file, which stays as it was recorded. */
export async function loadRunner(file: string): Promise<Runner> {
  const source = `${readFileSync(file, 'utf8')}\nexport { Client, Recorder, load, report };\n`;
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  return (await import(url)) as Runner;
}
