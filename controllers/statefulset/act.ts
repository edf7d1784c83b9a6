/** Carries out the plan of plan.ts, and records events on the set. */
import { isAlreadyExists, isNotFound } from '#values';
import { persistentVolumeClaim, pod as podKind, type Profile } from '#kinds';
import type { PersistentVolumeClaim, StatefulSet } from '#types';
import { messageOf, throwAny, type Lister, type ReconcileTools } from '#runtime';
import type { Action } from './plan.ts';
import { claimsIn, claimsOf, podName } from './pods.ts';
import { isControlledElsewhere, ownersOf, type Owners } from './retention.ts';

export interface Tools extends Pick<ReconcileTools, 'client' | 'events'> {
  readonly profile: Profile;
}

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
        if (tools.profile.enabled('StatefulSetAutoDeletePVC'))
          await ownClaims(tools, set, { name }, action.ordinal, claims);
      });
    case 'delete':
      if (action.ended === 'replaced') {
        const key = `${namespace!}/${set.metadata.name}`;
        const hasFailed = action.pod.status.phase === 'Failed';
        const [type, how] = hasFailed
          ? (['Warning', 'Failed'] as const)
          : (['Normal', 'Terminated'] as const);
        const message = `StatefulSet ${key} is recreating ${how.toLowerCase()} Pod ${name}`;
        events.event(set, type, `Recreating${how}Pod`, message);
      }
      return reportingErrors(tools, set, 'delete', name, () =>
        client.delete(podKind, { namespace, name }),
      );
    case 'claim':
      return ensureClaims(tools, set, action.ordinal, claims);
    case 'own':
      return ownClaims(tools, set, action.pod.metadata, action.ordinal, claims);
    case 'update':
      return reportingErrors(tools, set, 'update', name, () => client.update(podKind, action.pod));
  }
}

async function reportingErrors(
  { events, profile }: Tools,
  set: StatefulSet,
  verb: 'create' | 'delete' | 'update',
  podName: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const what = `${saying(verb, profile)} Pod ${podName} in StatefulSet ${set.metadata.name}`;
  const reason = capitalized(verb);
  try {
    await run();
  } catch (error) {
    const isDone =
      verb === 'delete' && isNotFound(error) && profile.enabled('MissingPodsCountAsDeleted');
    // A pod that is there already will show up in the cache.
    if (!isDone && !isAlreadyExists(error)) {
      const message = `${what} failed error: ${messageOf(error)}`;
      events.event(set, 'Warning', `Failed${reason}`, message);
    }
    if (!isDone) throw error;
  }
  events.event(set, 'Normal', `Successful${reason}`, `${what} successful`);
}

/** How events say what is done. */
function saying(verb: string, profile: Profile): string {
  return profile.enabled('SetEventsCapitalized') ? capitalized(verb) : verb;
}

function capitalized(verb: string): string {
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}

/** Gives the claims of a pod the owners that they are to go with. */
async function ownClaims(
  { client, events, profile }: Tools,
  set: StatefulSet,
  pod: Owners['pod'],
  ordinal: number,
  lister: Lister<PersistentVolumeClaim>,
): Promise<void> {
  const owners: Owners = { set, ordinal, pod, profile };
  for (const claim of claimsIn(lister, set, ordinal)) {
    const { metadata } = claim;
    if (profile.enabled('ClaimOwnersControl') && isControlledElsewhere(claim, owners)) {
      const what = 'has a conflicting OwnerReference that acts as a manging controller';
      const message = `PersistentVolumeClaim ${metadata.name} ${what}, the retention policy is ignored for this claim`;
      events.event(set, 'Warning', 'ConflictingController', message);
    }
    const ownerReferences = ownersOf(claim, owners);
    if (ownerReferences === undefined) continue;
    const owned = { ...claim, metadata: { ...metadata, ownerReferences } };
    await client.update(persistentVolumeClaim, owned);
  }
}

/** Creates the claims of a pod that are not there yet. */
async function ensureClaims(
  { client, events, profile }: Tools,
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
      const message = `${saying('create', profile)} Claim ${name!} ${who} success`;
      events.event(set, 'Normal', 'SuccessfulCreate', message);
    } catch (error) {
      if (isAlreadyExists(error)) continue;
      const message = `${saying('create', profile)} Claim ${name!} for ${who} failed error: ${messageOf(error)}`;
      events.event(set, 'Warning', 'FailedCreate', message);
      errors.push(
        new Error(`failed to create PVC ${name!}: ${messageOf(error)}`, { cause: error }),
      );
    }
  }
  throwAny(errors);
}
