/**
 * What a StatefulSet does next. Pods come in the order of their ordinals, each once the one before
 * is available, and go in the opposite order; with the Parallel policy none waits for others.
 * Mirrors updateStatefulSet of v1.24.
 */
import type { NewObject } from '#values';
import type { Pod, StatefulSet } from '#types';
import {
  isAvailable,
  isHealthy,
  isTerminating,
  newPod,
  ordinalOf,
  revisionOf,
  withIdentity,
  type Revision,
} from './pods.ts';

export interface View {
  readonly set: StatefulSet;
  /** What pods are rolled from, and to. The same when nothing is being rolled out. */
  readonly current: Revision;
  readonly update: Revision;
  /** Pods of the set, terminating and finished ones included. */
  readonly pods: readonly Pod[];
  /** Virtual time, ms. */
  readonly now: number;
}

export type Action =
  | { readonly type: 'create'; readonly pod: NewObject<Pod>; readonly ordinal: number }
  /** `failed`: the pod had failed, and is recreated. */
  | { readonly type: 'delete'; readonly pod: Pod; readonly failed?: boolean }
  | { readonly type: 'update'; readonly pod: Pod };

/** A place among the desired replicas: the pod that is there, or is yet to be made. */
interface Place {
  readonly ordinal: number;
  readonly pod: Pod | undefined;
}

/** The set's desired number of pods. */
export function wantedReplicas({ spec }: StatefulSet): number {
  return spec.replicas ?? 1;
}

/** What to do, in this order; the first failure ends it. */
export function plan(view: View): readonly Action[] {
  return drafted(view)?.actions ?? [];
}

/** The pod that has to be available, healthy or gone before anything else is done; undefined where there is none. */
export function waitedFor(view: View): Pod | undefined {
  return drafted(view)?.waitsFor;
}

/** Undefined for a set that is being deleted. */
function drafted(view: View): Draft | undefined {
  const { set, pods } = view;
  if (set.metadata.deletionTimestamp !== undefined) return undefined;
  const places: Place[] = [];
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
  const wanted = wantedReplicas(set);
  for (let ordinal = 0; ordinal < wanted; ordinal++) {
    places.push({ ordinal, pod: byOrdinal.get(ordinal) });
  }
  const condemned = pods
    .filter((pod) => ordinalOf(set, pod)! >= wanted)
    .sort((a, b) => ordinalOf(set, b)! - ordinalOf(set, a)!);
  const draft = new Draft(view, firstUnhealthy(places, condemned));
  if (draft.fill(places) && draft.shrink(condemned)) draft.roll(places);
  return draft;
}

/** The one of the lowest ordinal; a pod that is yet to be made counts. */
function firstUnhealthy(places: readonly Place[], condemned: readonly Pod[]): Pod | undefined {
  for (const { pod } of places) if (pod === undefined || !isHealthy(pod)) return pod;
  return condemned.findLast((pod) => !isHealthy(pod));
}

/** A plan in the making. Each step says whether the next one may begin. */
class Draft {
  readonly actions: Action[] = [];
  /** The pod that ended a step. */
  waitsFor: Pod | undefined;
  readonly #view: View;
  readonly #firstUnhealthy: Pod | undefined;
  /** One thing at a time, and only when all is well. */
  readonly #isOrdered: boolean;

  constructor(view: View, unhealthy: Pod | undefined) {
    this.#view = view;
    this.#firstUnhealthy = unhealthy;
    this.#isOrdered = view.set.spec.podManagementPolicy !== 'Parallel';
  }

  /** Every place has a pod that is available. */
  fill(places: readonly Place[]): boolean {
    for (const { ordinal, pod } of places) {
      if (pod === undefined || pod.status.phase === 'Failed') {
        if (pod !== undefined) this.actions.push({ type: 'delete', pod, failed: true });
        this.actions.push({ type: 'create', pod: this.#newPod(ordinal), ordinal });
        if (this.#isOrdered) return false;
        continue;
      }
      if (this.#isOrdered && (isTerminating(pod) || !this.#isAvailable(pod))) {
        return this.#waitFor(pod);
      }
      const known = withIdentity(pod);
      if (known !== pod) this.actions.push({ type: 'update', pod: known });
    }
    return true;
  }

  /** Pods beyond the desired ones are deleted, the highest first. */
  shrink(condemned: readonly Pod[]): boolean {
    for (const pod of condemned) {
      if (isTerminating(pod)) {
        if (this.#isOrdered) return this.#waitFor(pod);
        continue;
      }
      const isInTheWay = !this.#isAvailable(pod) && pod !== this.#firstUnhealthy;
      if (this.#isOrdered && isInTheWay) return this.#waitFor(this.#firstUnhealthy);
      this.actions.push({ type: 'delete', pod });
      if (this.#isOrdered) return false;
    }
    return true;
  }

  /** The highest pod of another revision goes, once all above it are healthy again. */
  roll(places: readonly Place[]): void {
    const { set, update } = this.#view;
    const { updateStrategy } = set.spec;
    if (updateStrategy?.type === 'OnDelete') return;
    const lowest = updateStrategy?.rollingUpdate?.partition ?? 0;
    for (let ordinal = places.length - 1; ordinal >= lowest; ordinal--) {
      const pod = places[ordinal]!.pod;
      // Just made, it will take a while.
      if (pod === undefined || pod.status.phase === 'Failed') return;
      if (revisionOf(pod) !== update.name && !isTerminating(pod)) {
        this.actions.push({ type: 'delete', pod });
        return;
      }
      if (!isHealthy(pod)) {
        const isOld = (each: Place): boolean =>
          each.pod !== undefined && revisionOf(each.pod) !== update.name;
        if (places.slice(lowest, ordinal).some(isOld)) this.waitsFor = pod;
        return;
      }
    }
  }

  #waitFor(pod: Pod | undefined): false {
    this.waitsFor = pod;
    return false;
  }

  #isAvailable(pod: Pod): boolean {
    return isAvailable(pod, this.#view.set, this.#view.now);
  }

  /** Pods below the partition keep the revision that the set comes from. */
  #newPod(ordinal: number): NewObject<Pod> {
    const { set, current, update } = this.#view;
    const { updateStrategy } = set.spec;
    const partition = updateStrategy?.rollingUpdate?.partition;
    const isBehind =
      partition === undefined
        ? updateStrategy?.type === 'RollingUpdate' && ordinal < (set.status.currentReplicas ?? 0)
        : ordinal < partition;
    return newPod(set, isBehind ? current : update, ordinal);
  }
}
