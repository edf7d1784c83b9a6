/**
 * Second half of a reconcile: replaces old pods within the limits. Mirrors `rollingUpdate` of
 * v1.24.
 */
import type { Pod } from '#types';
import { limitsOf } from './limits.ts';
import type { Plan } from './manage.ts';
import { isAvailable, isTerminating, isUpdated } from './pods.ts';
import type { DaemonSetView, LostNode } from './view.ts';

/** Plans the update. Terminating pods are invisible to it. */
export function planRollingUpdate(view: DaemonSetView): Plan {
  const { maxSurge, maxUnavailable } = limitsOf(view);
  return maxSurge === 0 ? planInPlace(view, maxUnavailable) : planSurge(view, maxSurge);
}

/** The old and the new live pod of a node; `undefined` when there are several of either sort. */
interface Pair {
  readonly updated: Pod | undefined;
  readonly old: Pod | undefined;
}

function pairOf(view: DaemonSetView, pods: readonly Pod[]): Pair | 'excess' {
  let updated: Pod | undefined;
  let old: Pod | undefined;
  for (const pod of pods) {
    if (isTerminating(pod)) continue;
    if (isUpdated(pod, view.hash, view.generation)) {
      if (updated !== undefined) return 'excess';
      updated = pod;
    } else {
      if (old !== undefined) return 'excess';
      old = pod;
    }
  }
  return { updated, old };
}

function planInPlace(view: DaemonSetView, maxUnavailable: number): Plan {
  const mustGo: Pod[] = [];
  const candidates: Pod[] = [];
  let unavailable = 0;
  for (const { pods } of scanned(view)) {
    const pair = pairOf(view, pods);
    if (pair === 'excess' || (pair.updated === undefined) === (pair.old === undefined)) {
      // Nothing, one of each, or too many: manage will see to it, and until then it counts as down.
      unavailable += 1;
    } else if (pair.updated !== undefined) {
      if (!isAvailable(pair.updated, view.set, view.now)) unavailable += 1;
    } else if (!isAvailable(pair.old!, view.set, view.now)) {
      // Down already: replacing it costs nothing, but leaves less for others in later releases.
      mustGo.push(pair.old!);
      if (view.profile.enabled('UnavailableDaemonsCount')) unavailable += 1;
    } else {
      candidates.push(pair.old!);
    }
  }
  const room = Math.max(0, maxUnavailable - unavailable);
  return { create: [], delete: [...mustGo, ...candidates.slice(0, room)] };
}

function planSurge(view: DaemonSetView, maxSurge: number): Plan {
  const createNow: string[] = [];
  const candidates: string[] = [];
  const outdated: Pod[] = [];
  /** Available ones on nodes that should have none any more. */
  const unwanted: Pod[] = [];
  const sparesNodes = view.profile.enabled('SurgesSpareNodes');
  let surging = 0;
  let available = 0;
  for (const { name, pods, shouldRun } of scanned(view)) {
    const pair = pairOf(view, pods);
    if (pair === 'excess') {
      surging += 1;
      continue;
    }
    const { updated, old } = pair;
    const first = old ?? updated;
    if (first !== undefined && isAvailable(first, view.set, view.now)) available += 1;
    if (old === undefined) continue;
    if (updated === undefined && sparesNodes && !shouldRun) {
      (isAvailable(old, view.set, view.now) ? unwanted : outdated).push(old);
      continue;
    }
    if (updated === undefined) {
      const list = isAvailable(old, view.set, view.now) ? candidates : createNow;
      list.push(name);
    } else if (isAvailable(updated, view.set, view.now)) {
      outdated.push(old);
    } else {
      surging += 1;
    }
  }
  const room = Math.max(0, maxSurge - surging);
  const spare = Math.max(0, available - view.desired);
  return {
    create: [...createNow, ...candidates.slice(0, room)],
    delete: [...outdated, ...unwanted.slice(0, spare)],
  };
}

/** Nodes that have or need a pod; like v1.24, also those that are gone while their pods are not. */
function* scanned({
  nodes,
  lost,
}: DaemonSetView): Iterable<LostNode & { readonly shouldRun: boolean }> {
  for (const { node, pods, eligibility } of nodes) {
    const { shouldRun } = eligibility;
    if (pods.length > 0 || shouldRun) yield { name: node.metadata.name, pods, shouldRun };
  }
  for (const each of lost) yield { ...each, shouldRun: true };
}
