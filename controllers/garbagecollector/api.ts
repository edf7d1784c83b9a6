/** The collector's calls to the API. An object that is already deleted is not an error. */
import { isNotFound, isUnsupportedMediaType, type KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import type { Client } from '#runtime';
import type { Coordinates, GraphNode } from './node.ts';

/** The object's metadata as it is, if it exists and is the one meant. */
export async function getLive(
  client: Client,
  { kind, namespace, name }: Coordinates,
  uid: string,
): Promise<KubeObject | undefined> {
  try {
    const object = await client.metadata.get(kind, { namespace, name });
    return object.metadata.uid === uid ? object : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export async function remove(
  client: Client,
  { kind, namespace, name, uid }: GraphNode,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
): Promise<void> {
  const options = { propagationPolicy, preconditions: { uid } };
  await ignoreNotFound(client.metadata.delete(kind, { namespace, name }, options));
}

/** Takes the references to these owners away. */
export async function release(
  client: Client,
  node: GraphNode,
  owners: readonly string[],
): Promise<void> {
  await patchMetadata(client, node, {
    strategic: { ownerReferences: owners.map((uid) => ({ $patch: 'delete', uid })) },
    merge: ({ ownerReferences = [] }) => ({
      ownerReferences: ownerReferences.filter(({ uid }) => !owners.includes(uid)),
    }),
  });
}

/** Stops the object from holding up the deletion of its owners. */
export async function unblock(client: Client, node: GraphNode): Promise<void> {
  await patchMetadata(client, node, {
    strategic: {
      ownerReferences: node.owners.map(({ uid }) => ({ uid, blockOwnerDeletion: false })),
    },
    merge: ({ ownerReferences = [] }) => ({
      ownerReferences: ownerReferences.map((each) => ({ ...each, blockOwnerDeletion: false })),
    }),
  });
}

export async function liftFinalizer(
  client: Client,
  node: GraphNode,
  finalizer: string,
): Promise<void> {
  await patchMetadata(client, node, {
    strategic: { '$deleteFromPrimitiveList/finalizers': [finalizer] },
    merge: ({ finalizers = [] }) => ({
      finalizers: finalizers.filter((each) => each !== finalizer),
    }),
  });
}

/** One change in two forms. */
interface Change {
  readonly strategic: object;
  /** For what only knows merge patches, as custom resources do: it replaces what is there. */
  merge(metadata: ObjectMeta): object;
}

/** The uid makes sure that another object of the same name is not changed. */
async function patchMetadata(client: Client, node: GraphNode, change: Change): Promise<void> {
  const { kind, namespace, name, uid } = node;
  const body = { metadata: { uid, ...change.strategic } };
  try {
    await client.metadata.patch(kind, { namespace, name }, { type: 'strategic', body });
  } catch (error) {
    if (isUnsupportedMediaType(error)) await mergeMetadata(client, node, change);
    else if (!isNotFound(error)) throw error;
  }
}

/**
 * Goes by what is there, so nothing may come in between: a conflict is tried again with the object.
 */
async function mergeMetadata(client: Client, node: GraphNode, change: Change): Promise<void> {
  const { kind, namespace, name, uid } = node;
  const live = await getLive(client, node, uid);
  if (live === undefined) return;
  const { resourceVersion } = live.metadata;
  const body = { metadata: { uid, resourceVersion, ...change.merge(live.metadata) } };
  await ignoreNotFound(client.metadata.patch(kind, { namespace, name }, { type: 'merge', body }));
}

async function ignoreNotFound(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
