/** Where the pods stand that only the run before has. Pure. */
import type { Scene, StagePod } from '#view';

/** A pod that only the other run has, at a free place. */
export interface Ghost {
  readonly pod: StagePod;
  /** The number of its node in this run. */
  readonly node: number;
  readonly place: number;
}

/** The pods that only the other run has on nodes that this one has, too. */
export function ghostsOf(scene: Scene, other: Scene | undefined): readonly Ghost[] {
  if (other === undefined) return [];
  const nodes = new Map(scene.nodes.map(({ name }, at) => [name, at]));
  const own = new Set(scene.pods?.map(({ key, node }) => `${key} ${node}`));
  const taken = new Map<number, Set<number>>();
  for (const { node, place } of scene.pods ?? []) {
    if (node !== undefined) taken.set(node, (taken.get(node) ?? new Set()).add(place));
  }
  return (other.pods ?? []).flatMap((pod): Ghost[] => {
    const node = pod.node === undefined ? undefined : nodes.get(other.nodes[pod.node]!.name);
    if (node === undefined || own.has(`${pod.key} ${node}`)) return [];
    const places = taken.get(node) ?? new Set<number>();
    let place = 0;
    while (places.has(place)) place++;
    taken.set(node, places.add(place));
    return [{ pod, node, place }];
  });
}
