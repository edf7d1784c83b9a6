/** What a metrics server would measure on the pool's machines, worked out when it is asked. */
import type { Millis } from '#clock';
import {
  apiVersionOf,
  formatTime,
  node as nodeKind,
  nodeMetrics,
  parseQuantity,
  pod as podKind,
  podMetrics,
  type Kind,
  type KubeObject,
  type Node,
  type NodeMetrics,
  type Pod,
  type PodMetrics,
} from '#kinds';
import type { Client } from '#runtime';
import { behaviourOf, isSilent } from './annotations.ts';

/** The span that a measurement covers. */
const WINDOW = '15s';

/** Metrics of the pods that have any; `now` is the moment of the measurement. */
export async function listPodMetrics(
  client: Client,
  now: Millis,
  namespace: string | undefined,
): Promise<readonly PodMetrics[]> {
  const [pods, nodes] = await Promise.all([
    client.list(podKind, { namespace }),
    client.list(nodeKind),
  ]);
  return measure(pods.items, nodes.items, now);
}

/** Metrics of the nodes that answer: the sum of what their pods use. */
export async function listNodeMetrics(
  client: Client,
  now: Millis,
): Promise<readonly NodeMetrics[]> {
  const [pods, nodes] = await Promise.all([client.list(podKind), client.list(nodeKind)]);
  const usage = new Map<string, { cpu: string; memory: string }>();
  for (const { node, cpu, memory } of usesOf(pods.items)) {
    const sum = usage.get(node) ?? { cpu: '0', memory: '0' };
    usage.set(node, { cpu: plus(sum.cpu, cpu), memory: plus(sum.memory, memory) });
  }
  return nodes.items
    .filter((node) => !isSilent(node))
    .map(({ metadata: { name, labels } }) => ({
      ...head(nodeMetrics, now),
      metadata: identity({ name, labels }, now),
      usage: usage.get(name) ?? { cpu: '0', memory: '0' },
    }));
}

/** Running pods that say what they use, on machines that answer. */
function measure(pods: readonly Pod[], nodes: readonly Node[], now: Millis): readonly PodMetrics[] {
  const answering = new Set(nodes.filter((node) => !isSilent(node)).map(nameOf));
  return usesOf(pods)
    .filter(({ node }) => answering.has(node))
    .map(({ pod, cpu, memory }) => {
      const { name, namespace, labels } = pod.metadata;
      const [first, ...others] = pod.spec.containers.map((container) => container.name);
      const nothing = { cpu: '0', memory: '0' };
      return {
        ...head(podMetrics, now),
        metadata: identity({ name, namespace, labels }, now),
        // All of it is booked on the first container.
        containers: [
          { name: first!, usage: { cpu, memory } },
          ...others.map((other) => ({ name: other, usage: nothing })),
        ],
      };
    });
}

interface Use {
  readonly pod: Pod;
  readonly node: string;
  readonly cpu: string;
  readonly memory: string;
}

function usesOf(pods: readonly Pod[]): readonly Use[] {
  return pods.flatMap((pod) => {
    const { cpu, memory } = behaviourOf(pod);
    const node = pod.spec.nodeName;
    if (cpu === undefined || !node || pod.status.phase !== 'Running') return [];
    return [{ pod, node, cpu, memory }];
  });
}

function plus(a: string, b: string): string {
  return parseQuantity(a).add(parseQuantity(b)).toString();
}

function nameOf({ metadata }: Node): string {
  return metadata.name;
}

function head<T extends KubeObject>(
  kind: Kind<T>,
  now: Millis,
): { apiVersion: string; kind: string; timestamp: string; window: string } {
  const timestamp = formatTime(now);
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, timestamp, window: WINDOW };
}

/** Nothing is stored, so there is neither uid nor version. */
function identity(
  metadata: Pick<KubeObject['metadata'], 'name' | 'namespace' | 'labels'>,
  now: Millis,
): KubeObject['metadata'] {
  const computed = { ...metadata, creationTimestamp: formatTime(now) };
  return computed as KubeObject['metadata'];
}
