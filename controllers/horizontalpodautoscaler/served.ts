import type { ServedResource } from '#catalog';
import type { Client } from '#runtime';

/** A resource that the server serves, in the preferred version that has this kind. */
export async function findServed(
  client: Client,
  group: string,
  kind: string,
): Promise<ServedResource | undefined> {
  const { resources } = await client.discover();
  return resources.find((resource) => resource.group === group && resource.kind === kind);
}
