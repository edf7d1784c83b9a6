/** One pass over a DaemonSet: observe, plan, write. Mirrors syncDaemonSet of v1.24. */
import { isConflict, selectorOf } from '#values';
import { daemonSet, pod as podKind, type Profile } from '#kinds';
import type { DaemonSet, Node, Pod, ControllerRevision } from '#types';
import type { Clock } from '#clock';
import {
  candidates,
  claim,
  createPod,
  createRound,
  deletePod,
  forAll,
  podFromTemplate,
  throwAny,
  writeStatus,
  type Backoff,
  type Expectations,
  type Lister,
  type ReconcileTools,
} from '#runtime';
import { hashOf } from './history.ts';
import { planManage, type Plan } from './manage.ts';
import { endedPodEvent, selectingAll } from './messages.ts';
import { podTemplates } from './pod-template.ts';
import { ensureHistory, pruneHistory } from './revisions.ts';
import { planRollingUpdate } from './rolling-update.ts';
import { countNodes, nextStatus, type Counts } from './status.ts';
import { observe, type DaemonSetView } from './view.ts';

/** Creations, and deletions, in one pass are bounded by this. */
const BURST = 250;

/** All that a reconcile reads, and the little state between reconciles. */
export interface Caches {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly sets: Lister<DaemonSet>;
  readonly pods: Lister<Pod>;
  readonly nodes: Lister<Node>;
  readonly revisions: Lister<ControllerRevision>;
  readonly expectations: Expectations;
  readonly failedPods: Backoff;
}

/**
 * Brings a set closer to its desired state; resolves with the delays after which to reconcile
 * again, in ms.
 */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<readonly number[]> {
  const { expectations } = caches;
  const set = caches.sets.getByKey(key);
  if (set === undefined) {
    expectations.forget(key);
    return [];
  }
  if (selectorOf(set.spec.selector).isEmpty()) {
    tools.events.event(set, 'Warning', selectingAll.reason, selectingAll.message);
    return [];
  }
  if (set.metadata.deletionTimestamp !== undefined) return [];

  const pods = await claimPods(set, caches, tools);
  const history = await ensureHistory(tools.client, set, caches.revisions, pods);
  const look = (claimed: readonly Pod[]): DaemonSetView =>
    observe(
      set,
      hashOf(history.revision),
      caches.nodes.list(),
      claimed,
      caches.clock.now(),
      caches.profile,
    );

  let view = look(pods);
  if (!expectations.satisfied(key)) return updateStatus(view, false, tools);
  const manage = planManage(view, (node) => replaceFailed(set, node, caches));
  for (const pod of manage.ended) {
    const { type, reason, message } = endedPodEvent(pod);
    tools.events.event(set, type, reason, message);
  }
  try {
    if (await carryOut(key, view, manage, caches, tools)) view = look(ownPods(set, caches));
    if (expectations.satisfied(key) && set.spec.updateStrategy?.type === 'RollingUpdate') {
      const rolled = await carryOut(key, view, planRollingUpdate(view), caches, tools);
      if (rolled) view = look(ownPods(set, caches));
    }
  } catch (error) {
    if (caches.profile.enabled('DaemonSetStatusDespiteErrors')) {
      await updateStatus(look(ownPods(set, caches)), true, tools);
    }
    throw error;
  }
  await pruneHistory(tools.client, set, history, pods);
  return [...manage.retryAfterMs, ...(await updateStatus(view, true, tools))];
}

async function claimPods(
  set: DaemonSet,
  caches: Caches,
  { client }: ReconcileTools,
): Promise<readonly Pod[]> {
  const selector = selectorOf(set.spec.selector);
  return claim({
    client,
    ownerKind: daemonSet,
    owner: set,
    kind: podKind,
    objects: candidates(caches.pods, set),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
}

/** The set's pods once more, after writes of this pass. */
function ownPods(set: DaemonSet, { pods }: Caches): readonly Pod[] {
  return candidates(pods, set).filter(({ metadata }) =>
    metadata.ownerReferences?.some(
      ({ uid, controller }) => controller === true && uid === set.metadata.uid,
    ),
  );
}

/**
 * Undefined when a failed pod may be replaced now (its next back-off starts), else the ms to wait.
 */
function replaceFailed(set: DaemonSet, node: string, { failedPods }: Caches): number | undefined {
  const backoffKey = `${set.metadata.uid}/${set.status.observedGeneration ?? 0}/${node}`;
  if (failedPods.active(backoffKey)) return failedPods.delayMs(backoffKey);
  failedPods.step(backoffKey);
  return undefined;
}

/** Creates and deletes what a plan says; false when it says nothing. */
async function carryOut(
  key: string,
  view: DaemonSetView,
  plan: Plan,
  { expectations }: Caches,
  tools: ReconcileTools,
): Promise<boolean> {
  const create = plan.create.slice(0, BURST);
  const remove = plan.delete.slice(0, BURST);
  if (create.length === 0 && remove.length === 0) return false;
  const { set, hash } = view;
  expectations.expect(key, { creations: create.length, deletions: remove.length });
  const templateFor = podTemplates(set, hash);
  const owner = { kind: daemonSet, object: set };
  const created = await createRound(create.length, (i) =>
    createPod(tools, set, podFromTemplate(owner, templateFor(create[i]!))),
  );
  expectations.creationObserved(key, create.length - created.succeeded);
  const failedDeletes = await forAll(remove, async ({ metadata: { namespace, name } }) => {
    const gone = await deletePod(tools, set, { namespace, name }).catch((error: unknown) => {
      expectations.deletionObserved(key);
      throw error;
    });
    if (!gone) expectations.deletionObserved(key);
  });
  throwAny([...created.errors, ...failedDeletes]);
  return true;
}

/** Writes the status if it changed; after a conflict, once more on the live object. */
async function updateStatus(
  view: DaemonSetView,
  observeGeneration: boolean,
  { client }: ReconcileTools,
): Promise<readonly number[]> {
  const counts = countNodes(view);
  const { set } = view;
  const status = nextStatus(set, counts, observeGeneration);
  await writeStatus(client, daemonSet, set, status, {
    when: isConflict,
    statusOf: (live) => ({ ...live.status, ...status }),
  });
  return nextLook(set, counts);
}

/**
 * Pods that are ready but not yet available become so without any event. Available means ready
 * for longer than minReadySeconds; a real wake-up is always a little late, ours needs the 1 ms.
 */
function nextLook(set: DaemonSet, counts: Counts): readonly number[] {
  const minReadySeconds = set.spec.minReadySeconds ?? 0;
  const waits = minReadySeconds > 0 && counts.numberReady !== counts.numberAvailable;
  return waits ? [minReadySeconds * 1000 + 1] : [];
}
