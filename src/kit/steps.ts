/** Steps of the scenario language, played now, and the virtual time that they take. */
import { durationOf, type Millis } from '#clock';
import type { SourceText } from '#record';
import { advanceUntil, hintFor, playOneStep, stepFor, type Run } from '#run';
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

/** How long to wait for a condition. */
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
  if (result?.passed === false) throw new CheckFailedError(result, await hintFor(run, result));
  return result;
}

/** Lets virtual time pass until a condition holds. @throws {CheckFailedError} when it does not in time */
export async function waitFor(
  run: Run,
  condition: Condition,
  { within = '10m' }: UntilOptions,
): Promise<void> {
  const withinMs = msOf(within);
  if (typeof condition !== 'function') {
    await playStep(run, { expect: condition, within: `${withinMs}ms` });
    return;
  }
  const { clock } = run.simulator;
  if (await advanceUntil(clock, clock.now() + withinMs, condition)) return;
  throw new CheckFailedError({
    summary: 'until',
    expected: `${condition.name || 'the condition'} holds within ${withinMs / 1000}s`,
    actual: 'it does not hold',
  });
}

/** @throws {RangeError} for a span that is none */
export function msOf(span: string | number): Millis {
  const ms = typeof span === 'number' ? span : durationOf(span);
  if (ms !== undefined && Number.isFinite(ms) && ms >= 0) return ms;
  throw new RangeError(
    `invalid span of time ${JSON.stringify(span)}: expected 30s, 1m30s, 2h, or a number of ms`,
  );
}
