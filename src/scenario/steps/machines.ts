/** Steps about the machines themselves: off, disconnected, back again. */
import { node as nodeKind } from '#kinds';
import { OFF, SILENT } from '#pool';
import type { Client } from '#runtime';
import {
  checkTarget,
  nodeTarget,
  resolveNodes,
  targetText,
  type NodeTarget,
} from '../shape/node-target.ts';
import { done, type Verb } from '../step.ts';

/** The machine is off: it reports nothing, and its containers are dead. */
export const failNode = machineVerb('failNode', 'fail', { [OFF]: 'true' });

/** The machine keeps running its pods, but it is disconnected from the control plane. */
export const partitionNode = machineVerb('partitionNode', 'cut off', { [SILENT]: 'true' });

/** Back from either: a machine that was off restarts, one that was disconnected reports. */
export const recoverNode = machineVerb('recoverNode', 'bring back', {
  [OFF]: null,
  [SILENT]: null,
});

function machineVerb(
  name: string,
  verbText: string,
  annotations: Readonly<Record<string, string | null>>,
): Verb<NodeTarget> {
  return {
    name,
    shape: nodeTarget('the node, or which nodes', {}),
    checkWorld: checkTarget,
    summary: (target) => `${verbText} ${targetText(target)}`,
    async run(target, { client }) {
      const names = await resolveNodes(target, client);
      await Promise.all(names.map((each) => annotate(client, each, annotations)));
      return done;
    },
  };
}

async function annotate(
  client: Client,
  name: string,
  annotations: Readonly<Record<string, string | null>>,
): Promise<void> {
  const body = { metadata: { annotations } };
  await client.patch(nodeKind, { name }, { type: 'merge', body });
}
