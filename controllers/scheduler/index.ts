/**
 * The scheduler: finds a node for every pod that has none. Decisions are made one after the other,
 * each seeing those before it; they are written side by side.
 */
import { keyOf, type Cause, type Causes } from '#values';
import {
  node as nodeKind,
  persistentVolume,
  persistentVolumeClaim,
  pod as podKind,
  podDisruptionBudget,
  csiDriver,
  csiStorageCapacity,
  deviceClass,
  resourceClaim,
  resourceSlice,
  storageClass,
} from '#kinds';
import type { Pod, PodDisruptionBudget } from '#types';
import {
  messageOf,
  type ControllerContext,
  type ControllerDefinition,
  type Lister,
  type ReconcileTools,
  type WorkQueue,
} from '#runtime';
import { askForVolumes, bindPollMs, bindTimeoutMs, volumesState } from './bind-volumes.ts';
import { ClusterCache } from './cluster-cache.ts';
import { decide, type Failure } from './decide.ts';
import { awaitsNode, nodeHandlers, podHandlers, retryOnRoom, storageHandlers } from './handlers.ts';
import { devicesIn, DYNAMIC_RESOURCES } from './devices/devices.ts';
import { claimHandlers, deviceHandlers } from './devices/handlers.ts';
import { allocation, SelectorsGate } from './devices/late-selectors.ts';
import { bindingRejected, claimsRejected } from './messages.ts';
import { bind, clearNode, reportFailure, type Binding, type Outcome } from './outcome.ts';
import type { Candidate } from './pod-info.ts';
import { surroundingsIn } from './surroundings.ts';
import { SchedulingQueue, type QueuedPod } from './scheduling-queue.ts';
import type { VolumeChoice } from './assumed-claims.ts';

export const scheduler: ControllerDefinition = {
  name: 'scheduler',
  actor: 'default-scheduler',
  account: false,
  eventStyle: 'series',
  start(context) {
    const run = new Scheduler(context);
    context.informer(nodeKind).addHandlers(nodeHandlers(run));
    context.informer(podKind).addHandlers(podHandlers(run));
    context.informer(persistentVolumeClaim).addHandlers(storageHandlers(run));
    context.informer(persistentVolume).addHandlers(storageHandlers(run));
    context.informer(storageClass).addHandlers(storageHandlers(run));
    context.informer(csiDriver).addHandlers(storageHandlers(run));
    context.informer(csiStorageCapacity).addHandlers(storageHandlers(run));
    if (run.cluster.devices === undefined) return;
    context.informer(resourceClaim).addHandlers(claimHandlers(run));
    context.informer(deviceClass).addHandlers(deviceHandlers(run));
    context.informer(resourceSlice).addHandlers(deviceHandlers(run));
  },
};

/** How many bindings and failures are written at once. */
const WRITERS = 16;

/** One run of the scheduler. */
class Scheduler {
  readonly cluster: ClusterCache;
  readonly waiting: SchedulingQueue;
  readonly #context: ControllerContext;
  readonly #pods: Lister<Pod>;
  readonly #budgets: Lister<PodDisruptionBudget>;
  readonly #decisions: WorkQueue;
  readonly #writes: WorkQueue;
  /** Decided but not yet written, by pod. */
  readonly #outcomes = new Map<string, Outcome>();
  /** Claims to devices that are being written. */
  readonly #claimWrites = new Set<Promise<boolean>>();
  /** Where the next search for fitting nodes begins, so that all nodes get their turn. */
  #startAt = 0;

