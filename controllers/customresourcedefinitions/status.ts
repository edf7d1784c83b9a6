/** Reads and writes of definitions. */
import { customResourceDefinition } from '#custom';
import { isConflict, isNotFound } from '#values';
import type { CustomResourceDefinition } from '#types';
import type { Client } from '#runtime';

type Definition = CustomResourceDefinition;

export async function liveDefinition(
  name: string,
  client: Client,
): Promise<Definition | undefined> {
  try {
    return await client.get(customResourceDefinition, { name });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Writes the status, and finalizers with it. Answers what is stored then; undefined when another
 * write came in between: its event brings the definition back.
 *
 * @param live what is stored; the same object needs no write
 */
export async function writeStatus(
  live: Definition | undefined,
  next: Definition,
  client: Client,
): Promise<Definition | undefined> {
  if (next === live) return live;
  try {
    return await client.update(customResourceDefinition, next, { subresource: 'status' });
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
    return undefined;
  }
}
