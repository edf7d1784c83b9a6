/** A single step of the scenario language in a cluster that runs, and the virtual time that it takes. */
import { controllers as builtIn } from '#controllers';
import type { Millis, VirtualClock } from '#clock';
import { node as nodeKind } from '#kinds';
import type { SourceText } from '#record';
import { groupOf, readOneStep, type CheckResult, type Performance, type Step } from '#scenario';
import type { Simulator } from '#simulator';

/** How virtual time is moved, and how far it may go. */
export interface Passing {
  /** Moves virtual time to this point, with all that happens until then. */
  advanceTo(time: Millis): Promise<void>;
}

const names = builtIn.map(({ name }) => name);

/**
 * Reads a step such as `{ scale: { kind: 'Deployment', name: 'web', replicas: 3 } }` for the cluster
 * as it is now.
 * @param startMs when the run began
 * @param texts what the step names as files: `{ apply: 'app.yaml' }`
 * @throws {ScenarioError} for an invalid step
 */
export async function stepFor(
  simulator: Simulator,
  startMs: Millis,
  value: object,
  texts: readonly SourceText[] = [],
): Promise<Step> {
  const client = simulator.clients.as({ actor: 'scenario', note: 'nodes' });
  const { items } = await client.list(nodeKind);
  const nodes = new Map(items.map((node) => [node.metadata.name, groupOf(node)]));
  const controllers = [...names, ...simulator.programs];
  return readOneStep(value, { kinds: simulator.kinds, controllers, nodes, startMs }, texts);
}

/**
 * Plays a step now, and lets as much virtual time pass as it takes: an outage, a drain, a check that
 * waits.
 * @param perform starts it
 */
export async function playOneStep(
  clock: VirtualClock,
  step: Step,
  perform: (step: Step) => Performance,
  passing: Passing = clock,
): Promise<CheckResult | undefined> {
  const { withinMs = 0, forMs = 0 } = step;
  const deadline = step.isCheck ? clock.now() + Math.max(withinMs, forMs) : Infinity;
  const performance = perform(step);
  let isDone = false;
  const done = performance.result.finally(() => (isDone = true));
  try {
    await advanceUntil(clock, deadline, () => isDone, passing);
  } finally {
    performance.end();
  }
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
  passing: Passing = clock,
): Promise<boolean> {
  await passing.advanceTo(clock.now());
  while (!(await holds())) {
    const next = clock.nextDue() ?? Infinity;
    if (next > deadline) {
      await passing.advanceTo(deadline);
      return holds();
    }
    if (next === Infinity) throw new Error('the step never ends: no timer is set');
    await passing.advanceTo(next);
  }
  return true;
}
