/**
 * What a StatefulSet does next. Pods come in the order of their ordinals, each once the one before
 * is available, and go in the opposite order; with the Parallel policy none waits for others.
 * Mirrors updateStatefulSet of v1.24.
 */
import { scaledValue, type NewObject } from '#values';
import { rolledTogether, type Rolled } from './rolling.ts';
import type { PersistentVolumeClaim, Pod, StatefulSet } from '#types';
import type { Profile } from '#kinds';
import {
  firstOrdinal,
  isAvailable,
  isOver,
  isSettled,
  isTerminating,
  newPod,
  ordinalOf,
  podName,
  revisionOf,
  desiredReplicas,
  withIdentity,
  type Revision,
} from './pods.ts';
import { goesWithAnother, ownersOf } from './retention.ts';

export interface View {
  readonly set: StatefulSet;
  /** What pods are rolled from, and to. The same when nothing is being rolled out. */
  readonly current: Revision;
  readonly update: Revision;
  /** Pods of the set, terminating and finished ones included. */
  readonly pods: readonly Pod[];
  /** Virtual time, ms. */
  readonly now: number;
  readonly profile: Profile;
  /** The claims of a pod of the set that are there. */
  readonly claimsOf: (ordinal: number) => readonly PersistentVolumeClaim[];
}

export type Action =
  | { readonly type: 'create'; readonly pod: NewObject<Pod>; readonly ordinal: number }
  | {
      readonly type: 'delete';
      readonly pod: Pod;
      /** It had ended: it is made again within the pass, or once it is gone. */
      readonly ended?: 'replaced' | 'removed';
      /** For a pod of another revision. */
      readonly rolled?: boolean;
    }
  /** Makes claims again that a pod misses. */
  | { readonly type: 'claim'; readonly pod: Pod; readonly ordinal: number }
  /** Gives the claims of a pod the owners that they are to go with. */
  | { readonly type: 'own'; readonly pod: Pod; readonly ordinal: number }
  | { readonly type: 'update'; readonly pod: Pod };

/** A place among the desired replicas: the pod that is there, or is yet to be made. */
interface Place {
  readonly ordinal: number;
  readonly pod: Pod | undefined;
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
  const { set, pods, profile } = view;
  if (set.metadata.deletionTimestamp !== undefined) return undefined;
  const places: Place[] = [];
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
  const first = firstOrdinal(set, profile);
  const end = first + desiredReplicas(set);
  for (let ordinal = first; ordinal < end; ordinal++) {
    places.push({ ordinal, pod: byOrdinal.get(ordinal) });
  }
  const isCondemned = (ordinal: number): boolean => ordinal < first || ordinal >= end;
  const condemned = pods
    .filter((pod) => isCondemned(ordinalOf(set, pod)!))
    .sort((a, b) => ordinalOf(set, b)! - ordinalOf(set, a)!);
  const draft = new Draft(view, firstUnsettled(view, places, condemned));
  if (draft.fill(places) && draft.shrink(condemned)) draft.roll(places);
  return draft;
}

