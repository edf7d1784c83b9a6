/** The edge of the revision history: writes what history.ts says. */
import { controllerRevision, daemonSet, pod as podKind } from '#kinds';
import { isAlreadyExists, selectorOf } from '#values';
import type { ControllerRevision, DaemonSet, Pod } from '#types';
import { candidates, claim, type Client, type Lister } from '#runtime';
import { HASH_LABEL } from './pods.ts';
import {
  hashOf,
  holdsTemplate,
  newRevision,
  readHistory,
  revisionsToPrune,
  type History,
} from './history.ts';

export interface CurrentHistory extends History {
  /** The one revision that holds the present template. */
  readonly revision: ControllerRevision;
}

/** Claims the set's revisions and makes sure that one holds the present template. */
export async function ensureHistory(
  client: Client,
  set: DaemonSet,
  revisions: Lister<ControllerRevision>,
  pods: readonly Pod[],
): Promise<CurrentHistory> {
  const selector = selectorOf(set.spec.selector);
  const claimed = await claim({
    client,
    ownerKind: daemonSet,
    owner: set,
    kind: controllerRevision,
    objects: candidates(revisions, set),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
  const history = readHistory(set, claimed);
  const revision = await currentRevision(client, set, history, pods);
  return { ...history, revision };
}

async function currentRevision(
  client: Client,
  set: DaemonSet,
  { current, number }: History,
  pods: readonly Pod[],
): Promise<ControllerRevision> {
  if (current.length === 0) return createRevision(client, set, number);
  const keep = await keepOne(client, current, pods);
  if (keep.revision >= number) return keep;
  // A template that came back: its old revision becomes the newest again.
  return client.update(controllerRevision, { ...keep, revision: number });
}

async function createRevision(
  client: Client,
  set: DaemonSet,
  number: number,
): Promise<ControllerRevision> {
  const desired = newRevision(set, number);
  try {
    return await client.create(controllerRevision, desired);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const { namespace, name } = desired.metadata;
    const there = await client.get(controllerRevision, { namespace, name: name! });
    if (holdsTemplate(there, set)) return there;
    await countCollision(client, set);
    throw error;
  }
}

/** The name is taken by another template: the next try hashes a higher collision count with it. */
async function countCollision(client: Client, set: DaemonSet): Promise<void> {
  const { namespace, name } = set.metadata;
  const live = await client.get(daemonSet, { namespace, name });
  const collisions = set.status.collisionCount ?? 0;
  if ((live.status.collisionCount ?? 0) !== collisions) return;
  const status = { ...live.status, collisionCount: collisions + 1 };
  await client.update(daemonSet, { ...live, status }, { subresource: 'status' });
}

/** Of several revisions of one template the highest stays; pods of the others are relabelled. */
async function keepOne(
  client: Client,
  current: readonly ControllerRevision[],
  pods: readonly Pod[],
): Promise<ControllerRevision> {
  const keep = current.at(-1)!;
  for (const other of current.slice(0, -1)) {
    for (const pod of pods) {
      if (pod.metadata.labels?.[HASH_LABEL] !== hashOf(other)) continue;
      const { namespace, name } = pod.metadata;
      const body = { metadata: { labels: { [HASH_LABEL]: hashOf(keep) } } };
      await client.patch(podKind, { namespace, name }, { type: 'merge', body });
    }
    await deleteRevision(client, other);
  }
  return keep;
}

/** Deletes old revisions over the limit. */
export async function pruneHistory(
  client: Client,
  set: DaemonSet,
  history: History,
  pods: readonly Pod[],
): Promise<void> {
  for (const revision of revisionsToPrune(set, history, pods)) {
    await deleteRevision(client, revision);
  }
}

async function deleteRevision(client: Client, { metadata }: ControllerRevision): Promise<void> {
  const { namespace, name } = metadata;
  await client.delete(controllerRevision, { namespace, name });
}