  constructor(context: ControllerContext) {
    this.#context = context;
    const devices = devicesIn(context, context.features);
    this.cluster = new ClusterCache(surroundingsIn(context), context.features, devices);
    this.#pods = context.informer(podKind).lister;
    this.#budgets = context.informer(podDisruptionBudget).lister;
    const selectors = new SelectorsGate(context.clock);
    this.#decisions = context.queue({
      name: 'scheduler',
      workers: 1,
      reconcile: async (key, { causes }) => {
        const { resourceClaims = [] } = this.#pods.getByKey(key)?.spec ?? {};
        const again = (): void => addAll(this.#decisions, key, causes);
        if (resourceClaims.length === 0 || selectors.passes(again)) this.#decide(key, causes);
      },
    });
    this.#writes = context.queue({
      name: 'scheduler writes',
      workers: WRITERS,
      reconcile: (key, tools) => this.#write(key, tools),
    });
    this.waiting = new SchedulingQueue({ clock: context.clock, work: this.#decisions });
  }

  /** One scheduling cycle. Synchronous, so that nothing changes between deciding and assuming. */
  #decide(key: string, causes: Causes): void {
    const tried = this.waiting.take(key);
    if (tried === 'not yet') return;
    if (tried === 'after others') {
      addAll(this.#decisions, key, causes);
      return;
    }
    const ties = this.#context.random.stream('ties');
    const chance = { startAt: this.#startAt, pick: (count: number) => ties.int(count) };
    const decision = decide(tried.candidate, this.cluster, chance, this.#budgets.list());
    if (decision.kind === 'bind') {
      const { nodeName, examined, volumes, claims } = decision;
      this.#startAt = (this.#startAt + examined) % this.cluster.nodes.length;
      this.cluster.assume(tried.candidate, nodeName);
      if (volumes !== undefined) {
        const { uid } = tried.candidate.pod.metadata;
        this.cluster.assumedClaims.assume(uid, volumes, nodeName);
      }
      if (claims !== undefined) this.cluster.devices?.assume(tried.candidate.pod, claims);
      this.#outcomes.set(key, { kind: 'bind', tried, nodeName, volumes, claims });
    } else {
      this.#fail(tried, decision);
    }
    addAll(this.#writes, key, causes);
  }

  async #write(key: string, tools: ReconcileTools): Promise<void> {
    const outcome = this.#outcomes.get(key);
    if (outcome === undefined) return;
    this.#outcomes.delete(key);
    if (outcome.kind === 'failure') {
      const { failure, demoted = [] } = outcome;
      // Devices that are only assumed to be taken are so in the record before it says that they lack.
      if (failure.refusedBy.has(DYNAMIC_RESOURCES)) await Promise.all(this.#claimWrites);
      if (failure.clearing !== undefined) {
        await clearNode(outcome.tried, failure.clearing, demoted, this.#context, tools);
      }
      await this.#report(outcome.tried, failure, tools);
      return;
    }
    const { tried, nodeName, volumes } = outcome;
    if (volumes !== undefined && !(await this.#bindVolumes(outcome, volumes, tools))) return;
    if (outcome.claims !== undefined && !(await this.#claimed(outcome, tools))) return;
    const refusal = await bind(tried, nodeName, tools);
    if (refusal !== undefined) {
      await this.#rejected(tried, nodeName, bindingRejected(refusal), tools);
    }
  }

  /** True once the pod's claims have their volumes: then it is bound itself. */
  async #bindVolumes(
    outcome: Binding,
    volumes: VolumeChoice,
    tools: ReconcileTools,
  ): Promise<boolean> {
    const { tried, nodeName, until } = outcome;
    const { pod, key } = tried.candidate;
    if (!this.#stillWaits(pod)) {
      this.cluster.forget(pod.metadata.uid);
      return false;
    }
    const now = this.#context.clock.now();
    const state =
      until === undefined
        ? await askForVolumes(volumes, nodeName, tools)
        : volumesState(volumes, nodeName, this.cluster, now >= until);
    if (state === 'bound') {
      this.cluster.assumedClaims.forget(pod.metadata.uid);
      return true;
    }
    if (state !== 'waiting') {
      await this.#rejected(tried, nodeName, state.problem, tools);
      return false;
    }
    this.#outcomes.set(key, { ...outcome, until: until ?? now + bindTimeoutMs });
    for (const cause of tools.causes.first) this.#writes.addAfter(key, bindPollMs, cause);
    return false;
  }

  async #claimed(outcome: Binding, tools: ReconcileTools): Promise<boolean> {
    const written = this.#bindClaims(outcome, tools);
    this.#claimWrites.add(written);
    try {
      return await written;
    } finally {
      this.#claimWrites.delete(written);
    }
  }

  /** True once the pod has its devices: then it is bound itself. */
  async #bindClaims(
    { tried, nodeName, claims = [] }: Binding,
    tools: ReconcileTools,
  ): Promise<boolean> {
    const { pod } = tried.candidate;
    const { clock, features: profile } = this.#context;
    const { devices } = this.cluster;
    try {
      for (const choice of claims) {
        const writer = { client: tools.client, profile, now: clock.now() };
        devices?.noteWritten(await allocation().bindClaim(pod, choice, writer));
      }
    } catch (error) {
      await this.#rejected(tried, nodeName, claimsRejected(messageOf(error)), tools);
      return false;
    }
    devices?.forget(pod.metadata.uid);
    return true;
  }

  #fail(tried: QueuedPod, failure: Failure): void {
    const { candidate } = tried;
    const { clearing, isNominationOver } = failure;
    const demoted = clearing === undefined ? [] : this.#nominate(candidate, clearing.nodeName);
    if (isNominationOver === true) this.cluster.nominations.delete(candidate.pod.metadata.uid);
    this.waiting.putBack(tried, failure.refusedBy);
    this.#outcomes.set(candidate.key, { kind: 'failure', tried, failure, demoted });
  }

  /**
   * Reserves the node for the pod. Pods of lower priority that were nominated there lose the
   * nomination.
   */
  #nominate(candidate: Candidate, nodeName: string): readonly Candidate[] {
    const { nominations } = this.cluster;
    const demoted = [...nominations.on(nodeName)].filter(
      ({ priority }) => priority < candidate.priority,
    );
    for (const { pod } of demoted) nominations.delete(pod.metadata.uid);
    nominations.set(candidate, nodeName);
    return demoted;
  }

  /** The room that was kept for the pod is free again, and the pod waits for a change. */
  async #rejected(
    tried: QueuedPod,
    nodeName: string,
    refusal: string,
    tools: ReconcileTools,
  ): Promise<void> {
    const { pod, key } = tried.candidate;
    this.cluster.forget(pod.metadata.uid);
    const info = this.cluster.node(nodeName);
    const cause = { retry: `binding of ${key} failed` };
    if (info !== undefined) retryOnRoom(info, this.cluster, this.waiting, cause);
    const failure: Failure = {
      kind: 'failure',
      reason: 'SchedulerError',
      message: refusal,
      refusedBy: new Set(),
    };
    if (this.#stillWaits(pod)) this.waiting.putBack(tried, failure.refusedBy);
    await this.#report(tried, failure, tools);
  }

  async #report(tried: QueuedPod, failure: Failure, tools: ReconcileTools): Promise<void> {
    await reportFailure(tried, failure, this.#pods, this.#context, tools);
  }

  #stillWaits(pod: Pod): boolean {
    const latest = this.#pods.getByKey(keyOf(pod));
    return latest?.metadata.uid === pod.metadata.uid && awaitsNode(latest);
  }
}

function addAll(queue: WorkQueue, key: string, { first, last }: Causes): void {
  const add = (cause: Cause): void => queue.add(key, cause);
  first.forEach(add);
  last.forEach(add);
}
