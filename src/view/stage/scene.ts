/** What a stage shows at a moment: nodes, pods, and what stands above them. */
import { awaitedPod } from '#controllers';
import {
  bucketOf,
  cronJob,
  daemonSet,
  deployment,
  endpoints,
  horizontalPodAutoscaler,
  job,
  node as nodeKind,
  pod as podKind,
  podRequests,
  replicaSet,
  replicationController,
  resourceAmounts,
  resourceQuota,
  statefulSet,
  type Profile,
} from '#kinds';
import { controllerOf, keyOf, parseTime, type KubeObject } from '#values';
import type { Node, Pod, StatefulSet } from '#types';
import { isOff, isSilent } from '#pool';
import type { Past } from '#store';
import { stateOf, type PodState } from '../pod-state.ts';
import { MovingLists } from '../moving-lists.ts';
import { PodHeaps, type Heap } from './heaps.ts';
import { PodLives, type Lives } from './lives.ts';
import { ownerBox, type Owner } from './owners.ts';
import { ownerOf, Versions, type Version } from './versions.ts';

export interface StagePod {
  readonly key: string;
  readonly state: PodState;
  /** In words: `CrashLoopBackOff`, `Ready`. */
  readonly text: string;
  /** It is terminating, and its condition Ready is still True. */
  readonly isStillReady: boolean;
  /** The number of its version in {@link Scene.versions}. */
  readonly version: number;
  /** Its controller, as `ReplicaSet default/web-5d8`; absent where it has none. */
  readonly owner?: string;
  /** The number of its node in {@link Scene.nodes}; absent while it has none. */
  readonly node?: number;
  /** Its place on the node, from 0. */
  readonly place: number;
  /** Requested, in millicores. */
  readonly cpu: number;
  readonly address?: string;
  /** Virtual ms since the start. */
  readonly createdAtMs: number;
}

export type NodeState = 'ready' | 'notReady' | 'unreachable' | 'removed';

export interface StageNode {
  readonly name: string;
  readonly state: NodeState;
  readonly cordoned: boolean;
  /** `maintenance=true:NoExecute`; without those that a control plane sets for states of nodes. */
  readonly taints: readonly string[];
  /** Since when its machine renews no lease, virtual ms since the start; absent while it does. */
  readonly silentSinceMs?: number;
  /** Allocatable, in millicores. */
  readonly cpu: number;
}

export interface Scene {
  readonly nodes: readonly StageNode[];
  readonly versions: readonly Version[];
  /** Absent where there are more than {@link MOST_PODS}. */
  readonly pods?: readonly StagePod[];
  /** All pods, counted. */
  readonly heaps: readonly Heap[];
  readonly owners: readonly Owner[];
  /** How many places the fullest node of the run needs, as far as that is known. */
  readonly places: number;
}

/** More pods are not shown one by one. */
export const MOST_PODS = 260;
/** How many objects above the nodes are shown. */
const MOST_OWNERS = 60;
/** In a run of more writes the places of pods are not kept: to find them, all versions would be read. */
const MOST_WRITES = 60_000;

const owning = [
  resourceQuota,
  horizontalPodAutoscaler,
  cronJob,
  deployment,
  daemonSet,
  statefulSet,
  replicaSet,
  replicationController,
  job,
  endpoints,
];

const nodeBucket = bucketOf(nodeKind);
const podBucket = bucketOf(podKind);
const ownerBuckets = owning.map((kind) => bucketOf(kind as typeof podKind));

/** The stage at a moment that moves. */
export class MovingStage {
  readonly #past: Past;
  readonly #startMs: number;
  readonly #profile: Profile;
  readonly #lists: MovingLists;
  readonly #versions: Versions;
  readonly #lives: PodLives;
  readonly #heaps: PodHeaps;
  /** What was made of objects that are still shown. */
  #boxes = new WeakMap<KubeObject, Owner>();
  #shown = new WeakMap<Pod, Omit<StagePod, 'node' | 'place'>>();

  constructor(past: Past, startMs: number, profile: Profile) {
    this.#past = past;
    this.#profile = profile;
    this.#startMs = startMs;
    this.#lists = new MovingLists(past, [nodeBucket, podBucket, ...ownerBuckets]);
    this.#versions = new Versions(past);
    this.#lives = new PodLives(past, startMs, this.#versions);
    this.#heaps = new PodHeaps(this.#versions);
    this.#lists.follow(podBucket, this.#heaps);
  }

