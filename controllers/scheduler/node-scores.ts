/** The scores that depend on the node alone. */
import { matchesNodeSelectorTerm, tolerationsTolerateTaint } from '#kinds';
import type { Candidate } from './pod-info.ts';
import type { NodeScore } from './plugin.ts';

const MAX = 100;

const taintToleration: NodeScore = {
  name: 'TaintToleration',
  weight: 3,
  scale: 'least is best',
  rate({ pod }, { node }) {
    let untolerated = 0;
    for (const taint of node.spec.taints ?? []) {
      if (taint.effect !== 'PreferNoSchedule') continue;
      if (!tolerationsTolerateTaint(pod.spec.tolerations, taint)) untolerated++;
    }
    return untolerated;
  },
};

const nodeAffinity: NodeScore = {
  name: 'NodeAffinity',
  weight: 2,
  scale: 'most is best',
  concerns: (candidate) => preferredTerms(candidate).length > 0,
  rate(candidate, { node }) {
    let sum = 0;
    for (const { weight, preference } of preferredTerms(candidate)) {
      if (matchesNodeSelectorTerm(preference, node)) sum += weight;
    }
    return sum;
  },
};

/** Mean over CPU and memory of what would still be free, in percent. */
const leastAllocated: NodeScore = {
  name: 'NodeResourcesFit',
  weight: 1,
  rate({ load }, { allocatable, scored }) {
    const cpu = freePercent(allocatable['cpu'], scored.cpu + load.scored.cpu);
    const memory = freePercent(allocatable['memory'], scored.memory + load.scored.memory);
    if (cpu === undefined || memory === undefined) return cpu ?? memory ?? 0;
    return Math.trunc((cpu + memory) / 2);
  },
};

/** How evenly CPU and memory would be taken. */
const balancedAllocation: NodeScore = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  rate({ load: { requests } }, { allocatable, requested }) {
    const fraction = (resource: string): number => {
      const taken = (requested[resource] ?? 0) + (requests[resource] ?? 0);
      const available = allocatable[resource] ?? 0;
      return available === 0 ? 1 : Math.min(taken / available, 1);
    };
    const deviation = Math.abs(fraction('cpu') - fraction('memory')) / 2;
    return Math.trunc((1 - deviation) * MAX);
  },
};

export const nodeScores: readonly NodeScore[] = [
  balancedAllocation,
  leastAllocated,
  nodeAffinity,
  taintToleration,
];

function freePercent(capacity: number | undefined, used: number): number | undefined {
  if (!capacity) return undefined;
  return used > capacity ? 0 : Math.trunc(((capacity - used) * MAX) / capacity);
}

function preferredTerms({ pod }: Candidate) {
  return pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
}
