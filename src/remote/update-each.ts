import { isConflict, isNotFound } from '#values';
import type { Kind } from '#kinds';
import type { Client, Requests, VersionRef, WriteOptions } from '#request';

/**
 * Over HTTP there is no update of many objects: each is read and written by itself, one after the
 * other.
 */
export async function updateEach(
  client: Client,
  { kind, versions, edit, subresource }: Requests['updatemany'],
): Promise<readonly (string | undefined)[]> {
  const options = { subresource } as WriteOptions;
  const updated: (string | undefined)[] = [];
  for (const version of versions) {
    updated.push(await updateOne(client, kind as Kind, version, edit, options));
  }
  return updated;
}

/** Returns undefined where the object is deleted or has another version. */
async function updateOne(
  client: Client,
  kind: Kind,
  version: VersionRef,
  edit: Requests['updatemany']['edit'],
  options: WriteOptions,
): Promise<string | undefined> {
  try {
    const found = await client.get(kind, version);
    const isSame = found.metadata.resourceVersion === version.resourceVersion;
    if (!isSame || !edit.fits(found)) return undefined;
    const { metadata } = await client.update(kind, edit.apply(found), options);
    return metadata.resourceVersion;
  } catch (error) {
    if (isNotFound(error) || isConflict(error)) return undefined;
    throw error;
  }
}
