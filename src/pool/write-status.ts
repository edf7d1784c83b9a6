/** The only way in which the pool writes status. */
import { isConflict, isNotFound, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { Client } from '#runtime';

/** Conflicts with other writers in a row before the work queue's back-off takes over. */
const ATTEMPTS = 5;

type WithStatus = KubeObject & { readonly status?: unknown };

/**
 * Writes the status that `statusOf` makes of the object, unless it is the one that it has. After a
 * conflict it reads the object and computes the status again. Resolves with the resulting object,
 * or undefined when it is deleted or replaced by another of its name.
 */
export async function writeStatus<T extends WithStatus>(
  client: Client,
  kind: Kind<T>,
  object: T,
  statusOf: (object: T) => T['status'],
): Promise<T | undefined> {
  const { name, namespace, uid } = object.metadata;
  let latest = object;
  for (let attempt = 1; ; attempt++) {
    const status = statusOf(latest);
    if (status === latest.status) return latest;
    try {
      return await client.update(kind, { ...latest, status }, { subresource: 'status' });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
    const read = await getIfThere(client, kind, { name, namespace });
    if (read?.metadata.uid !== uid) return undefined;
    latest = read!;
  }
}

async function getIfThere<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  ref: { readonly name: string; readonly namespace?: string },
): Promise<T | undefined> {
  try {
    return await client.get(kind, ref);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
