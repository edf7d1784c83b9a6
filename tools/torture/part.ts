/** A part of the torture: a way to stress a server, and what must not happen. */
import type { Served } from './serve.ts';

export interface TortureOptions {
  /** Numbers of the fuzzed requests: `count` of them from `first` on. */
  readonly first: number;
  readonly count: number;
  readonly seed: number;
  /** Clients that send at the same time. */
  readonly connections: number;
  /** How often each hostile request is sent. */
  readonly rounds: number;
  /** Big patches that are sent. */
  readonly patches: number;
  /** How often a server is killed. */
  readonly kills: number;
  /** How many of these run in a namespace of their own, while another server wants the same folder. */
  readonly apart: number;
  /** How many folders are damaged. */
  readonly damages: number;
  /** How long a part takes that watches over time. */
  readonly minutes: number;
}

export type Log = (line: string) => void;

export interface Part {
  /** By which it is chosen on the command line. */
  readonly name: string;
  readonly about: string;
  /** Reports its progress by `say`; resolves with the problems, a line each. */
  run(options: TortureOptions, log: Log): Promise<readonly string[]>;
}

/** Lets a server go, and says what it would not say by itself. */
export async function finish(served: Served): Promise<readonly string[]> {
  const { code, stderr } = await served.stop();
  const defects = stderr.split('\n').filter((line) => line.includes('this is a defect'));
  return [
    ...(code === 0 ? [] : [`the server ended with ${String(code)}: ${stderr.slice(-2000)}`]),
    ...defects,
  ];
}