  /** The pods of the whole run; undefined where it is too long to tell. */
  lives(): Lives | undefined {
    if (!this.#isShort) return undefined;
    this.#versions.read();
    this.#lives.read();
    return this.#lives.lives;
  }

  at(revision: number): Scene {
    this.#versions.read();
    if (this.#isShort) this.#lives.read();
    this.#lists.moveTo(revision);
    const allNodes = this.#lists.list(nodeBucket) as readonly Node[];
    const boxes = new Map(
      allNodes.map((each) => [each.metadata.name, this.#nodeBox(each, revision)]),
    );
    for (const name of this.#heaps.nodes) {
      if (!boxes.has(name)) boxes.set(name, { ...gone, name });
    }
    const shownNodes = byName(boxes.values());
    const numbers = new Map(shownNodes.map(({ name }, at) => [name, at]));
    const isFew = this.#lists.size(podBucket) <= MOST_PODS;
    return {
      nodes: shownNodes,
      ...(isFew && { pods: this.#placed(numbers) }),
      heaps: this.#heaps.list(numbers),
      versions: this.#versions.all,
      owners: this.#owners(isFew ? revision : undefined),
      places: this.#lives.places,
    };
  }

  get #isShort(): boolean {
    return this.#past.revision <= MOST_WRITES;
  }

  #podBox(each: Pod): Omit<StagePod, 'node' | 'place'> {
    const known = this.#shown.get(each);
    if (known !== undefined) return known;
    const [state, text] = stateOf(each);
    const owner = ownerOf(each);
    const { podIP, conditions } = each.status;
    const isReady = conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
    const box = {
      ...{ key: keyOf(each), state, text: reasonIn(each) ?? text },
      isStillReady: state === 'terminating' && isReady === true,
      version: this.#versions.of(each),
      ...(owner !== undefined && { owner }),
      cpu: podRequests(each.spec)['cpu'] ?? 0,
      ...(podIP !== undefined && { address: podIP }),
      createdAtMs: parseTime(each.metadata.creationTimestamp!) - this.#startMs,
    };
    this.#shown.set(each, box);
    return box;
  }

  #placed(numbers: ReadonlyMap<string, number>): StagePod[] {
    const pods = this.#lists.list(podBucket) as readonly Pod[];
    const next = new Map<number, number>();
    return pods.map((each) => {
      const node = numbers.get(each.spec.nodeName ?? '');
      const rank = next.get(node ?? -1) ?? 0;
      next.set(node ?? -1, rank + 1);
      const place = this.#isShort ? this.#lives.placeOf(each) : rank;
      return { ...this.#podBox(each), place, ...(node !== undefined && { node }) };
    });
  }

  #nodeBox(each: Node, revision: number): StageNode {
    const { metadata, spec, status } = each;
    const ready = status.conditions?.find(({ type }) => type === 'Ready')?.status;
    const silentSinceMs =
      isOff(each) || isSilent(each) ? this.#silentSince(each, revision) : undefined;
    return {
      name: metadata.name,
      state: ready === 'True' ? 'ready' : ready === 'Unknown' ? 'unreachable' : 'notReady',
      cordoned: spec.unschedulable === true,
      taints: (spec.taints ?? [])
        .filter(({ key }) => !key.startsWith('node.kubernetes.io/'))
        .map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`),
      ...(silentSinceMs !== undefined && { silentSinceMs }),
      cpu: resourceAmounts(status.allocatable)['cpu'] ?? 0,
    };
  }

  /** When its machine was switched off, or cut off. */
  #silentSince({ metadata: { name } }: Node, revision: number): number | undefined {
    let since: number | undefined;
    for (const { time, value } of this.#past.changesOf(nodeBucket, name, revision)) {
      if (!isOff(value as Node) && !isSilent(value as Node)) break;
      since = time - this.#startMs;
    }
    return since;
  }

  /** @param revision of the moment, where pods are shown one by one */
  #owners(revision: number | undefined): Owner[] {
    const shown: Owner[] = [];
    for (const bucket of ownerBuckets) {
      for (const each of this.#lists.list(bucket)) {
        const box = this.#boxes.get(each) ?? ownerBox(each);
        if (box === undefined) continue;
        this.#boxes.set(each, box);
        const awaited = revision === undefined ? undefined : this.#awaited(each, revision);
        shown.push(awaited === undefined ? box : { ...box, waitsFor: keyOf(awaited) });
      }
    }
    return shown.slice(0, MOST_OWNERS);
  }

  #awaited(object: KubeObject, revision: number): Pod | undefined {
    if (object.kind !== 'StatefulSet') return undefined;
    const { uid } = object.metadata;
    const pods = (this.#lists.list(podBucket) as readonly Pod[]).filter(
      (each) => controllerOf(each)?.uid === uid,
    );
    const now = this.#past.timeOf(revision) ?? this.#startMs;
    return awaitedPod(object as StatefulSet, pods, now, this.#profile);
  }
}

const gone: StageNode = { name: '', state: 'removed', cordoned: false, taints: [], cpu: 0 };

/** Numbers in names by their value: node-2 stands before node-10. */
function byName(nodes: Iterable<StageNode>): StageNode[] {
  return Array.from(nodes, (node) => {
    const [, name = '', number = ''] = /^(.*?)(\d{0,15})$/.exec(node.name)!;
    return { node, name, number: Number(number) };
  })
    .sort((a, b) => (a.name === b.name ? a.number - b.number : a.name < b.name ? -1 : 1))
    .map(({ node }) => node);
}

/** Why it is not scheduled, where the scheduler has said so. */
function reasonIn({ spec, status }: Pod): string | undefined {
  if (spec.nodeName) return undefined;
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.status === 'False' ? scheduled.reason : undefined;
}
