/**
 * First half of a reconcile: every node that should run a pod has one, every other has none, and
 * failed pods are replaced. Mirrors `manage` of the v1.24 controller.
 */
import { isPodReady, isPodTerminal } from '#kinds';
import type { Pod } from '#types';
import type { DaemonSetView, NodeView } from './view.ts';
import { compareByAge, HASH_LABEL, isAvailable, isTerminating, oldest } from './pods.ts';
import { allowsSurge } from './limits.ts';

export interface Plan {
  /** Names of nodes that get a new pod. */
  readonly create: readonly string[];
  readonly delete: readonly Pod[];
}

export interface ManagePlan extends Plan {
  /** Those of `delete` that had ended (they are announced by an event). */
  readonly ended: readonly Pod[];
  /** Failed pods in back-off: reconcile again after this many ms. */
  readonly retryAfterMs: readonly number[];
}

/**
 * Whether a failed pod of that node may be replaced yet: undefined for yes (and the back-off has
 * been stepped), else the ms to wait. Stateful, so it is handed in.
 */
export type FailedPodBackoff = (node: string) => number | undefined;

/** Plans creations and deletions over all nodes. */
export function planManage(view: DaemonSetView, backoff: FailedPodBackoff): ManagePlan {
  const plan: Draft = { create: [], delete: [], ended: [], retryAfterMs: [] };
  const surge = allowsSurge(view.set);
  for (const node of view.nodes) planNode(view, node, surge, backoff, plan);
  // Pods that are not bound and target a removed node would wait indefinitely.
  for (const { pods } of view.lost) plan.delete.push(...pods.filter(({ spec }) => !spec.nodeName));
  return plan;
}

interface Draft {
  create: string[];
  delete: Pod[];
  ended: Pod[];
  retryAfterMs: number[];
}

function planNode(
  view: DaemonSetView,
  node: NodeView,
  surge: boolean,
  backoff: FailedPodBackoff,
  plan: Draft,
): void {
  const { shouldRun, shouldContinue } = node.eligibility;
  const { name } = node.node.metadata;
  if (shouldRun && node.pods.length === 0) {
    plan.create.push(name);
    return;
  }
  if (!shouldContinue) {
    for (const pod of node.pods) if (!isTerminating(pod)) plan.delete.push(pod);
    return;
  }
  if (node.pods.length === 1 && isQuiet(node.pods[0]!)) return;
  const replacesSucceeded = view.profile.enabled('SucceededDaemonsReplaced');
  const running = withoutEnded(node, name, backoff, plan, replacesSucceeded);
  if (!surge) {
    keepOldest(running, plan);
    return;
  }
  if (running.length === 0) {
    if (shouldRun) plan.create.push(name);
    return;
  }
  keepOnePerRevision(view, running, plan);
}

/** Returns whether it is the common case, decided without allocating: one pod, neither ended nor terminating. */
function isQuiet(pod: Pod): boolean {
  return !isPodTerminal(pod) && !isTerminating(pod);
}

/** Returns live pods; those that have ended are marked for deletion, failed ones unless they are in back-off. */
function withoutEnded(
  node: NodeView,
  name: string,
  backoff: FailedPodBackoff,
  plan: Draft,
  replacesSucceeded: boolean,
): Pod[] {
  const running: Pod[] = [];
  for (const pod of node.pods) {
    if (isTerminating(pod)) continue;
    if (pod.status.phase === 'Succeeded' && replacesSucceeded) {
      plan.ended.push(pod);
      plan.delete.push(pod);
      continue;
    }
    if (pod.status.phase !== 'Failed') {
      running.push(pod);
      continue;
    }
    const wait = backoff(name);
    if (wait === undefined) {
      plan.ended.push(pod);
      plan.delete.push(pod);
    } else {
      plan.retryAfterMs.push(wait);
    }
  }
  return running;
}

function keepOldest(running: Pod[], plan: Draft): void {
  if (running.length <= 1) return;
  running.sort(compareByAge);
  plan.delete.push(...running.slice(1));
}

/**
 * With surge a node may have one pod of the current revision beside one of another. Unlike the
 * rolling update, v1.24 asks for nothing but the hash here.
 */
function keepOnePerRevision(view: DaemonSetView, running: readonly Pod[], plan: Draft): void {
  const isCurrent = (pod: Pod): boolean => pod.metadata.labels?.[HASH_LABEL] === view.hash;
  const current = oldest(running.filter(isCurrent));
  const other = oldest(running.filter((pod) => !isCurrent(pod)));
  for (const pod of running) if (pod !== current && pod !== other) plan.delete.push(pod);
  if (current === undefined || other === undefined) return;
  if (!isPodReady(other) || isAvailable(current, view.set, view.now)) plan.delete.push(other);
}
