/** Node groups: how a scenario says which machines there are. */
import type { NewObject } from '#values';
import type { Node, Taint } from '#types';
import { kubeletLabels } from '#pool';
import { isScalar } from '../source/node.ts';
import { fields } from './fields.ts';
import { integer, list, mapOf, text, type Shape, type ValueOf } from './shape.ts';

/** The label with the group of the scenario that a node belongs to. */
export const GROUP_LABEL = 'sim/group';

/** Returns the group that a node came with, if any. */
export function groupOf({ metadata }: Pick<Node, 'metadata'>): string | undefined {
  return metadata.labels?.[GROUP_LABEL];
}

const TAINT = /^([^=:]+)(?:=([^:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/;

/** A taint as kubectl writes it: `key=value:NoExecute` or `key:NoSchedule`. */
export const taintText = text({
  doc: 'A taint such as key=value:NoExecute or key:NoSchedule.',
  pattern: TAINT,
  expected: 'a taint such as key=value:NoExecute or key:NoSchedule',
});

export function parseTaint(taint: string): Taint {
  const [, key, value, effect] = TAINT.exec(taint)!;
  return {
    key: key!,
    effect: effect as Taint['effect'],
    ...(value === undefined ? {} : { value }),
  };
}

/** The maximum number of nodes, in one group and in all groups of a cluster together. */
export const MOST_NODES = 10_000;

export const nodeGroup = fields({
  doc: 'a group of like nodes',
  required: {
    name: text({
      doc: 'Name of the node, or with count the name in front of -1, -2, ...',
      pattern: /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/,
      expected: 'a name of at most 63 small letters, digits, - and .',
    }),
  },
  optional: {
    count: integer({
      doc: 'How many nodes; default: one, called just by its name.',
      min: 1,
      max: MOST_NODES,
    }),
    labels: mapOf(text({ doc: 'the value' }), { doc: 'Labels of each node.' }),
    annotations: mapOf(text({ doc: 'the value' }), { doc: 'Annotations of each node.' }),
    taints: list(taintText, { doc: 'Taints of each node.' }),
    capacity: mapOf(quantityText(), {
      doc: 'Capacity of each node, such as cpu: 4, memory: 8Gi, pods: 110.',
    }),
  },
});

export type NodeGroup = ValueOf<typeof nodeGroup>;

const groups = list(nodeGroup, { doc: 'node groups' });
const count = integer({
  doc: 'A number of like nodes, called node-1, node-2, ...',
  min: 0,
  max: MOST_NODES,
});

/** Nodes of the cluster: a number, or a list of groups. */
export const nodeGroups: Shape<readonly NodeGroup[]> = {
  schema: {
    description: 'The nodes: a number, or a list of groups.',
    anyOf: [count.schema, groups.schema],
  },
  check(node, checker) {
    if (!isScalar(node)) {
      const found = groups.check(node, checker);
      const total = found?.reduce((sum, { count: own = 1 }) => sum + own, 0) ?? 0;
      if (total <= MOST_NODES) return found;
      return checker.problem(node, `${total} nodes; a cluster has at most ${MOST_NODES}`);
    }
    const number = count.check(node, checker);
    if (number === undefined) return undefined;
    return number === 0 ? [] : [{ name: 'node', count: number }];
  },
};

function quantityText(): Shape<string> {
  const shape = text({ doc: 'a quantity' });
  return {
    schema: { type: ['string', 'number'], description: 'A quantity such as 4, 500m or 8Gi.' },
    check(node, checker) {
      if (isScalar(node) && typeof node.value === 'number') return String(node.value);
      return shape.check(node, checker);
    },
  };
}

/** Names of a group's nodes, in order. */
export function nodeNames(group: NodeGroup): readonly string[] {
  if (group.count === undefined) return [group.name];
  return Array.from({ length: group.count }, (_, i) => `${group.name}-${i + 1}`);
}

/** Returns the Node objects of a group, as a kubelet registers them. */
export function nodeObjects(group: NodeGroup): readonly NewObject<Node>[] {
  return nodeNames(group).map((name) => ({
    metadata: {
      name,
      labels: { ...kubeletLabels(name), ...group.labels, [GROUP_LABEL]: group.name },
      ...(group.annotations ? { annotations: group.annotations } : {}),
    },
    spec: group.taints ? { taints: group.taints.map(parseTaint) } : {},
    ...(group.capacity
      ? { status: { capacity: group.capacity, allocatable: group.capacity } }
      : {}),
  }));
}
