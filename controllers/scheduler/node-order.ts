/** In which order nodes are tried: zone by zone in turn, so that the first ones found are spread. */
import type { Node } from '#types';

const REGION = 'topology.kubernetes.io/region';
const ZONE = 'topology.kubernetes.io/zone';

/** One node of each zone, then the next of each, and so on; zones and nodes in the order given. */
export function interleaved<N extends { readonly node: Node }>(nodes: readonly N[]): readonly N[] {
  const zones = new Map<string, N[]>();
  for (const each of nodes) {
    const { labels } = each.node.metadata;
    const zone = `${labels?.[REGION] ?? ''} ${labels?.[ZONE] ?? ''}`;
    const members = zones.get(zone);
    if (members === undefined) zones.set(zone, [each]);
    else members.push(each);
  }
  if (zones.size < 2) return nodes;
  const groups = [...zones.values()];
  const result: N[] = [];
  for (let turn = 0; result.length < nodes.length; turn++) {
    for (const members of groups) {
      const member = members[turn];
      if (member !== undefined) result.push(member);
    }
  }
  return result;
}
