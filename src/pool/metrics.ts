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
  quantityOf,
  type ExactQuantity,
  type Kind,
  type KubeObject,
  type Node,
  type NodeMetrics,
  type Pod,
  type PodMetrics,
} from '#kinds';
import type { Client } from '#runtime';
import { behaviourOf, isSilent } from './annotations.ts';
import { readShares } from './load.ts';

/** The span that a measurement covers. */
const WINDOW = '15s';

/** Metrics of the pods that have any; `now` is the moment of the measurement. */
export async function listPodMetrics(
  client: Client,
  now: Millis,
  namespace: string | undefined,
): Promise<readonly PodMetrics[]> {
  const [uses, nodes] = await Promise.all([readUses(client, namespace), client.list(nodeKind)]);
  const answering = new Set(nodes.items.filter((node) => !isSilent(node)).map(nameOf));
  return uses.filter(({ node }) => answering.has(node)).map((use) => metricsOf(use, now));
}

/** Metrics of the nodes that answer: the sum of what their pods use. */
export async function listNodeMetrics(
  client: Client,
  now: Millis,
): Promise<readonly NodeMetrics[]> {
  const [uses, nodes] = await Promise.all([readUses(client, undefined), client.list(nodeKind)]);
  const usage = new Map<string, { cpu: ExactQuantity; memory: ExactQuantity }>();
  for (const { node, cpu, memory } of uses) {
    const sum = usage.get(node) ?? nothing;
    usage.set(node, { cpu: sum.cpu.add(cpu), memory: sum.memory.add(memory) });
  }
  return nodes.items
    .filter((node) => !isSilent(node))
    .map(({ metadata: { name, labels } }) => {
      const { cpu, memory } = usage.get(name) ?? nothing;
      return {
        ...head(nodeMetrics, now),
        metadata: identity({ name, labels }, now),
        usage: { cpu: cpu.toString(), memory: memory.toString() },
      };
    });
}

const nothing = { cpu: quantityOf(0), memory: quantityOf(0) };

/** What a running pod uses. */
interface Use {
  readonly pod: Pod;
  readonly node: string;
  readonly cpu: ExactQuantity;
  readonly memory: ExactQuantity;
}

/** Of running pods that say what they use, or that are under load, wherever they run. */
async function readUses(client: Client, namespace: string | undefined): Promise<readonly Use[]> {
  const { items: pods } = await client.list(podKind, { namespace });
  const shares = await readShares(client, pods, namespace);
  const uses: Use[] = [];
  for (const pod of pods) {
    const node = pod.spec.nodeName;
    if (!node || pod.status.phase !== 'Running') continue;
    const { cpu: text, memory } = behaviourOf(pod);
    const share = shares.get(pod.metadata.uid);
    const own = text === undefined ? undefined : parseQuantity(text);
    const cpu = own === undefined || share === undefined ? (own ?? share) : own.add(share);
    if (cpu !== undefined) uses.push({ pod, node, cpu, memory: parseQuantity(memory) });
  }
  return uses;
}

/** All of it is booked on the first container. */
function metricsOf({ pod, cpu, memory }: Use, now: Millis): PodMetrics {
  const { name, namespace, labels } = pod.metadata;
  const [first, ...others] = pod.spec.containers.map((container) => container.name);
  return {
    ...head(podMetrics, now),
    metadata: identity({ name, namespace, labels }, now),
    containers: [
      { name: first!, usage: { cpu: cpu.toString(), memory: memory.toString() } },
      ...others.map((other) => ({ name: other, usage: { cpu: '0', memory: '0' } })),
    ],
  };
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
