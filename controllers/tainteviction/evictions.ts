import type { Clock } from '#clock';
import { formatTime, isNotFound, keyOf, splitKey } from '#values';
import { pod as podKind, withDisruption, type Profile } from '#kinds';
import type { Node, Pod } from '#types';
import type { Client, EventTarget, Lister, ReconcileTools, WorkQueue } from '#runtime';
import { judge, judgeWithoutNode, noExecuteTaints, type Pending } from './judge.ts';

export interface EvictionsOptions {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly nodes: Lister<Node>;
  readonly pods: Lister<Pod>;
  /** Pods are its keys. */
  readonly queue: WorkQueue;
}

/** What was decided about a pod. */
interface Decided {
  readonly uid: string;
  /** The eviction to come; undefined once the pod has been deleted. */
  readonly pending: Pending | undefined;
}

const byTaint = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
};

/** Evicts pods, immediately or when their time is up. */
export class Evictions {
  readonly #options: EvictionsOptions;
  /** By pod; only those that something was decided about. */
  readonly #decided = new Map<string, Decided>();

  constructor(options: EvictionsOptions) {
    this.#options = options;
  }

  /** Has something been decided about the pod? */
  has(key: string): boolean {
    return this.#decided.has(key);
  }

  /** Might there be something to decide about the pod? */
  concern(pod: Pod): boolean {
    const { nodeName } = pod.spec;
    if (!nodeName) return false;
    const taints = this.#options.nodes.get(undefined, nodeName)?.spec.taints;
    return this.has(keyOf(pod)) || noExecuteTaints(taints).length > 0;
  }

  async reconcile(key: string, tools: ReconcileTools): Promise<void> {
    const { clock, nodes, pods } = this.#options;
    const pod = pods.getByKey(key);
    const known = this.#decided.get(key);
    if (known !== undefined && known.uid !== pod?.metadata.uid) this.#forget(key, tools);
    if (!pod?.spec.nodeName) return;
    const decided = this.#decided.get(key);
    if (decided !== undefined && decided.pending === undefined) return;
    const pending = decided?.pending;
    const now = clock.now();
    const node = nodes.get(undefined, pod.spec.nodeName);
    const verdict =
      node === undefined
        ? judgeWithoutNode(pending, now)
        : judge(pod.spec.tolerations, noExecuteTaints(node.spec.taints), pending, now);
    if (verdict.kind === 'evict') await this.#evict(key, pod, pending, tools);
    else if (verdict.kind === 'cancel') this.#forget(key, tools);
    else this.#wait(key, pod, verdict.kind === 'wait' ? verdict.pending : pending);
  }

  /** Also sets the wake-up again when another one, which came too early, has used it up. */
  #wait(key: string, pod: Pod, pending: Pending | undefined): void {
    if (pending === undefined) return;
    const { clock, queue } = this.#options;
    this.#decided.set(key, { uid: pod.metadata.uid, pending });
    queue.addAfter(key, pending.due - clock.now(), { timer: 'toleration ran out' });
  }

  async #evict(
    key: string,
    pod: Pod,
    pending: Pending | undefined,
    tools: ReconcileTools,
  ): Promise<void> {
    const { events } = tools;
    // A taint that is not tolerated at all comes before what is pending.
    if (pending !== undefined && pending.due > this.#options.clock.now()) this.#forget(key, tools);
    // Since when the pod was tolerating is nowhere but here.
    const client = pending === undefined ? tools.client : tools.clientKnowing(pending);
    this.#decided.set(key, { uid: pod.metadata.uid, pending: undefined });
    const message = `Marking for deletion Pod ${key}`;
    events.event(targetOf(key), 'Normal', 'TaintManagerEviction', message);
    try {
      if (this.#options.profile.enabled('PodDisruptionConditions')) await this.#mark(key, client);
      await client.delete(podKind, splitKey(key));
    } catch (error) {
      this.#decided.delete(key);
      if (!isNotFound(error)) throw error;
    }
  }

  /** Says in the pod's status why it is deleted. */
  async #mark(key: string, client: Client): Promise<void> {
    const { clock, profile } = this.#options;
    const pod = await client.get(podKind, splitKey(key));
    const status = withDisruption(pod, byTaint, formatTime(clock.now()), profile);
    await client.update(podKind, { ...pod, status }, { subresource: 'status' });
  }

  /** As in v1.24, the cancellation is reported even when the pod was deleted otherwise. */
  #forget(key: string, { events }: ReconcileTools): void {
    const decided = this.#decided.get(key);
    this.#decided.delete(key);
    if (decided?.pending === undefined) return;
    const message = `Cancelling deletion of Pod ${key}`;
    events.event(targetOf(key), 'Normal', 'TaintManagerEviction', message);
  }
}

/** As in v1.24, without the uid. */
function targetOf(key: string): EventTarget {
  return { apiVersion: 'v1', kind: 'Pod', metadata: splitKey(key) };
}
