/**
 * The filters that depend on the node alone. Their names, their order and the texts are those of the
 * v1.24 plugins. The first that rejects a node decides what is said about it (kubernetes#114518).
 */
import {
  findUntoleratedTaint,
  hostPortsCollide,
  matchesRequiredNodes,
  schedulingEffects,
  shortages,
  tolerationsTolerateTaint,
} from '#kinds';
import type { Taint } from '#types';
import { untolerated } from './messages.ts';
import type { Filter } from './plugin.ts';

const cordonTaint: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

const nodeUnschedulable: Filter = {
  name: 'NodeUnschedulable',
  unresolvable: true,
  reasons: ({ pod }, { node }) =>
    node.spec.unschedulable === true && !tolerationsTolerateTaint(pod.spec.tolerations, cordonTaint)
      ? ['node(s) were unschedulable']
      : undefined,
};

const nodeName: Filter = {
  name: 'NodeName',
  unresolvable: true,
  reasons: ({ pod }, { node }) =>
    pod.spec.nodeName && pod.spec.nodeName !== node.metadata.name
      ? ["node(s) didn't match the requested node name"]
      : undefined,
};

const taintToleration: Filter = {
  name: 'TaintToleration',
  unresolvable: true,
  reasons({ pod }, { node }) {
    const taint = findUntoleratedTaint(node.spec.taints, pod.spec.tolerations, schedulingEffects);
    if (taint === undefined) return undefined;
    return [`${untolerated} {${taint.key}: ${taint.value ?? ''}}`];
  },
};

const nodeAffinity: Filter = {
  name: 'NodeAffinity',
  unresolvable: true,
  reasons: ({ pod }, { node }) =>
    matchesRequiredNodes(pod.spec, node)
      ? undefined
      : ["node(s) didn't match Pod's node affinity/selector"],
};

const nodePorts: Filter = {
  name: 'NodePorts',
  unresolvable: false,
  reasons({ load }, { hostPorts }) {
    if (load.hostPorts.length === 0 || hostPorts.length === 0) return undefined;
    const taken = load.hostPorts.some((port) =>
      hostPorts.some((other) => hostPortsCollide(port, other)),
    );
    return taken ? ["node(s) didn't have free ports for the requested pod ports"] : undefined;
  },
};

const nodeResourcesFit: Filter = {
  name: 'NodeResourcesFit',
  unresolvable: false,
  reasons({ load: { requests } }, node) {
    const short = shortages(requests, node);
    const isFull = node.podCount + 1 > (node.allocatable['pods'] ?? 0);
    if (short.length === 0 && !isFull) return undefined;
    const reasons = short.map((resource) => `Insufficient ${resource}`);
    return isFull ? ['Too many pods', ...reasons] : reasons;
  },
};

/** In the order in which v1.24 runs them. */
export const nodeFilters: readonly Filter[] = [
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
];
