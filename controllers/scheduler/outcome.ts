/** Writing down what was decided: a binding, or the failure to find a node. */
import { formatTime, isNotFound, pod as podKind, setCondition, type Pod } from '#kinds';
import type { Clock } from '#clock';
import { messageOf, type Lister, type ReconcileTools } from '#runtime';
import type { Failure } from './decide.ts';
import { eventNote, scheduledMessage } from './messages.ts';
import type { QueuedPod } from './scheduling-queue.ts';

/** The outcome of a try that is still to be written. */
export type Outcome =
  | { readonly kind: 'bind'; readonly tried: QueuedPod; readonly nodeName: string }
  | { readonly kind: 'failure'; readonly tried: QueuedPod; readonly failure: Failure };

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

/** Tells of a failure: by an event every time, by the pod's condition when it says something new. */
export async function reportFailure(
  { candidate: { pod } }: QueuedPod,
  { reason, message }: Failure,
  pods: Lister<Pod>,
  clock: Clock,
  { client, events }: ReconcileTools,
): Promise<void> {
  const note = eventNote(message);
  events.event(pod, 'Warning', 'FailedScheduling', note, { action: 'Scheduling' });
  const { namespace, name, uid } = pod.metadata;
  const latest = pods.get(namespace, name);
  if (latest?.metadata.uid !== uid) return;
  const condition = { type: 'PodScheduled', status: 'False', reason, message };
  const old = latest.status.conditions;
  const conditions = setCondition(old, condition, formatTime(clock.now()));
  if (conditions === old) return;
  const changed = conditions.filter(({ type }) => type === 'PodScheduled');
  const patch = { type: 'strategic', body: { status: { conditions: changed } } } as const;
  try {
    await client.patch(podKind, { namespace, name }, patch, { subresource: 'status' });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
