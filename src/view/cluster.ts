/** Nodes and pods at a moment. */
import { bucketOf, getPodCondition, node, pod, type KubeObject, type Node, type Pod } from '#kinds';
import type { Past } from '#store';
import { MovingList } from './moving-list.ts';

export type PodState =
  | 'waiting' // not on a node
  | 'starting'
  | 'running' // but not ready
  | 'ready'
  | 'terminating'
  | 'failing' // restarts, or cannot start
  | 'succeeded'
  | 'failed';

export interface PodBox {
  readonly key: string;
  readonly state: PodState;
  /** In words: `CrashLoopBackOff`, `Running`. */
  readonly text: string;
  /** The kind and name of its controller. */
  readonly owner?: string;
}

export interface NodeBox {
  readonly name: string;
  readonly ready: boolean;
  /** New pods are kept away. */
  readonly cordoned: boolean;
  /** `maintenance=true:NoExecute` */
  readonly taints: readonly string[];
  readonly pods: readonly PodBox[];
}

export interface ClusterView {
  readonly nodes: readonly NodeBox[];
  /** Pods on no node, or on one that is gone. */
  readonly elsewhere: readonly PodBox[];
}

/** The cluster at a moment that moves. */
export class MovingCluster {
  readonly #nodes: MovingList;
  readonly #pods: MovingList;
  /** Of the pods that were shown last. */
  #boxes = new Map<KubeObject, PodBox>();

  constructor(past: Past) {
    this.#nodes = new MovingList(past, bucketOf(node));
    this.#pods = new MovingList(past, bucketOf(pod));
  }

  at(revision: number): ClusterView {
    const nodes = this.#nodes.at(revision) as readonly Node[];
    const onNode = new Map<string, PodBox[]>(nodes.map(({ metadata }) => [metadata.name, []]));
    const elsewhere: PodBox[] = [];
    const boxes = new Map<KubeObject, PodBox>();
    for (const each of this.#pods.at(revision) as readonly Pod[]) {
      const box = this.#boxes.get(each) ?? podBox(each);
      boxes.set(each, box);
      (onNode.get(each.spec.nodeName ?? '') ?? elsewhere).push(box);
    }
    this.#boxes = boxes;
    return {
      nodes: nodes.map((each) => nodeBox(each, onNode.get(each.metadata.name)!)),
      elsewhere,
    };
  }
}

function nodeBox({ metadata: { name }, spec, status }: Node, pods: readonly PodBox[]): NodeBox {
  return {
    name,
    ready:
      status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true,
    cordoned: spec.unschedulable === true,
    taints: (spec.taints ?? []).map(
      ({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`,
    ),
    pods,
  };
}

export function podBox(each: Pod): PodBox {
  const { namespace, name, ownerReferences } = each.metadata;
  const owner = ownerReferences?.find(({ controller }) => controller === true);
  const [state, text] = stateOf(each);
  return {
    key: `${namespace}/${name}`,
    state,
    text,
    ...(owner && { owner: `${owner.kind} ${owner.name}` }),
  };
}

export function stateOf(each: Pod): [PodState, string] {
  const { phase = 'Pending', containerStatuses = [], reason } = each.status;
  if (each.metadata.deletionTimestamp != null) return ['terminating', 'Terminating'];
  if (phase === 'Succeeded') return ['succeeded', 'Succeeded'];
  if (phase === 'Failed') return ['failed', reason ?? 'Failed'];
  const waiting = containerStatuses.find(({ state }) => state?.waiting)?.state?.waiting?.reason;
  if (waiting !== undefined && waiting !== 'ContainerCreating' && waiting !== 'PodInitializing') {
    return ['failing', waiting];
  }
  if (!each.spec.nodeName) return ['waiting', 'Pending'];
  if (phase === 'Pending') return ['starting', waiting ?? 'Pending'];
  if (getPodCondition(each, 'Ready')?.status === 'True') return ['ready', 'Ready'];
  return ['running', 'Running, not ready'];
}
