import type { Kind } from '#kinds';
import { isNotFound, type KubeObject } from '#values';
import type { Client } from '#request';

/** Adds a finalizer to an object that lacks it, and removes it from one that has it. An object that is gone stays so. */
export async function toggleFinalizer<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  object: T,
  finalizer: string,
): Promise<void> {
  const present = object.metadata.finalizers ?? [];
  const finalizers = present.includes(finalizer)
    ? present.filter((each) => each !== finalizer)
    : [...present, finalizer];
  try {
    await client.update(kind, { ...object, metadata: { ...object.metadata, finalizers } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
