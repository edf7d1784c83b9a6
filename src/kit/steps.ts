/** Steps of the scenario language, played now, and the virtual time that they take. */
import type { SourceText } from '#record';
import { playOneStep, stepFor, type Run } from '#run';
import type { CheckResult } from '#scenario';
import { CheckFailedError } from './check-failed.ts';

/**
 * A step as scenario files have it, without a time:
 * `{ scale: { kind: 'Deployment', name: 'web', replicas: 3 } }`.
 */
export type Step = Readonly<Record<string, unknown>>;

/**
 * A condition as scenario files have it, such as
 * `{ kind: 'DaemonSet', name: 'agent', status: { numberReady: 3 } }`, or a function.
 */
export type Condition = Readonly<Record<string, unknown>> | (() => boolean | Promise<boolean>);

export interface UntilOptions {
  /** The most virtual time to wait: `30s`, `10m`, or ms. Default: `10m`. */
  readonly within?: string | number;
}

/**
 * Plays a step now, and lets as much virtual time pass as it takes: an outage, a drain, a check that
 * waits.
 * @throws {ScenarioError} for an invalid step @throws {CheckFailedError} when it fails
 */
export async function playStep(
  run: Run,
  value: Step,
  texts: readonly SourceText[] = [],
): Promise<CheckResult | undefined> {
  const { simulator, scenario } = run;
  const step = await stepFor(simulator, scenario.startMs, value, texts);
  const result = await playOneStep(simulator.clock, step, (each) => run.perform(each));
  if (result?.passed === false) throw new CheckFailedError(result);
  return result;
}
