/** Steps of the day on which a cluster gets another release of Kubernetes. */
import { node as nodeKind, profileAfter, type Profile } from '#kinds';
import type { Client } from '#runtime';
import { isScalar, type Node } from '../source/node.ts';
import type { Checker } from '../shape/checker.ts';
import { fields } from '../shape/fields.ts';
import { shortFor } from '../shape/short-for.ts';
import { checkTarget, nodeTarget, resolveNodes, targetText } from '../shape/node-target.ts';
import { release } from '../shape/release.ts';
import { duration, flag, mapOf, text, type Shape, type ValueOf } from '../shape/shape.ts';
import { done, type ReleaseMove, type StepOutcome, type StepTools, type Verb } from '../step.ts';
import type { World } from '../world.ts';
import { emptyNode, TIMEOUT_MS } from './drain.ts';
import { setUnschedulable } from './nodes.ts';
import { pause } from './pause.ts';

/** How long each release runs on the way to a later one. */
const EVERY_MS = 60_000;

const drained = 'drained';
const inPlace = flag({
  doc: 'true: the kubelets restart as the new release, and pods keep running.',
});
const oneByOne = text({
  doc: 'drained: one node after the other is drained, gets the new release, and is uncordoned.',
  oneOf: [drained],
});

const whichWay: Shape<boolean | string> = {
  schema: {
    description: 'Whether the nodes follow, and how. Default: they keep their release.',
    anyOf: [inPlace.schema, oneByOne.schema],
  },
  check(node, checker) {
    const isFlag = isScalar(node) && typeof node.value === 'boolean';
    return isFlag ? inPlace.check(node, checker) : oneByOne.check(node, checker);
  },
};

const gates = mapOf(flag({ doc: 'on or off' }), {
  doc: 'Feature gates that are set with it. Those that were set before stay set, as far as the release has them.',
});

const force = flag({
  doc: 'Whether it may skip minor releases, which Kubernetes does not support.',
});

const to = release({ doc: "The release of Kubernetes, such as '1.31', or latest." });

const upgradeShape = shortFor(
  fields({
    doc: 'an upgrade of the control plane',
    required: { to },
    optional: {
      through: text({
        doc: 'all: each minor release on the way runs for a while.',
        oneOf: ['all'],
      }),
      every: duration({ doc: 'How long each release on the way runs. Default: 1m.' }),
      nodes: whichWay,
      featureGates: gates,
      force,
    },
  }),
  'to',
  to,
);

const downgradeShape = shortFor(
  fields({
    doc: 'a downgrade of the control plane',
    required: { to },
    optional: { nodes: whichWay, featureGates: gates, force },
  }),
  'to',
  to,
);

type Upgrade = ValueOf<typeof upgradeShape>;
type Downgrade = ValueOf<typeof downgradeShape>;

export const upgrade: Verb<Upgrade> = {
  name: 'upgrade',
  shape: upgradeShape,
  checkWorld(args, world, node, checker) {
    const problem = upgradeRule(world.profile, args);
    if (problem !== undefined) checker.problem(node, problem);
    const { minor } = world.profile;
    for (const to of args.through === undefined ? [] : between(minor, args.to))
      noteMove({ to }, world, node, checker);
    noteMove(args, world, node, checker);
  },
  summary: ({ to, through }) =>
    `upgrade the control plane to v1.${to}${through === undefined ? '' : ', one minor at a time'}`,
  moves: ({ to, featureGates }) => ({ to, featureGates }),
  async run({ to, through, every = EVERY_MS, nodes, featureGates }, tools) {
    const { minor } = tools.kinds.profile;
    for (let next = through === undefined ? to : minor + 1; next <= to; next++) {
      const isLast = next === to;
      const outcome = await move(next, { nodes, ...(isLast && { featureGates }) }, tools);
      if (!outcome.ok) return outcome;
      if (!isLast) await pause(tools.clock, every, `upgrade to v1.${next + 1}`);
    }
    return done;
  },
};

