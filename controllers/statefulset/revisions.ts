/** The edge of the revision history: finds or writes the revisions that a reconcile works with. */
import { controllerRevision, statefulSet as statefulSetKind, type Profile } from '#kinds';
import { isAlreadyExists, selectorOf } from '#values';
import type { ControllerRevision, StatefulSet } from '#types';
import { candidates, claim, type Client, type Lister } from '#runtime';
import { heldRevision, holdsTemplate, inOrder, newRevision } from './history.ts';

export interface History {
  /** All revisions of the set but a new one, lowest first. */
  readonly revisions: readonly ControllerRevision[];
  /** The one that pods are rolled from. */
  readonly current: ControllerRevision;
  /** The one that holds the present template. */
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

/** What the history is read from. */
interface HistorySources {
  readonly revisions: Lister<ControllerRevision>;
  readonly profile: Profile;
}

/** Claims the set's revisions and makes sure that the highest one holds the present template. */
export async function ensureHistory(
  client: Client,
  set: StatefulSet,
  { revisions: lister, profile }: HistorySources,
): Promise<History> {
  const selector = selectorOf(set.spec.selector);
  const claimed = await claim({
    client,
    ownerKind: statefulSetKind,
    owner: set,
    kind: controllerRevision,
    objects: candidates(lister, set),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
  const revisions = inOrder(claimed);
  const { update, collisionCount } = await updateRevision(client, set, revisions, profile);
  const { currentRevision } = set.status;
  const current = revisions.find(({ metadata }) => metadata.name === currentRevision) ?? update;
  return { revisions, current, update, collisionCount };
}

type Update = Pick<History, 'update' | 'collisionCount'>;

async function updateRevision(
  client: Client,
  set: StatefulSet,
  revisions: readonly ControllerRevision[],
  profile: Profile,
): Promise<Update> {
  const { collisionCount = 0 } = set.status;
  const highest = revisions.at(-1);
  const number = (highest?.revision ?? 0) + 1;
  const held = heldRevision(revisions, set, profile);
  if (held === undefined) return createRevision(client, set, number, collisionCount);
  if (held === highest) return { update: held, collisionCount };
  // A template that came back: its old revision becomes the newest again.
  const update = await client.update(controllerRevision, { ...held, revision: number });
  return { update, collisionCount };
}

/**
 * A name that is taken by another template is avoided by hashing a higher collision count with it.
 */
async function createRevision(
  client: Client,
  set: StatefulSet,
  number: number,
  collisionCount: number,
): Promise<Update> {
  const desired = newRevision(set, number, collisionCount);
  try {
    return { update: await client.create(controllerRevision, desired), collisionCount };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const { namespace, name } = desired.metadata;
    const there = await client.get(controllerRevision, { namespace, name: name! });
    if (holdsTemplate(there, set.spec.template)) return { update: there, collisionCount };
    return createRevision(client, set, number, collisionCount + 1);
  }
}
