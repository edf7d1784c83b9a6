/** Steps about nodes. Each does what the matching kubectl command, or the machine itself, would do. */
import type { Node as YamlNode } from 'yaml';
import { controllerOf, node as nodeKind, pod as podKind, type Taint } from '#kinds';
import type { Client } from '#runtime';
import type { Checker } from '../shape/checker.ts';
import { fields } from '../shape/fields.ts';
import {
  nodeGroup,
  nodeNames,
  nodeObjects,
  parseTaint,
  taintText,
  type NodeGroup,
} from '../shape/node-group.ts';
import { list, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb, type World } from '../step.ts';

/** Annotation by which the pool's machines fall silent. */
const SILENT = 'sim/silent';

const nodeName = text({ doc: 'The name of a node.' });

/** Notes a problem when the scenario has no such node at this point. */
export function checkNode(name: string, world: World, at: YamlNode, checker: Checker): void {
  if (world.nodes.has(name)) return;
  const known = [...world.nodes];
  const there = known.length === 0 ? 'there are none' : `there are ${listed(known)}`;
  checker.problem(at, `there is no node "${name}" at this point of the scenario; ${there}`, {
    word: name,
    known,
  });
}

function listed(names: readonly string[]): string {
  return names.length <= 8
    ? names.join(', ')
    : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
}

export const addNodes: Verb<NodeGroup> = {
  name: 'addNodes',
  shape: nodeGroup,
  foresee(group, world, node, checker) {
    for (const name of nodeNames(group)) {
      if (world.nodes.has(name))
        checker.problem(node, `node "${name}" exists already at this point of the scenario`);
      world.nodes.add(name);
    }
  },
  summary: (group) =>
    `add ${nodeNames(group).length === 1 ? 'node' : 'nodes'} ${listed(nodeNames(group))}`,
  async run(group, { client }) {
    await Promise.all(nodeObjects(group).map((object) => client.create(nodeKind, object)));
    return done;
  },
};

/** A verb whose argument is just a node's name. */
function nodeVerb(
  name: string,
  options: {
    says: string;
    leaves?: boolean;
    run: (client: Client, node: string) => Promise<unknown>;
  },
): Verb<string> {
  return {
    name,
    shape: nodeName,
    foresee(target, world, node, checker) {
      checkNode(target, world, node, checker);
      if (options.leaves) world.nodes.delete(target);
    },
    summary: (target) => `${options.says} ${target}`,
    async run(target, { client }) {
      await options.run(client, target);
      return done;
    },
  };
}

export const removeNode = nodeVerb('removeNode', {
  says: 'remove node',
  leaves: true,
  run: (client, name) => client.delete(nodeKind, { name }),
});

export const cordon = nodeVerb('cordon', {
  says: 'cordon',
  run: (client, name) => setUnschedulable(client, name, true),
});

export const uncordon = nodeVerb('uncordon', {
  says: 'uncordon',
  run: (client, name) => setUnschedulable(client, name, null),
});

/** Cordons and deletes the pods, but for those of DaemonSets, which would come back at once. */
export const drain = nodeVerb('drain', {
  says: 'drain',
  async run(client, name) {
    await setUnschedulable(client, name, true);
    const { items } = await client.list(podKind, { fieldSelector: `spec.nodeName=${name}` });
    for (const { metadata } of items) {
      if (controllerOf({ metadata })?.kind === 'DaemonSet') continue;
      await client.delete(podKind, { namespace: metadata.namespace, name: metadata.name });
    }
  },
});

/** The machine goes on, but nobody hears of it any more: no heartbeats, no pod status. */
export const failNode = nodeVerb('failNode', {
  says: 'silence node',
  run: (client, name) => annotate(client, name, 'true'),
});

export const recoverNode = nodeVerb('recoverNode', {
  says: 'bring back node',
  run: (client, name) => annotate(client, name, null),
});

async function setUnschedulable(
  client: Client,
  name: string,
  unschedulable: true | null,
): Promise<void> {
  await client.patch(nodeKind, { name }, { type: 'merge', body: { spec: { unschedulable } } });
}

async function annotate(client: Client, name: string, value: string | null): Promise<void> {
  await client.patch(
    nodeKind,
    { name },
    { type: 'merge', body: { metadata: { annotations: { [SILENT]: value } } } },
  );
}

const taintShape = fields({
  doc: 'taints of a node',
  required: { node: nodeName },
  optional: {
    add: list(taintText, { doc: 'Taints to add; one with the same key and effect is replaced.' }),
    remove: list(text({ doc: 'a key, or key:Effect' }), {
      doc: 'Taints to remove, as key or key:Effect.',
    }),
  },
});

export const taint: Verb<ValueOf<typeof taintShape>> = {
  name: 'taint',
  shape: taintShape,
  foresee(args, world, node, checker) {
    checkNode(args.node, world, node, checker);
    if (args.add === undefined && args.remove === undefined) {
      checker.problem(node, 'taint changes nothing; expected "add" or "remove"');
    }
  },
  summary: ({ node, add = [], remove = [] }) =>
    `taint ${node} ${[...add, ...remove.map((taint) => `${taint}-`)].join(' ')}`,
  async run({ node: name, add = [], remove = [] }, { client }) {
    const node = await client.get(nodeKind, { name });
    const taints = withTaints(node.spec.taints ?? [], add.map(parseTaint), remove);
    const body = { metadata: { resourceVersion: node.metadata.resourceVersion }, spec: { taints } };
    await client.patch(nodeKind, { name }, { type: 'merge', body });
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
