/** Objects whose owners are gone. */
import type { Cluster } from '#kit';

/** @param resources whose objects count @returns `ConfigMap web`, of those all of whose owners are gone */
export async function orphansIn(
  cluster: Cluster,
  resources: readonly string[],
): Promise<readonly string[]> {
  const uids = new Map<string, ReadonlySet<string>>();
  const uidsOf = async (kind: string): Promise<ReadonlySet<string>> => {
    const known =
      uids.get(kind) ?? new Set((await cluster.list(kind)).map((each) => each.metadata.uid!));
    uids.set(kind, known);
    return known;
  };
  const orphans: string[] = [];
  for (const resource of resources) {
    for (const { kind, metadata } of await cluster.list(resource)) {
      const owners = metadata.ownerReferences ?? [];
      const alive = await Promise.all(
        owners.map(async (each) => (await uidsOf(each.kind)).has(each.uid)),
      );
      if (owners.length > 0 && !alive.includes(true)) orphans.push(`${kind} ${metadata.name}`);
    }
  }
  return orphans;
}
