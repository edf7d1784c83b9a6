import type { Kind } from '#kinds';
import { retryOnConflict, type Client, type WithStatus } from '#runtime';

/**
 * Writes the status that `statusOf` makes of the object, unless it is the one that it has: the only
 * way in which the pool writes status. After a conflict it reads the object and computes the status
 * again. Resolves with the resulting object, or undefined when it is deleted or replaced by another
 * of its name.
 */
export function writeStatus<T extends WithStatus>(
  client: Client,
  kind: Kind<T>,
  object: T,
  statusOf: (object: T) => T['status'],
): Promise<T | undefined> {
  const { uid } = object.metadata;
  const change = (latest: T): T | undefined => {
    if (latest.metadata.uid !== uid) return undefined;
    const status = statusOf(latest);
    return status === latest.status ? latest : { ...latest, status };
  };
  return retryOnConflict(client, kind, object, change, { subresource: 'status' });
}
