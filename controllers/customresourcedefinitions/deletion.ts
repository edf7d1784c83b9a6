/**
 * The end of a definition: all its objects are deleted, then it loses the finalizer that kept it.
 * Finalizers of the objects are respected.
 */
import { cleanupFinalizer, isDefinitionTrue } from '#custom';
import type { CustomResourceDefinition } from '#types';
import type { Client, ReconcileResult } from '#runtime';
import { stuck, terminating } from './conditions.ts';
import { deleteInstances, instancesOf } from './instances.ts';
import { liveDefinition, writeStatus } from './status.ts';

type Definition = CustomResourceDefinition;

/** How often the remaining objects are counted, and for how long. */
const POLL_MS = 5_000;
const PATIENCE_MS = 60_000;

/** Until when it is waited for the objects of a definition to go. */
export type Deadlines = Map<string, number>;

/** One step of a deletion. Throws what stops it, which is tried again. */
export async function deleteDefinition(
  name: string,
  client: Client,
  now: number,
  deadlines: Deadlines,
): Promise<ReconcileResult | undefined> {
  const live = await liveDefinition(name, client);
  if (live === undefined || !awaitsUs(live)) {
    deadlines.delete(name);
    return undefined;
  }
  if (!isDefinitionTrue(live, 'Established')) {
    return release(terminating(live, 'neverEstablished', now), client);
  }
  if (deadlines.has(name)) return waitForInstances(live, client, now, deadlines);
  const begun = await writeStatus(live, terminating(live, 'inProgress', now), client);
  if (begun === undefined) return undefined;
  await attempt(begun, client, now, 'could not issue all deletes', async () =>
    deleteInstances(begun, await instancesOf(begun, client), client),
  );
  deadlines.set(name, now + PATIENCE_MS);
  return waitForInstances(begun, client, now, deadlines);
}

function awaitsUs({ metadata }: Definition): boolean {
  const { deletionTimestamp, finalizers = [] } = metadata;
  return deletionTimestamp != null && finalizers.includes(cleanupFinalizer);
}

async function waitForInstances(
  live: Definition,
  client: Client,
  now: number,
  deadlines: Deadlines,
): Promise<ReconcileResult | undefined> {
  const { name } = live.metadata;
  const unsure = 'could not confirm zero CustomResources remaining';
  const left = await attempt(live, client, now, unsure, () => instancesOf(live, client));
  if (left.length === 0) {
    deadlines.delete(name);
    return release(terminating(live, 'completed', now), client);
  }
  if (now < deadlines.get(name)!) {
    return { requeueAfterMs: POLL_MS, requeueReason: 'instances remain' };
  }
  deadlines.delete(name);
  const message = `${unsure}: timed out waiting for the condition`;
  await writeStatus(live, stuck(live, 'InstanceDeletionCheck', message, now), client);
  throw new Error('timed out waiting for the condition');
}

/** Does a part of the work; the definition shows its failure. */
async function attempt<T>(
  live: Definition,
  client: Client,
  now: number,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = `${what}: ${(error as Error).message}`;
    await writeStatus(live, stuck(live, 'InstanceDeletionFailed', message, now), client);
    throw error;
  }
}

async function release(definition: Definition, client: Client): Promise<undefined> {
  const { finalizers = [] } = definition.metadata;
  const left = finalizers.filter((finalizer) => finalizer !== cleanupFinalizer);
  const metadata = { ...definition.metadata, finalizers: left };
  await writeStatus(undefined, { ...definition, metadata }, client);
}
