/** The collector's calls to the API. Objects that are gone by then are no error. */
import { isNotFound, type Kind, type KubeObject } from '#kinds';
import type { Client } from '#runtime';
import type { Coordinates, GraphNode } from './node.ts';

/** The object as it is, if it exists and is the one meant. */
export async function getLive(
  client: Client,
  { kind, namespace, name }: Coordinates,
  uid: string,
): Promise<KubeObject | undefined> {
  try {
    const object = await client.get(kind, { namespace, name });
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
  await unlessGone(client.delete(kind, { namespace, name }, options));
}

/** Takes the references to these owners away. */
export async function release(
  client: Client,
  node: GraphNode,
  owners: readonly string[],
): Promise<void> {
  const ownerReferences = owners.map((uid) => ({ $patch: 'delete', uid }));
  await patchMetadata(client, node, { ownerReferences });
}

/** Stops the object from holding up the deletion of its owners. */
export async function unblock(client: Client, node: GraphNode): Promise<void> {
  const ownerReferences = node.owners.map(({ uid }) => ({ uid, blockOwnerDeletion: false }));
  await patchMetadata(client, node, { ownerReferences });
}

export async function liftFinalizer(
  client: Client,
  node: GraphNode,
  finalizer: string,
): Promise<void> {
  await patchMetadata(client, node, { '$deleteFromPrimitiveList/finalizers': [finalizer] });
}

/** The uid makes sure that it is no other object of the same name that is changed. */
async function patchMetadata(
  client: Client,
  { kind, namespace, name, uid }: GraphNode,
  change: object,
): Promise<void> {
  const body = { metadata: { uid, ...change } };
  await unlessGone(
    client.patch<KubeObject>(kind as Kind, { namespace, name }, { type: 'strategic', body }),
  );
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
