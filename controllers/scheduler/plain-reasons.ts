/** What a filter has against a node, in plain words with amounts, rather than in those of the event. */
import { findUntoleratedTaint, hostPortsCollide, schedulingEffects } from '#kinds';
import { keyOf, quantityOf } from '#values';
import type { ClusterCache } from './cluster-cache.ts';
import { untolerated } from './messages.ts';
import type { NodeInfo } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import type { Refusal } from './refusals.ts';

type Words = (candidate: Candidate, node: NodeInfo, cluster: ClusterCache) => string | undefined;

/** By reason, as filters give it; others are said as they are. */
const words: Readonly<Record<string, Words>> = {
  'node(s) were unschedulable': () => 'it is cordoned',
  "node(s) didn't match Pod's node affinity/selector": ({ pod, nodeNames }, { node }) => {
    if (nodeNames?.includes(node.metadata.name) === false)
      return `the pod is for ${nodeNames.join(', ')} only`;
    const labels = node.metadata.labels ?? {};
    const missing = Object.entries(pod.spec.nodeSelector ?? {}).filter(
      ([name, value]) => labels[name] !== value,
    );
    if (missing.length === 0) return 'the node affinity of the pod does not match it';
    const lacking = missing.map(([name, value]) => `${name}=${value}`).join(', ');
    return `it lacks the label ${lacking} of the node selector`;
  },
  "node(s) didn't have free ports for the requested pod ports": ({ load }, { node }, cluster) => {
    for (const { pod, load: other } of cluster.pods.on(node.metadata.name)) {
      const taken = load.hostPorts.find((port) =>
        other.hostPorts.some((each) => hostPortsCollide(port, each)),
      );
      if (taken) return `host port ${taken.port}/${taken.protocol} is taken by Pod ${keyOf(pod)}`;
    }
    return undefined;
  },
  'Too many pods': (_, { podCount, allocatable }) =>
    `it has ${podCount} of at most ${allocatable['pods'] ?? 0} pods`,
};

/** All that the first filter that rejects the node has against it. */
export function plainly(
  { reasons }: Refusal,
  candidate: Candidate,
  node: NodeInfo,
  cluster: ClusterCache,
): string {
  return reasons
    .map((reason) => {
      const short = /^Insufficient (.+)$/.exec(reason)?.[1];
      if (short !== undefined) return shortageText(short, candidate, node);
      if (reason.startsWith(untolerated)) return taintText(candidate, node);
      return words[reason]?.(candidate, node, cluster) ?? reason.replace(/^node\(s\) /, 'it ');
    })
    .join(', ');
}

function shortageText(
  resource: string,
  { load }: Candidate,
  { allocatable, requested }: NodeInfo,
): string {
  const all = allocatable[resource] ?? 0;
  const free = Math.max(0, all - (requested[resource] ?? 0));
  const [ofAll, left, request] = [all, free, load.requests[resource] ?? 0].map((amount) =>
    amountText(resource, amount),
  );
  return `${left} of ${ofAll} ${resource} is free, the pod requests ${request}`;
}

function taintText({ pod }: Candidate, { node }: NodeInfo): string {
  const taint = findUntoleratedTaint(node.spec.taints, pod.spec.tolerations, schedulingEffects)!;
  const value = taint.value ? `=${taint.value}` : '';
  return `the pod does not tolerate its taint ${taint.key}${value}:${taint.effect}`;
}

/** As people write it: `500m`, `2`, `64Mi`. */
export function amountText(resource: string, amount: number): string {
  if (resource === 'cpu') return quantityOf(amount, -3).toString();
  const isBytes = resource === 'memory' || resource.endsWith('storage');
  return quantityOf(amount, 0, isBytes ? 'BinarySI' : 'DecimalSI').toString();
}
