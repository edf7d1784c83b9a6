/** Steps about Node objects. Each does what the matching kubectl command would do. */
import { node as nodeKind } from '#kinds';
import type { Taint } from '#types';
import type { Client } from '#runtime';
import {
  nodeGroup,
  nodeNames,
  nodeObjects,
  parseTaint,
  taintText,
  type NodeGroup,
} from '../shape/node-group.ts';
import {
  checkTarget,
  forgetTarget,
  listed,
  nodeTarget,
  resolveNodes,
  targetText,
  type NodeTarget,
} from '../shape/node-target.ts';
import { list, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

export const addNodes: Verb<NodeGroup> = {
  name: 'addNodes',
  shape: nodeGroup,
  checkWorld(group, world, node, checker) {
    for (const name of nodeNames(group)) {
      if (world.nodes.has(name))
        checker.problem(node, `node "${name}" exists already at this point of the scenario`);
      world.nodes.set(name, group.name);
    }
  },
  summary: (group) =>
    `add ${nodeNames(group).length === 1 ? 'node' : 'nodes'} ${listed(nodeNames(group))}`,
  async run(group, { client }) {
    await Promise.all(nodeObjects(group).map((object) => client.create(nodeKind, object)));
    return done;
  },
};

const whichNodes = nodeTarget('the node, or which nodes', {});

/** The Node objects are deleted, and the machines with them. */
export const removeNode: Verb<NodeTarget> = {
  name: 'removeNode',
  shape: whichNodes,
  checkWorld(target, world, node, checker) {
    checkTarget(target, world, node, checker);
    forgetTarget(target, world);
  },
  summary: (target) => `remove ${targetText(target)}`,
  async run(target, { client }) {
    for (const name of await resolveNodes(target, client)) await client.delete(nodeKind, { name });
    return done;
  },
};

export const cordon = schedulingVerb('cordon', true);
export const uncordon = schedulingVerb('uncordon', null);

function schedulingVerb(name: string, unschedulable: true | null): Verb<NodeTarget> {
  return {
    name,
    shape: whichNodes,
    checkWorld: checkTarget,
    summary: (target) => `${name} ${targetText(target)}`,
    async run(target, { client }) {
      for (const each of await resolveNodes(target, client)) {
        await setUnschedulable(client, each, unschedulable);
      }
      return done;
    },
  };
}

/** What `kubectl cordon` writes, and `kubectl drain` before anything else. */
export async function setUnschedulable(
  client: Client,
  name: string,
  unschedulable: true | null,
): Promise<void> {
  await client.patch(nodeKind, { name }, { type: 'merge', body: { spec: { unschedulable } } });
}

const taintShape = nodeTarget('taints of nodes', {
  add: list(taintText, { doc: 'Taints to add; one with the same key and effect is replaced.' }),
  remove: list(text({ doc: 'a key, or key:Effect' }), {
    doc: 'Taints to remove, as key or key:Effect.',
  }),
});

export const taint: Verb<ValueOf<typeof taintShape>> = {
  name: 'taint',
  shape: taintShape,
  checkWorld(args, world, node, checker) {
    checkTarget(args, world, node, checker);
    if (args.add === undefined && args.remove === undefined) {
      checker.problem(node, 'taint changes nothing; expected "add" or "remove"');
    }
  },
  summary: ({ add = [], remove = [], ...target }) =>
    `taint ${targetText(target)} ${[...add, ...remove.map((taint) => `${taint}-`)].join(' ')}`,
  async run({ add = [], remove = [], ...target }, { client }) {
    const added = add.map(parseTaint);
    for (const name of await resolveNodes(target, client)) {
      const node = await client.get(nodeKind, { name });
      const taints = withTaints(node.spec.taints ?? [], added, remove);
      const { resourceVersion } = node.metadata;
      const body = { metadata: { resourceVersion }, spec: { taints } };
      await client.patch(nodeKind, { name }, { type: 'merge', body });
    }
    return done;
  },
};

function withTaints(
  present: readonly Taint[],
  add: readonly Taint[],
  remove: readonly string[],
): readonly Taint[] {
  const goes = (taint: Taint): boolean =>
    remove.includes(taint.key) ||
    remove.includes(`${taint.key}:${taint.effect}`) ||
    add.some((other) => other.key === taint.key && other.effect === taint.effect);
  return [...present.filter((taint) => !goes(taint)), ...add];
}
