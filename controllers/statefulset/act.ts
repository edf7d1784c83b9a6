/** Carries out the plan of plan.ts, and records events on the set. */
import { isAlreadyExists } from '#values';
import { persistentVolumeClaim, pod as podKind } from '#kinds';
import type { PersistentVolumeClaim, StatefulSet } from '#types';
import { messageOf, throwAny, type Lister, type ReconcileTools } from '#runtime';
import type { Action } from './plan.ts';
import { claimsOf, podName } from './pods.ts';

export type Tools = Pick<ReconcileTools, 'client' | 'events'>;

/** Throws the API's error. */
export async function act(
  tools: Tools,
  set: StatefulSet,
  action: Action,
  claims: Lister<PersistentVolumeClaim>,
): Promise<void> {
  const { client, events } = tools;
  const name = action.pod.metadata.name!;
  const { namespace } = set.metadata;
  switch (action.type) {
    case 'create':
      return reportingErrors(tools, set, 'create', name, async () => {
        await ensureClaims(tools, set, action.ordinal, claims);
        await client.create(podKind, action.pod);
      });
    case 'delete':
      if (action.failed === true) {
        const key = `${namespace!}/${set.metadata.name}`;
        const message = `StatefulSet ${key} is recreating failed Pod ${name}`;
        events.event(set, 'Warning', 'RecreatingFailedPod', message);
      }
      return reportingErrors(tools, set, 'delete', name, () =>
        client.delete(podKind, { namespace, name }),
      );
    case 'update':
      return reportingErrors(tools, set, 'update', name, () => client.update(podKind, action.pod));
  }
}

async function reportingErrors(
  { events }: Tools,
  set: StatefulSet,
  verb: 'create' | 'delete' | 'update',
  podName: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const what = `${verb} Pod ${podName} in StatefulSet ${set.metadata.name}`;
  const reason = verb.charAt(0).toUpperCase() + verb.slice(1);
  try {
    await run();
  } catch (error) {
    // A pod that is there already will show up in the cache.
    if (!isAlreadyExists(error)) {
      const message = `${what} failed error: ${messageOf(error)}`;
      events.event(set, 'Warning', `Failed${reason}`, message);
    }
    throw error;
  }
  events.event(set, 'Normal', `Successful${reason}`, `${what} successful`);
}

/** Creates the claims of a pod that are not there yet. Nothing ever deletes them. */
async function ensureClaims(
  { client, events }: Tools,
  set: StatefulSet,
  ordinal: number,
  lister: Lister<PersistentVolumeClaim>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const { claim } of claimsOf(set, ordinal)) {
    const { namespace, name } = claim.metadata;
    if (lister.get(namespace, name!) !== undefined) continue;
    const who = `Pod ${podName(set, ordinal)} in StatefulSet ${set.metadata.name}`;
    try {
      await client.create(persistentVolumeClaim, claim);
      const message = `create Claim ${name!} ${who} success`;
      events.event(set, 'Normal', 'SuccessfulCreate', message);
    } catch (error) {
      if (isAlreadyExists(error)) continue;
      const message = `create Claim ${name!} for ${who} failed error: ${messageOf(error)}`;
      events.event(set, 'Warning', 'FailedCreate', message);
      errors.push(
        new Error(`failed to create PVC ${name!}: ${messageOf(error)}`, { cause: error }),
      );
    }
  }
  throwAny(errors);
}
