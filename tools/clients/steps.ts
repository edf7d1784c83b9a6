/** Steps that are taken in this process, and what they check. */
import { isDeepStrictEqual } from 'node:util';
import { machineWall } from '#clock';
import type { StepResult } from './suite.ts';

const patienceMs = 30_000;
const lookAgainMs = 100;

/** The steps taken so far. */
export class Steps {
  readonly results: StepResult[] = [];

  /** Takes a step; one that fails does not end what follows. */
  async take(step: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.results.push({ step, outcome: 'passed' });
    } catch (error) {
      this.results.push({
        step,
        outcome: 'failed',
        why: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** @throws {Error} with both values when they differ */
export function expectEqual(is: unknown, should: unknown): void {
  if (!isDeepStrictEqual(is, should)) throw new Error(`${short(is)}\nis not\n${short(should)}`);
}

/** A value as people can read it. */
export function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 1500);
}

/** Asks again until a check holds. @throws {Error} of the last check, after half a minute */
export async function until<T>(check: () => Promise<T>): Promise<T> {
  const deadline = machineWall.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (machineWall.now() > deadline) throw error;
    }
    await machineWall.sleep(lookAgainMs, new AbortController().signal);
  }
}
