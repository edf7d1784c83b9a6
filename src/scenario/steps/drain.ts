/** `drain`: empties nodes the way `kubectl drain` does, by evictions that respect disruption budgets. */
import type { Clock, Millis } from '#clock';
import { ApiError, controllerOf, isNotFound, keyOf } from '#values';
import { isPodTerminal, pod as podKind } from '#kinds';
import type { Pod } from '#types';
import type { Client } from '#runtime';
import { checkTarget, nodeTarget, resolveNodes, targetText } from '../shape/node-target.ts';
import { duration, type ValueOf } from '../shape/shape.ts';
import { done, type StepOutcome, type Verb } from '../step.ts';
import { setUnschedulable } from './nodes.ts';
import { pause } from './pause.ts';

/** The time between attempts to evict a pod whose budget is used up. */
const RETRY_MS: Millis = 5000;
/** The time between checks whether an evicted pod is gone. */
const POLL_MS: Millis = 1000;
export const TIMEOUT_MS: Millis = 5 * 60_000;

/** The annotation of pods that the kubelet runs from a file; the API does not manage them. */
const MIRROR = 'kubernetes.io/config.mirror';

const shape = nodeTarget('the node to drain, or which nodes', {
  timeout: duration({ doc: 'How long it may take, before the step fails. Default: 5m.' }),
});

/**
 * Cordons the nodes, then empties one after the other: as `kubectl drain --ignore-daemonsets
 * --delete-emptydir-data --force`. It is done when the pods are gone.
 */
export const drain: Verb<ValueOf<typeof shape>> = {
  name: 'drain',
  shape,
  checkWorld: checkTarget,
  summary: (target) => `drain ${targetText(target)}`,
  async run({ timeout = TIMEOUT_MS, ...target }, { client, clock }) {
    const names = await resolveNodes(target, client);
    for (const name of names) await setUnschedulable(client, name, true);
    const deadline = clock.now() + timeout;
    for (const name of names) {
      const outcome = await emptyNode(name, { client, clock, deadline });
      if (!outcome.ok) return outcome;
    }
    return done;
  },
};

interface Draining {
  readonly client: Client;
  readonly clock: Clock;
  readonly deadline: Millis;
}

/** Evicts the pods of a node; it is done when they are gone. */
export async function emptyNode(nodeName: string, draining: Draining): Promise<StepOutcome> {
  const { items } = await draining.client.list(podKind, {
    fieldSelector: `spec.nodeName=${nodeName}`,
  });
  const complaints = await Promise.all(items.filter(mustGo).map((pod) => evict(pod, draining)));
  const left = complaints.filter((complaint) => complaint !== undefined);
  if (left.length === 0) return done;
  return { ok: false, detail: `timed out, ${nodeName} is not empty: ${left.join('; ')}` };
}

function mustGo({ metadata }: Pod): boolean {
  if (metadata.annotations?.[MIRROR] !== undefined) return false;
  return controllerOf({ metadata })?.kind !== 'DaemonSet';
}

/** Returns undefined when the pod is gone, or why it was still there at the deadline. */
async function evict(pod: Pod, draining: Draining): Promise<string | undefined> {
  const { client, clock, deadline } = draining;
  const { namespace, name } = pod.metadata;
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } };
  for (;;) {
    try {
      await client.createSubresource(podKind, { namespace, name }, 'eviction', body);
      break;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!(error instanceof ApiError && error.code === 429)) throw error;
      if (clock.now() + RETRY_MS > deadline) return `${keyOf(pod)}: ${error.message}`;
    }
    await pause(clock, RETRY_MS, `eviction of ${keyOf(pod)}`);
  }
  return untilGone(pod, draining);
}

async function untilGone(
  pod: Pod,
  { client, clock, deadline }: Draining,
): Promise<string | undefined> {
  const { namespace, name, uid } = pod.metadata;
  for (;;) {
    const { items } = await client.list(podKind, {
      namespace,
      fieldSelector: `metadata.name=${name}`,
    });
    if (items[0]?.metadata.uid !== uid) return undefined;
    if (clock.now() + POLL_MS > deadline) {
      return `${keyOf(pod)}: evicted, but ${isPodTerminal(items[0]!) ? 'not removed' : 'still running'}`;
    }
    await pause(clock, POLL_MS, `end of ${keyOf(pod)}`);
  }
}
