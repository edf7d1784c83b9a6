/** What a part of the torture is: a way to ill-treat a server, and what must not come of it. */
import type { Served } from './serve.ts';

export interface TortureOptions {
  readonly requests: number;
  readonly seed: number;
  /** How long a part takes that watches over time. */
  readonly minutes: number;
}

export interface Part {
  /** By which it is chosen on the command line. */
  readonly name: string;
  readonly about: string;
  /** Tells of its progress by `say`; resolves with what went wrong, a line each. */
  run(options: TortureOptions, say: (line: string) => void): Promise<readonly string[]>;
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