/** As an administrator who goes back: what the later release has stored is read by the earlier one. */
export const downgrade: Verb<Downgrade> = {
  name: 'downgrade',
  shape: downgradeShape,
  checkWorld(args, world, node, checker) {
    const problem = downgradeRule(world.profile, args);
    if (problem !== undefined) checker.problem(node, problem);
    noteMove(args, world, node, checker);
  },
  summary: ({ to }) => `downgrade the control plane to v1.${to}`,
  moves: ({ to, featureGates }) => ({ to, featureGates }),
  run: ({ to, ...how }, tools) => move(to, how, tools),
};

function upgradeRule({ minor }: Profile, { to, through, force: isForced }: Upgrade) {
  if (to <= minor) return `v1.${to} is not later than v1.${minor}, which runs at this point`;
  if (to === minor + 1 || through !== undefined || isForced === true) return undefined;
  return `v1.${minor} is upgraded to v1.${minor + 1}: no minor is skipped; "through: all" goes to v1.${to} one by one, "force: true" skips`;
}

function downgradeRule({ minor }: Profile, { to, force: isForced }: Downgrade) {
  if (to >= minor) return `v1.${to} is not earlier than v1.${minor}, which runs at this point`;
  if (to === minor - 1 || isForced === true) return undefined;
  return `v1.${minor} goes back to v1.${minor - 1} at most; "force: true" goes further`;
}

/** Returns the minors between two. */
function between(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index);
}

/** Notes the release that the cluster has then; its gates may be a problem. */
function noteMove(
  { to, featureGates }: ReleaseMove,
  world: World,
  node: Node,
  checker: Checker,
): void {
  try {
    world.move(profileAfter(world.profile, to, featureGates));
  } catch (error) {
    checker.problem(node, `${(error as RangeError).message} (Kubernetes 1.${to})`);
  }
}

/** How the control plane moves. */
interface Way {
  readonly nodes?: boolean | string | undefined;
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
}

/** The control plane moves; nodes follow where they are to. */
async function move(
  minor: number,
  { nodes = false, featureGates }: Way,
  tools: StepTools,
): Promise<StepOutcome> {
  await tools.machinery.move(profileAfter(tools.kinds.profile, minor, featureGates));
  if (nodes === false) return done;
  const { items } = await tools.client.list(nodeKind);
  const names = items.map(({ metadata }) => metadata.name);
  return follow(names, nodes === drained, tools);
}

const nodesShape = nodeTarget(
  'the node that gets the release of the control plane, or which nodes',
  {
    drain: flag({ doc: 'Whether each is drained before, and uncordoned after. Default: true.' }),
  },
);

/** Node by node. */
export const upgradeNodes: Verb<ValueOf<typeof nodesShape>> = {
  name: 'upgradeNodes',
  shape: nodesShape,
  checkWorld: checkTarget,
  summary: (target) => `upgrade ${targetText(target)}`,
  async run({ drain = true, ...target }, tools) {
    return follow(await resolveNodes(target, tools.client), drain, tools);
  },
};

async function follow(
  names: readonly string[],
  isDrained: boolean,
  { client, clock, kinds }: StepTools,
): Promise<StepOutcome> {
  for (const name of names) {
    if (isDrained) {
      await setUnschedulable(client, name, true);
      const deadline = clock.now() + TIMEOUT_MS;
      const outcome = await emptyNode(name, { client, clock, deadline });
      if (!outcome.ok) return outcome;
    }
    await replaceKubelet(client, name, kinds.profile);
    if (isDrained) await setUnschedulable(client, name, null);
  }
  return done;
}

/** The kubelet restarts as another release, and says so. */
async function replaceKubelet(
  client: Client,
  name: string,
  { release: { gitVersion } }: Profile,
): Promise<void> {
  const nodeInfo = { kubeletVersion: gitVersion, kubeProxyVersion: gitVersion };
  const body = { status: { nodeInfo } };
  await client.patch(nodeKind, { name }, { type: 'merge', body }, { subresource: 'status' });
}