/** The one of the lowest ordinal; a pod that is yet to be made counts. */
function firstUnsettled(
  { set, now, profile }: View,
  places: readonly Place[],
  condemned: readonly Pod[],
): Pod | undefined {
  const isWell = (pod: Pod): boolean => isSettled(pod, set, now, profile);
  for (const { pod } of places) if (pod === undefined || !isWell(pod)) return pod;
  return condemned.findLast((pod) => !isWell(pod));
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
    const { profile } = this.#view;
    for (const { ordinal, pod } of places) {
      if (pod !== undefined && isOver(pod, profile) && profile.enabled('EndedPodsGoFirst')) {
        if (!isTerminating(pod)) this.actions.push({ type: 'delete', pod, ended: 'removed' });
        if (this.#isOrdered) return this.#waitFor(pod);
        continue;
      }
      if (pod === undefined && this.#hasStaleClaims(ordinal)) {
        if (this.#isOrdered) return false;
        continue;
      }
      if (pod === undefined || isOver(pod, profile)) {
        if (pod !== undefined) this.actions.push({ type: 'delete', pod, ended: 'replaced' });
        this.actions.push({ type: 'create', pod: this.#newPod(ordinal), ordinal });
        if (this.#isOrdered) return false;
        continue;
      }
      if (pod.status.phase === 'Pending' && profile.enabled('MissingClaimsMadeAgain')) {
        this.actions.push({ type: 'claim', pod, ordinal });
      }
      if (this.#isOrdered && (isTerminating(pod) || !this.#isAvailable(pod))) {
        return this.#waitFor(pod);
      }
      const known = withIdentity(pod);
      const isOwned = this.#own(pod, ordinal);
      if (known !== pod || isOwned) this.actions.push({ type: 'update', pod: known });
    }
    return true;
  }

  /** Pods beyond the desired ones are deleted, the highest first. */
  shrink(condemned: readonly Pod[]): boolean {
    for (const pod of condemned) this.#own(pod, ordinalOf(this.#view.set, pod)!);
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

  /** Pods of other revisions go, the highest first. */
  roll(places: readonly Place[]): void {
    const { set, update, profile } = this.#view;
    const { updateStrategy } = set.spec;
    if (updateStrategy?.type === 'OnDelete') return;
    const lowest = updateStrategy?.rollingUpdate?.partition ?? 0;
    if (profile.enabled('MaxUnavailableStatefulSet')) {
      const { pods, waitsFor } = this.#rolledTogether(places, lowest);
      this.actions.push(...pods.map((pod) => ({ type: 'delete', pod, rolled: true }) as const));
      this.waitsFor = waitsFor;
      return;
    }
    for (let at = places.length - 1; at >= lowest; at--) {
      const pod = places[at]!.pod;
      // Just made, it will take a while.
      if (pod === undefined || isOver(pod, profile)) return;
      if (revisionOf(pod) !== update.name && !isTerminating(pod)) {
        this.actions.push({ type: 'delete', pod, rolled: true });
        return;
      }
      if (!this.#isSettled(pod)) {
        const isOld = (each: Place): boolean =>
          each.pod !== undefined && revisionOf(each.pod) !== update.name;
        if (places.slice(lowest, at).some(isOld)) this.waitsFor = pod;
        return;
      }
    }
  }

  #rolledTogether(places: readonly Place[], lowest: number): Rolled {
    const { set, update, profile } = this.#view;
    const most = set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
    return rolledTogether({
      pods: places.map(({ pod }) => pod),
      lowest,
      most: Math.max(1, scaledValue(most, places.length, false)),
      sparesReady: !this.#isOrdered && profile.enabled('ParallelUpdatesSpareReadyPods'),
      isSettled: (pod) => this.#isSettled(pod),
      isOld: (pod) => revisionOf(pod) !== update.name && !isTerminating(pod),
    });
  }

  /** Whether claims of a pod get other owners. */
  #own(pod: Pod, ordinal: number): boolean {
    const { set, profile, claimsOf } = this.#view;
    if (!profile.enabled('StatefulSetAutoDeletePVC')) return false;
    const { name, uid } = pod.metadata;
    const owners = { set, ordinal, pod: { name, uid }, profile };
    const isRight = claimsOf(ordinal).every((claim) => ownersOf(claim, owners) === undefined);
    if (!isRight) this.actions.push({ type: 'own', pod, ordinal });
    return !isRight;
  }

  /** Whether claims go with a former pod, so that a new one has to wait until they are gone. */
  #hasStaleClaims(ordinal: number): boolean {
    const { set, profile, claimsOf } = this.#view;
    if (!profile.enabled('StatefulSetAutoDeletePVC')) return false;
    const owners = { set, ordinal, pod: { name: podName(set, ordinal) }, profile };
    return claimsOf(ordinal).some((claim) => goesWithAnother(claim, owners));
  }

  #isSettled(pod: Pod): boolean {
    const { set, now, profile } = this.#view;
    return isSettled(pod, set, now, profile);
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
    const { set, current, update, profile } = this.#view;
    const { updateStrategy } = set.spec;
    const partition = updateStrategy?.rollingUpdate?.partition;
    const at = ordinal - firstOrdinal(set, profile);
    const isBehind =
      partition === undefined
        ? updateStrategy?.type === 'RollingUpdate' && at < (set.status.currentReplicas ?? 0)
        : at < partition;
    return newPod(set, isBehind ? current : update, ordinal, profile);
  }
}
