import type { Clock, Millis } from '#clock';
import { formatTime, isNotFound, keyOf } from '#values';
import { node as nodeKind, pod as podKind, type Profile } from '#kinds';
import type { Node, Pod } from '#types';
import { podsOnNode, throwAny, type Client, type Lister, type ReconcileTools } from '#runtime';
import {
  isFinished,
  isOutOfService,
  isTerminatingBound,
  isTerminatingUnbound,
  lostStatus,
  tooMany,
} from './plan.ts';

/** A node has to be missing for so long before its pods are taken away. */
const QUARANTINE_MS = 40_000;

/** The state of the collector, and its periodic runs. */
export class PodCollector {
  readonly #clock: Clock;
  readonly #profile: Profile;
  readonly #nodes: Lister<Node>;
  readonly #pods: Lister<Pod>;
  /** Finished pods, by key. */
  readonly #finished = new Map<string, Pod>();
  readonly #terminatingUnbound = new Map<string, Pod>();
  readonly #terminatingBound = new Map<string, Pod>();
  /** Nodes that may be missing while pods say to be on them. */
  readonly #suspects = new Set<string>();
  /** Since when a missing node has been known to be missing. */
  readonly #missingSince = new Map<string, Millis>();

  constructor(clock: Clock, nodes: Lister<Node>, pods: Lister<Pod>, profile: Profile) {
    this.#clock = clock;
    this.#profile = profile;
    this.#nodes = nodes;
    this.#pods = pods;
  }

  see(pod: Pod, old?: Pod): void {
    const key = keyOf(pod);
    keep(this.#finished, key, pod, isFinished(pod));
    keep(this.#terminatingUnbound, key, pod, isTerminatingUnbound(pod));
    keep(this.#terminatingBound, key, pod, isTerminatingBound(pod));
    const { nodeName } = pod.spec;
    if (nodeName && nodeName !== old?.spec.nodeName && !this.#exists(nodeName)) {
      this.suspect(nodeName);
    }
  }

  lose(pod: Pod): void {
    this.#finished.delete(keyOf(pod));
    this.#terminatingUnbound.delete(keyOf(pod));
    this.#terminatingBound.delete(keyOf(pod));
  }

  suspect(nodeName: string): void {
    this.#suspects.add(nodeName);
  }

  /** One pass, in the order of v1.24. */
  async collect({ client }: ReconcileTools): Promise<void> {
    const errors: unknown[] = [];
    const remove = async (pods: Iterable<Pod>, isOrphan = false): Promise<void> => {
      for (const pod of pods) {
        const status = lostStatus(pod, isOrphan, formatTime(this.#clock.now()), this.#profile);
        await forceDelete(client, pod, status).catch((error) => errors.push(error));
      }
    };
    await remove(tooMany(this.#finished, this.#profile));
    if (this.#profile.enabled('NodeOutOfServiceVolumeDetach')) await remove(this.#outOfService());
    for (const name of await this.#lostNodes(client, errors)) {
      await remove(podsOnNode(this.#pods, name), true);
    }
    await remove([...this.#terminatingUnbound.values()]);
    throwAny(errors);
  }

  /** Terminating pods of nodes that are off. */
  #outOfService(): readonly Pod[] {
    return [...this.#terminatingBound.values()].filter(({ spec }) => {
      const node = this.#nodes.get(undefined, spec.nodeName!);
      return node !== undefined && isOutOfService(node);
    });
  }

  /** The nodes whose quarantine is over and which the API does not know either. */
  async #lostNodes(client: Client, errors: unknown[]): Promise<readonly string[]> {
    const now = this.#clock.now();
    const lost: string[] = [];
    for (const name of this.#suspects) {
      if (this.#exists(name) || podsOnNode(this.#pods, name).length === 0) {
        this.#suspects.delete(name);
        this.#missingSince.delete(name);
        continue;
      }
      const since = this.#missingSince.get(name);
      if (since === undefined) this.#missingSince.set(name, now);
      if (since === undefined || now - since < QUARANTINE_MS) continue;
      try {
        if (await isGone(client, name)) lost.push(name);
      } catch (error) {
        errors.push(error);
      }
    }
    return lost;
  }

  #exists(nodeName: string): boolean {
    return this.#nodes.get(undefined, nodeName) !== undefined;
  }
}

async function isGone(client: Client, name: string): Promise<boolean> {
  try {
    await client.get(nodeKind, { name });
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

/** Deletes a pod, with that status if it is another one. */
async function forceDelete(client: Client, pod: Pod, status: Pod['status']): Promise<void> {
  const { namespace, name } = pod.metadata;
  try {
    if (status !== pod.status) {
      await client.update(podKind, { ...pod, status }, { subresource: 'status' });
    }
    await client.delete(podKind, { namespace, name }, { gracePeriodSeconds: 0 });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function keep(pods: Map<string, Pod>, key: string, pod: Pod, desired: boolean): void {
  if (desired) pods.set(key, pod);
  else if (pods.size > 0) pods.delete(key);
}
