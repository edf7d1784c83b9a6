/**
 * One reconcile of a Deployment: determine its state, take one step. Mirrors syncDeployment of
 * v1.24.
 */
import { extended, deepEqual, isNotFound, selectorOf } from '#values';
import { deployment as deploymentKind, isPodTerminal, replicaSet } from '#kinds';
import type { Deployment, DeploymentStatus, ReplicaSet } from '#types';
import { candidates, claim, controlledBy, type ReconcileTools } from '#runtime';
import { rollbackTo } from './annotations.ts';
import { setsToPrune } from './cleanup.ts';
import { pauseFinding, withFinding } from './conditions.ts';
import { applySizes, writeStatus, type Caches, type Pass } from './pass.ts';
import { isScaled, planScaling } from './proportional.ts';
import { isActive, replicasOf, rolloutOf } from './replica-sets.ts';
import { createNewSet, syncRevision, type Position } from './revision.ts';
import { rollBack } from './rollback.ts';
import { planRollingUpdate, resize } from './rolling-update.ts';
import { countedStatus, isComplete, rolloutStatus, stuckDelay } from './status.ts';

const SELECTING_ALL = 'This deployment is selecting all pods. A non-empty selector is required.';

/** Brings a Deployment a step on; resolves with the delay after which to look again, in ms. */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const deployment = caches.deployments.getByKey(key);
  if (deployment === undefined) return undefined;
  const { client, events } = tools;
  const clientKnowing: Pass['clientKnowing'] = (evidence) => tools.clientKnowing(evidence);
  const pass: Pass = extended(caches, { client, events, clientKnowing });
  if (deepEqual(deployment.spec.selector, {})) return refuseEverything(pass, deployment);
  const rollout = rolloutOf(deployment, await claimSets(pass, deployment));
  if (deployment.metadata.deletionTimestamp !== undefined) {
    return writeCounts(pass, await syncRevision(pass, deployment, rollout));
  }
  const position = await syncRevision(pass, await notePause(pass, deployment), rollout);
  if (deployment.spec.paused === true) return rescale(pass, position);
  const revision = rollbackTo(deployment);
  if (revision !== undefined) return rollBackTo(revision, pass, position);
  if (isScaled(deployment, position)) return rescale(pass, position);
  return deployment.spec.strategy?.type === 'Recreate'
    ? recreate(pass, position)
    : rollOn(pass, position);
}

async function refuseEverything(pass: Pass, deployment: Deployment): Promise<undefined> {
  pass.events.event(deployment, 'Warning', 'SelectingAll', SELECTING_ALL);
  const { metadata, status } = deployment;
  const { generation = 0 } = metadata;
  if ((status.observedGeneration ?? 0) >= generation) return;
  const observed = { ...status, observedGeneration: generation };
  await writeStatus(pass, { ...deployment, status: observed }, { refused: SELECTING_ALL });
}

async function claimSets(
  { client, sets }: Pass,
  deployment: Deployment,
): Promise<readonly ReplicaSet[]> {
  const selector = selectorOf(deployment.spec.selector);
  return claim({
    client,
    ownerKind: deploymentKind,
    owner: deployment,
    kind: replicaSet,
    objects: candidates(sets, deployment),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
}

async function notePause(pass: Pass, deployment: Deployment): Promise<Deployment> {
  const finding = pauseFinding(deployment);
  if (finding === undefined) return deployment;
  const { status } = deployment;
  const conditions = withFinding(status.conditions, finding, pass.clock.now());
  const changed = { ...deployment, status: { ...status, conditions } };
  return writeStatus(pass, changed, { told: finding });
}

/** The present template gets its set, and so its revision, before another one takes its place. */
async function rollBackTo(revision: bigint, pass: Pass, before: Position): Promise<undefined> {
  const position = before.newSet === undefined ? await createNewSet(pass, before) : before;
  await rollBack(pass, position.deployment, position, revision);
}

/** Distributes the desired number over the sets. Nothing is rolled out, no new set is made. */
async function rescale(pass: Pass, position: Position): Promise<undefined> {
  const { deployment } = position;
  await applySizes(pass, deployment, planScaling(deployment, position));
  const isPaused = deployment.spec.paused === true;
  // A rollback that waits may ask for any of the old sets.
  if (isPaused && rollbackTo(deployment) === undefined) await prune(pass, position);
  return writeCounts(pass, position);
}

async function rollOn(pass: Pass, before: Position): Promise<number | undefined> {
  const position = before.newSet === undefined ? await createNewSet(pass, before) : before;
  const { deployment } = position;
  const resizes = planRollingUpdate(deployment, position);
  await applySizes(pass, deployment, resizes);
  if (resizes.length === 0 && isComplete(deployment, deployment.status)) {
    await prune(pass, position);
  }
  return writeProgress(pass, position);
}

/** All old pods go, to the last one, before the first new one comes. */
async function recreate(pass: Pass, before: Position): Promise<number | undefined> {
  const resizes = before.oldSets.filter(isActive).map((set) => resize(set, 0));
  await applySizes(pass, before.deployment, resizes);
  if (resizes.length > 0 || hasOldPods(pass, before)) return writeProgress(pass, before);
  const position = before.newSet === undefined ? await createNewSet(pass, before) : before;
  const { deployment, newSet } = position;
  const { replicas = 1 } = deployment.spec;
  if (replicasOf(newSet!) !== replicas) {
    await applySizes(pass, deployment, [resize(newSet!, replicas)]);
  }
  if (isComplete(deployment, deployment.status)) await prune(pass, position);
  return writeProgress(pass, position);
}

function hasOldPods({ pods }: Pass, { oldSets }: Position): boolean {
  return oldSets.some(
    (set) => set.status.replicas > 0 || controlledBy(pods, set).some((pod) => !isPodTerminal(pod)),
  );
}

async function prune({ client }: Pass, { deployment, oldSets }: Position): Promise<void> {
  for (const { metadata } of setsToPrune(deployment, oldSets)) {
    const { namespace, name } = metadata;
    try {
      await client.delete(replicaSet, { namespace, name });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

async function writeCounts(pass: Pass, { deployment, ...rollout }: Position): Promise<undefined> {
  const status = countedStatus(deployment, rollout, pass.clock.now(), pass.profile);
  await write(pass, deployment, 'numbers', status);
}

/** When there is nothing to write, a stuck rollout has to be reconciled again. */
async function writeProgress(
  pass: Pass,
  { deployment, ...rollout }: Position,
): Promise<number | undefined> {
  const now = pass.clock.now();
  const status = rolloutStatus(deployment, rollout, now, pass.profile);
  if (status === deployment.status) return stuckDelay(deployment, status, now);
  await write(pass, deployment, 'progress', status);
  return undefined;
}

async function write(
  pass: Pass,
  deployment: Deployment,
  counted: 'numbers' | 'progress',
  status: DeploymentStatus,
): Promise<void> {
  if (status === deployment.status) return;
  await writeStatus(pass, { ...deployment, status }, { counted });
}
