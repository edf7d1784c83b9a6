/** Writing down what was decided: a binding, or the failure to find a node. */
import { formatTime, isNotFound } from '#values';
import { pod as podKind, setCondition, withDisruption, type Profile } from '#kinds';
import type { Pod } from '#types';
import {
  messageOf,
  type Client,
  type ControllerContext,
  type Lister,
  type ReconcileTools,
} from '#runtime';
import type { Failure } from './decide.ts';
import { eventNote, preempted, scheduledMessage } from './messages.ts';
import { DEFAULT_SCHEDULER, type Candidate } from './pod-info.ts';
import type { Clearing } from './preemption.ts';
import type { ClaimChoice } from './devices/claim-choice.ts';
import type { VolumeChoice } from './assumed-claims.ts';
import type { QueuedPod } from './scheduling-queue.ts';

type Context = Pick<ControllerContext, 'clock' | 'features'>;

/** The outcome of a try that is still to be written. */
export type Outcome =
  | Binding
  | {
      readonly kind: 'failure';
      readonly tried: QueuedPod;
      readonly failure: Failure;
      /** Pods of less priority that were to come to the node that is cleared now. */
      readonly demoted?: readonly Candidate[];
    };

/** A pod that goes to a node, as soon as its volumes are bound. */
export interface Binding {
  readonly kind: 'bind';
  readonly tried: QueuedPod;
  readonly nodeName: string;
  readonly volumes: VolumeChoice | undefined;
  /** What its claims to devices get, which is written before it is bound. */
  readonly claims: readonly ClaimChoice[] | undefined;
  /** When it stops waiting for its volumes, ms; absent before they have been asked for. */
  readonly until?: number;
}

/** Binds the pod. Returns what the API had against it; undefined when it is done. */
export async function bind(
  { candidate }: QueuedPod,
  nodeName: string,
  { client, events }: ReconcileTools,
): Promise<string | undefined> {
  const { namespace, name, uid } = candidate.pod.metadata;
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { namespace, name, uid },
    target: { kind: 'Node', name: nodeName },
  };
  try {
    await client.createSubresource(podKind, { namespace, name }, 'binding', binding);
  } catch (error) {
    return messageOf(error);
  }
  const message = scheduledMessage(candidate, nodeName);
  events.event(candidate.pod, 'Normal', 'Scheduled', message, { action: 'Binding' });
  return undefined;
}

/**
 * Clears a node for a pod: the victims are deleted, and told why; others come later or elsewhere.
 */
export async function clearNode(
  { candidate }: QueuedPod,
  { nodeName, victims }: Clearing,
  demoted: readonly Candidate[],
  { clock, features }: Context,
  tools: ReconcileTools,
): Promise<void> {
  const { events } = tools;
  const client = tools.clientKnowing(evidenceOf(victims));
  const related = candidate.pod;
  for (const { pod } of victims) {
    const { namespace, name } = pod.metadata;
    await markVictim(candidate, pod, formatTime(clock.now()), features, client);
    await ignoreNotFound(client.delete(podKind, { namespace, name }));
    const options = { action: 'Preempting', related };
    const note = preempted(related.metadata.uid, nodeName, features);
    events.event(pod, 'Normal', 'Preempted', note, options);
  }
  for (const { pod } of demoted) {
    const { namespace, name } = pod.metadata;
    const patch = { type: 'merge', body: { status: { nominatedNodeName: null } } } as const;
    await ignoreNotFound(
      client.patch(podKind, { namespace, name }, patch, { subresource: 'status' }),
    );
  }
}

/** Writes a condition of the victim that says for whom it goes, where the release has such a condition. */
async function markVictim(
  { pod: preemptor }: Candidate,
  pod: Pod,
  now: string,
  profile: Profile,
  client: Client,
): Promise<void> {
  const by = profile.enabled('PreemptingSchedulerNamed') ? 'Scheduler' : 'KubeScheduler';
  const { schedulerName = DEFAULT_SCHEDULER } = preemptor.spec;
  const message = `${schedulerName}: preempting to accommodate a higher priority pod`;
  const why = { reason: `PreemptionBy${by}`, message };
  const { conditions } = withDisruption(pod, why, now, profile);
  if (conditions === pod.status.conditions) return;
  const marked = conditions!.filter(({ type }) => type === 'DisruptionTarget');
  const patch = { type: 'strategic', body: { status: { conditions: marked } } } as const;
  const { namespace, name } = pod.metadata;
  await ignoreNotFound(
    client.patch(podKind, { namespace, name }, patch, { subresource: 'status' }),
  );
}

/**
 * Reports a failure: in an event every time, in the pod's condition when it has changed. The node
 * that is cleared for the pod is written with it.
 */
export async function reportFailure(
  { candidate: { pod } }: QueuedPod,
  { reason, message, clearing, isNominationOver }: Failure,
  pods: Lister<Pod>,
  { clock, features }: Context,
  tools: ReconcileTools,
): Promise<void> {
  const { events } = tools;
  const client =
    clearing === undefined ? tools.client : tools.clientKnowing(evidenceOf(clearing.victims));
  const note = eventNote(message);
  events.event(pod, 'Warning', 'FailedScheduling', note, { action: 'Scheduling' });
  const { namespace, name, uid } = pod.metadata;
  const latest = pods.get(namespace, name);
  if (latest?.metadata.uid !== uid) return;
  const { generation } = latest.metadata;
  const condition = {
    type: 'PodScheduled',
    ...(features.enabled('PodObservedGenerationTracking') && { observedGeneration: generation }),
    ...{ status: 'False', reason, message },
  };
  const old = latest.status.conditions;
  const conditions = setCondition(old, condition, formatTime(clock.now()));
  const before = latest.status.nominatedNodeName;
  const nominated = clearing?.nodeName ?? (isNominationOver === true ? undefined : before);
  if (conditions === old && nominated === before) return;
  const changed = conditions.filter(({ type }) => type === 'PodScheduled');
  const status = {
    conditions: changed,
    ...(nominated !== before && { nominatedNodeName: nominated ?? null }),
  };
  const patch = { type: 'strategic', body: { status } } as const;
  await ignoreNotFound(
    client.patch(podKind, { namespace, name }, patch, { subresource: 'status' }),
  );
}

/** Of pods that matter the same, those that were bound later go: an order that only the scheduler knows. */
export interface PreemptionEvidence {
  /** Uids, in the order in which they were chosen. */
  readonly victims: readonly string[];
}

function evidenceOf(victims: Clearing['victims']): PreemptionEvidence {
  return { victims: victims.map(({ pod }) => pod.metadata.uid) };
}

async function ignoreNotFound(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
