/** The new ReplicaSet of a Deployment: found and kept up to date, or created. */
import { deployment as deploymentKind, getCondition, replicaSet } from '#kinds';
import { isAlreadyExists, isNamespaceTerminating } from '#values';
import type { Deployment, ReplicaSet } from '#types';
import { controlledBy, messageOf } from '#runtime';
import { nextRevision, REVISION, withRevision } from './annotations.ts';
import {
  CREATE_ERROR,
  progressDeadline,
  progressing,
  withFinding,
  type Finding,
} from './conditions.ts';
import { newReplicaSet } from './new-replica-set.ts';
import { writeStatus, type Pass } from './pass.ts';
import { hasTemplate, replicasOf, type Rollout } from './replica-sets.ts';
import { scaledText } from './rolling-update.ts';

/** A Deployment as it was last written, with its sets. */
export interface Position extends Rollout {
  readonly deployment: Deployment;
}

/** Sees to it that the new set, if there is one, and the Deployment bear the right revision. */
export async function syncRevision(
  pass: Pass,
  deployment: Deployment,
  rollout: Rollout,
): Promise<Position> {
  const { newSet, oldSets } = rollout;
  if (newSet === undefined) return { deployment, newSet, oldSets };
  const updated = await updateNewSet(pass, deployment, newSet, oldSets);
  const { name } = updated.metadata;
  const found = progressing('True', 'FoundNewReplicaSet', `Found new replica set "${name}"`);
  const isReported = getCondition(deployment.status.conditions, 'Progressing') !== undefined;
  const annotated = await noteRevision(pass, deployment, updated, isReported ? undefined : found);
  return { deployment: annotated, newSet: updated, oldSets };
}

async function updateNewSet(
  { client }: Pass,
  deployment: Deployment,
  newSet: ReplicaSet,
  oldSets: readonly ReplicaSet[],
): Promise<ReplicaSet> {
  const before = newSet.metadata.annotations ?? {};
  const annotations = withRevision(deployment, nextRevision(oldSets), before);
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  const hasSameMinReady = (newSet.spec.minReadySeconds ?? 0) === minReadySeconds;
  if (hasSameMinReady && annotations === before) return newSet;
  return client.update(replicaSet, {
    ...newSet,
    metadata: { ...newSet.metadata, annotations },
    spec: { ...newSet.spec, minReadySeconds },
  });
}

/**
 * Writes the revision of its new set to the Deployment, and a finding about it, where they are
 * news.
 */
async function noteRevision(
  pass: Pass,
  deployment: Deployment,
  newSet: ReplicaSet,
  finding: Finding | undefined,
): Promise<Deployment> {
  const reported = withReport(deployment, finding, pass);
  const annotated = withRevisionOf(reported, newSet);
  if (annotated === deployment) return deployment;
  // Annotations are written with the status; where nothing is found, that stays as it was.
  if (finding === undefined || reported === deployment) {
    return pass.client.update(deploymentKind, annotated, { subresource: 'status' });
  }
  return writeStatus(pass, annotated, { told: finding });
}

function withRevisionOf(
  deployment: Deployment,
  { metadata: { annotations = {} } }: ReplicaSet,
): Deployment {
  const revision = annotations[REVISION];
  const { metadata } = deployment;
  if (revision === undefined || metadata.annotations?.[REVISION] === revision) return deployment;
  const changed = { ...metadata.annotations, [REVISION]: revision };
  return { ...deployment, metadata: { ...metadata, annotations: changed } };
}

/** Without a deadline nothing is said about progress. */
function withReport(
  deployment: Deployment,
  finding: Finding | undefined,
  { clock }: Pass,
): Deployment {
  if (finding === undefined || progressDeadline(deployment) === undefined) return deployment;
  const { status } = deployment;
  const conditions = withFinding(status.conditions, finding, clock.now());
  return conditions === status.conditions
    ? deployment
    : { ...deployment, status: { ...status, conditions } };
}

/**
 * Creates the new set where there is none. Throws the API's error, after reporting it in the
 * status.
 */
export async function createNewSet(pass: Pass, position: Position): Promise<Position> {
  const { deployment, oldSets } = position;
  const desired = newReplicaSet(deployment, oldSets);
  const name = desired.metadata.name!;
  let newSet: ReplicaSet;
  let created: Finding | undefined;
  try {
    newSet = await pass.client.create(replicaSet, desired);
    created = progressing('True', 'NewReplicaSetCreated', `Created new replica set "${name}"`);
    recordCreation(pass, deployment, newSet);
  } catch (error) {
    if (!isAlreadyExists(error)) return failToCreate(pass, deployment, name, error);
    newSet = await sameNamed(pass, deployment, name, error);
  }
  const annotated = await noteRevision(pass, deployment, newSet, created);
  return { deployment: annotated, newSet, oldSets };
}

function recordCreation(
  { events, profile }: Pass,
  deployment: Deployment,
  newSet: ReplicaSet,
): void {
  const replicas = replicasOf(newSet);
  if (replicas === 0) return;
  const message = scaledText(profile, { set: newSet, replicas, direction: 'up' });
  events.event(deployment, 'Normal', 'ScalingReplicaSet', message);
}

/**
 * The set that has the name already, if it is the one that was to be created. Else two templates
 * have the same hash: the next try hashes a higher collision count with it.
 */
async function sameNamed(
  pass: Pass,
  deployment: Deployment,
  name: string,
  error: unknown,
): Promise<ReplicaSet> {
  const taken = pass.sets.get(deployment.metadata.namespace, name);
  if (taken === undefined) throw error;
  const isOwn = controlledBy(pass.sets, deployment).includes(taken);
  if (isOwn && hasTemplate(taken, deployment.spec.template)) return taken;
  const { status } = deployment;
  const collisionCount = (status.collisionCount ?? 0) + 1;
  const counted = { ...deployment, status: { ...status, collisionCount } };
  await writeStatus(pass, counted, { collided: name });
  throw error;
}

async function failToCreate(
  pass: Pass,
  deployment: Deployment,
  name: string,
  error: unknown,
): Promise<never> {
  if (isNamespaceTerminating(error)) throw error;
  const message = `Failed to create new replica set "${name}": ${messageOf(error)}`;
  const finding = progressing('False', CREATE_ERROR, message);
  const reported = withReport(deployment, finding, pass);
  // The status write may fail as well; the first error matters.
  if (reported !== deployment) {
    await writeStatus(pass, reported, { told: finding }).catch(() => undefined);
  }
  pass.events.event(deployment, 'Warning', CREATE_ERROR, message);
  throw error;
}
