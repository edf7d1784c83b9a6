/**
 * First half of a reconcile: every node that should run a pod has one, every other has none, and
 * failed pods are replaced. Mirrors `manage` of the v1.24 controller.
 */
import { isPodReady } from '#kinds';
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
  /** Those of `delete` that had failed (they are announced by a warning event). */
  readonly failed: readonly Pod[];
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
  const plan: Draft = { create: [], delete: [], failed: [], retryAfterMs: [] };
  const surge = allowsSurge(view.set);
  for (const node of view.nodes) planNode(view, node, surge, backoff, plan);
  // Pods that are not bound and target a removed node would wait indefinitely.
  for (const { pods } of view.lost) plan.delete.push(...pods.filter(({ spec }) => !spec.nodeName));
  return plan;
}

interface Draft {
  create: string[];
  delete: Pod[];
  failed: Pod[];
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
  const running = withoutFailed(node, name, backoff, plan);
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

/** The common case, decided without allocating: one pod, neither failed nor terminating. */
function isQuiet(pod: Pod): boolean {
  return pod.status.phase !== 'Failed' && !isTerminating(pod);
}

/** Live pods; failed ones are marked for deletion, unless they are in back-off. */
function withoutFailed(
  node: NodeView,
  name: string,
  backoff: FailedPodBackoff,
  plan: Draft,
): Pod[] {
  const running: Pod[] = [];
  for (const pod of node.pods) {
    if (isTerminating(pod)) continue;
    if (pod.status.phase !== 'Failed') {
      running.push(pod);
      continue;
    }
    const wait = backoff(name);
    if (wait === undefined) {
      plan.failed.push(pod);
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
