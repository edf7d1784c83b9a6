/** The namespace controller: empties namespaces that are being deleted, and then lets them go. */
import { formatTime, isConflict, isNotFound } from '#values';
import { namespace as namespaceKind } from '#kinds';
import type { Namespace } from '#types';
import type {
  Client,
  ControllerContext,
  ControllerDefinition,
  ReconcileResult,
  WorkQueue,
} from '#runtime';
import { withConditions } from './conditions.ts';
import { emptyNamespace } from './content.ts';

/** After so long everybody knows that nothing may be created any more. */
const GRACE_MS = 5000;

/** In `spec.finalizers`: the namespace is not empty yet. */
const FINALIZER = 'kubernetes';

export const namespace: ControllerDefinition = {
  name: 'namespace',
  actor: 'namespace-controller',
  start(context) {
    const queue: WorkQueue = context.queue({
      workers: 10,
      limiter: { baseMs: 5, maxMs: 60_000, bucket: { perSecond: 10, burst: 100 } },
      reconcile: (name, { client }) => sync(name, client, context),
    });
    context.informer(namespaceKind).addHandlers({
      added({ metadata }, cause) {
        if (metadata.deletionTimestamp != null) queue.addAfter(metadata.name, GRACE_MS, cause);
      },
      updated({ metadata }, _, cause) {
        if (metadata.deletionTimestamp != null) queue.addAfter(metadata.name, GRACE_MS, cause);
      },
    });
  },
};

async function sync(
  name: string,
  client: Client,
  { clock, features }: Pick<ControllerContext, 'clock' | 'features'>,
): Promise<ReconcileResult | undefined> {
  // Others end namespaces too, so what counts is the present state, not what the cache says.
  const live = await getLive(name, client);
  if (live === undefined || !awaitsUs(live)) return undefined;
  const emptied = await emptyNamespace(live, client, clock.now(), features);
  const { undiscovered, estimateSeconds } = emptied;
  const errors = undiscovered === undefined ? emptied.errors : [undiscovered, ...emptied.errors];
  await writeStatus(live, withConditions(live.status, emptied, formatTime(clock.now())), client);
  if (errors.length > 0) throw new Error(errors.join(', '));
  if (estimateSeconds > 0) {
    const seconds = Math.floor(estimateSeconds / 2) + 1;
    return { requeueAfterMs: seconds * 1000, requeueReason: 'content remains' };
  }
  await finalize(live, client);
  return undefined;
}

async function getLive(name: string, client: Client): Promise<Namespace | undefined> {
  try {
    return await client.get(namespaceKind, { name });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether it is being deleted and waits for being emptied. */
function awaitsUs({ metadata, spec }: Namespace): boolean {
  return metadata.deletionTimestamp != null && (spec.finalizers ?? []).includes(FINALIZER);
}

/**
 * Writes the conditions. They are only informative, so a conflict is left to the next reconcile.
 */
async function writeStatus(
  live: Namespace,
  status: Namespace['status'],
  client: Client,
): Promise<void> {
  if (status === live.status) return;
  try {
    await client.update(namespaceKind, { ...live, status }, { subresource: 'status' });
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

/** Takes our finalizer away, whatever else others change in the meantime. */
async function finalize({ metadata: { name, uid } }: Namespace, client: Client): Promise<void> {
  for (;;) {
    const live = await getLive(name, client);
    if (live === undefined || live.metadata.uid !== uid || !awaitsUs(live)) return;
    const finalizers = live.spec.finalizers!.filter((finalizer) => finalizer !== FINALIZER);
    try {
      const spec = { ...live.spec, finalizers };
      await client.update(namespaceKind, { ...live, spec }, { subresource: 'finalize' });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
