/** Steps of the scenario language, played now, and the virtual time that they take. */
import { controllers } from '#controllers';
import type { Millis, VirtualClock } from '#clock';
import { node as nodeKind } from '#kinds';
import type { SourceText } from '#record';
import type { Run } from '#run';
import { groupOf, readOneStep, type CheckResult, type Step as ReadStep } from '#scenario';
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

const names = controllers.map(({ name }) => name);

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
  const step = readOneStep(
    value,
    {
      kinds: simulator.kinds,
      controllers: names,
      nodes: await nodesOf(run),
      startMs: scenario.startMs,
    },
    texts,
  );
  const result = await performed(run, step);
  if (result?.passed === false) throw new CheckFailedError(result);
  return result;
}

async function performed(run: Run, step: ReadStep): Promise<CheckResult | undefined> {
  const { clock } = run.simulator;
  const { withinMs = 0, forMs = 0 } = step;
  const deadline = step.isCheck ? clock.now() + Math.max(withinMs, forMs) : Infinity;
  const performance = run.perform(step);
  let isDone = false;
  const done = performance.result.finally(() => (isDone = true));
  await advanceUntil(clock, deadline, () => isDone);
  performance.end();
  return done;
}

/**
 * Advances from timer to timer until the condition holds, or to the deadline. Virtual time stays
 * where the condition began to hold.
 * @returns whether it holds
 * @throws {Error} when nothing is left that could make it hold
 */
export async function advanceUntil(
  clock: VirtualClock,
  deadline: Millis,
  holds: () => boolean | Promise<boolean>,
): Promise<boolean> {
  await clock.advanceBy(0);
  while (!(await holds())) {
    const next = clock.nextDue() ?? Infinity;
    if (next > deadline) {
      await clock.advanceTo(deadline);
      return holds();
    }
    if (next === Infinity) throw new Error('the step never ends: no timer is set');
    await clock.advanceTo(next);
  }
  return true;
}

async function nodesOf({ simulator }: Run): Promise<ReadonlyMap<string, string | undefined>> {
  const client = simulator.clients.as({ actor: 'test' });
  const { items } = await client.list(nodeKind);
  return new Map(items.map((node) => [node.metadata.name, groupOf(node)]));
}
