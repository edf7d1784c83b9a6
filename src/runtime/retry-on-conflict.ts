import type { Kind } from '#kinds';
import type { Client, WriteOptions } from '#request';
import { isConflict, isNotFound, type KubeObject } from '#values';

/** Conflicts with other writers in a row before the work queue's back-off takes over. */
const MAX_TRIES = 5;

/**
 * Writes a changed object; after a conflict, the change applied to the live one. Resolves with the
 * object as it is then (the same one if the change leaves it alone), or undefined if it is gone.
 *
 * @param change pure; returns the same object when there is nothing to change, and undefined when
 *   this is another object of the same name
 * @throws {ApiError} the API's error for other reasons, or the last conflict
 */
export async function retryOnConflict<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  object: T,
  change: (object: T) => T | undefined,
  options?: WriteOptions,
): Promise<T | undefined> {
  const { name, namespace } = object.metadata;
  let latest = object;
  for (let tries = 1; ; tries++) {
    const changed = change(latest);
    if (changed === undefined || changed === latest) return changed;
    try {
      return await client.update(kind, changed, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
    try {
      latest = await client.get(kind, { name, namespace });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
