import type { Kind } from '#kinds';
import type { Client } from '#request';
import type { KubeObject } from '#values';

/** An object with a status of its own. */
export type WithStatus = KubeObject & { readonly status?: unknown };

/** A second try of a status write, on the live object. */
export interface StatusRetry<T extends WithStatus> {
  /** Decides by the error of the first try whether there is a second one. */
  readonly when: (error: unknown) => boolean;
  /** Returns what the second try writes. Default: the same status. */
  readonly statusOf?: (live: T) => T['status'];
}

/**
 * Writes the status of an object, unless it is the one that the object has. Resolves with the
 * object as it is then.
 *
 * @param retry default: a failed write is not tried a second time
 */
export async function writeStatus<T extends WithStatus>(
  client: Client,
  kind: Kind<T>,
  object: T,
  status: T['status'],
  retry?: StatusRetry<T>,
): Promise<T> {
  if (status === object.status) return object;
  try {
    return await client.update(kind, { ...object, status }, { subresource: 'status' });
  } catch (error) {
    if (retry?.when(error) !== true) throw error;
  }
  const { namespace, name } = object.metadata;
  const live = await client.get(kind, { namespace, name });
  const next = { ...live, status: retry.statusOf?.(live) ?? status };
  return client.update(kind, next, { subresource: 'status' });
}
