/**
 * What one pass works on: the set, its pods by node, and for every node whether the set
 * belongs there. Computed once, then read by manage, rolling update and status.
 */
import { isPodTerminal, type Profile } from '#kinds';
import type { DaemonSet, Node, Pod } from '#types';
import { daemonTolerations, eligibility, type Eligibility } from './eligibility.ts';
import { groupByNode, isTerminating, templateGeneration } from './pods.ts';

export interface NodeView {
  readonly node: Node;
  readonly eligibility: Eligibility;
  /** Claimed pods on it or meant for it, terminating and failed ones included. */
  readonly pods: readonly Pod[];
}

/** A node that does not exist, though pods name it. */
export interface LostNode {
  readonly name: string;
  readonly pods: readonly Pod[];
}

export interface DaemonSetView {
  readonly set: DaemonSet;
  /** Hash of the current revision. */
  readonly hash: string;
  /** The deprecated template generation, if the annotation holds a number. */
  readonly generation: string | undefined;
  readonly nodes: readonly NodeView[];
  /** Claimed pods on, or meant for, nodes that do not exist. */
  readonly lost: readonly LostNode[];
  /** Nodes that should run a pod. */
  readonly desired: number;
  /** Virtual time, ms. */
  readonly now: number;
  readonly profile: Profile;
}

const NONE: readonly Pod[] = [];

/** Returns whether a pod has ended and is being deleted: only a finalizer keeps it. */
function isLeaving(pod: Pod): boolean {
  return isPodTerminal(pod) && isTerminating(pod);
}

/** Observes: `pods` are those the set has claimed. */
export function observe(
  set: DaemonSet,
  hash: string,
  nodes: readonly Node[],
  pods: readonly Pod[],
  now: number,
  profile: Profile,
): DaemonSetView {
  const byNode = groupByNode(
    profile.enabled('EndedDaemonsLeaveNodes') ? pods.filter((pod) => !isLeaving(pod)) : pods,
  );
  const tolerations = daemonTolerations(set.spec.template.spec);
  const known = new Set<string>();
  let desired = 0;
  const views = nodes.map((node): NodeView => {
    const { name } = node.metadata;
    known.add(name);
    const decision = eligibility(node, set.spec.template.spec, tolerations);
    if (decision.shouldRun) desired += 1;
    return { node, eligibility: decision, pods: byNode.get(name) ?? NONE };
  });
  const lost: LostNode[] = [];
  for (const [name, group] of byNode) if (!known.has(name)) lost.push({ name, pods: group });
  const generation = templateGeneration(set);
  return { set, hash, generation, nodes: views, lost, desired, now, profile };
}
