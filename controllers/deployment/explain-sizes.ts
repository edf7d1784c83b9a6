/** Explains the sizes of ReplicaSets: what a rolling update may add and remove, and how a scaling is divided. */
import { controllerOf, selectorOf } from '#values';
import { deployment as deploymentKind, replicaSet } from '#kinds';
import type { Deployment, ReplicaSet } from '#types';
import { explainer, pastClaimed, type Account, type Pass, type Stage, type Term } from '#runtime';
import { limitsOf, maxTotal, minAvailable, desiredReplicas } from './limits.ts';
import { fairShare, isScaled, planScaling, toDistribute } from './proportional.ts';
import {
  allSets,
  availableOf,
  isActive,
  replicasOf,
  rolloutOf,
  sum,
  type Rollout,
} from './replica-sets.ts';
import {
  addable,
  newSetReplicas,
  planRollingUpdate,
  removable,
  type Resize,
} from './rolling-update.ts';

/** A set, and what the reconcile saw around it. */
interface Sizing {
  readonly deployment: Deployment;
  readonly rollout: Rollout;
  readonly set: ReplicaSet;
  /** It is not there yet. */
  readonly isMade: boolean;
  /** As it was written. */
  readonly written: number;
}

const rule = 'is as many pods as its Deployment asks of it';

function sizeAccount(pass: Pass<ReplicaSet>): Account {
  const sizing = sizingOf(pass);
  if (sizing === undefined) return { value: undefined, rule, terms: [] };
  const { value, stages } = sizeOf(sizing);
  return { value, rule, terms: [], stages };
}

function sizingOf({ object: set, written, past }: Pass<ReplicaSet>): Sizing | undefined {
  const { namespace, uid } = set.metadata;
  const name = controllerOf(set)?.name;
  const deployment = name === undefined ? undefined : past.get(deploymentKind, { namespace, name });
  if (deployment === undefined) return undefined;
  const selector = selectorOf(deployment.spec.selector);
  const sets = pastClaimed(past, replicaSet, deployment, ({ metadata }) =>
    selector.matches(metadata.labels),
  );
  const present = sets.find(({ metadata }) => metadata.uid === uid);
  return {
    deployment,
    rollout: rolloutOf(deployment, sets),
    set: present ?? set,
    isMade: present === undefined,
    written: replicasOf(written),
  };
}

interface Sized {
  readonly value: number;
  readonly stages: readonly Stage[];
}

function sizeOf(sizing: Sizing): Sized {
  const { deployment, rollout, isMade } = sizing;
  const isRecreated = deployment.spec.strategy?.type === 'Recreate';
  if (isMade) return createdSize(sizing);
  if (deployment.spec.paused === true || isScaled(deployment, rollout)) return scaledSize(sizing);
  return isRecreated ? recreatedSize(sizing) : rolledSize(sizing);
}

/** A new set begins with what may be added. */
function createdSize({ deployment, rollout }: Sizing): Sized {
  const total = sum(allSets(rollout), replicasOf);
  const value = newSetReplicas(deployment, 0, total);
  return {
    value,
    stages: [...limitStages(deployment, rollout), ...growthStages(deployment, 0, total, value)],
  };
}

function rolledSize(sizing: Sizing): Sized {
  const { deployment, rollout, set } = sizing;
  const plan = planRollingUpdate(deployment, rollout);
  const value = plannedSize(plan, sizing);
  const limits = limitStages(deployment, rollout);
  if (isSame(set, rollout.newSet)) {
    const total = sum(allSets(rollout), replicasOf);
    return {
      value,
      stages: [...limits, ...growthStages(deployment, replicasOf(set), total, value)],
    };
  }
  return { value, stages: [...limits, ...shrinkStages(sizing, plan, value)] };
}

/** What is asked for, how many there may be and must be, and what the sets ask for. */
function limitStages(deployment: Deployment, rollout: Rollout): readonly Stage[] {
  const { maxSurge, maxUnavailable } = limitsOf(deployment);
  const { maxSurge: surge = '25%', maxUnavailable: unavailable = '25%' } =
    deployment.spec.strategy?.rollingUpdate ?? {};
  const terms = allSets(rollout).map((set): Term => {
    const role = isSame(set, rollout.newSet) ? 'the new one' : 'an old one';
    return {
      subject: `ReplicaSet ${set.metadata.namespace}/${set.metadata.name}`,
      amount: replicasOf(set),
      counts: true,
      because: `${role}, ${availableOf(set)} available`,
    };
  });
  return [
    desiredStage(deployment),
    {
      name: 'at most',
      value: maxTotal(deployment),
      because: `desired plus ${maxSurge}: maxSurge ${surge}`,
    },
    {
      name: 'at least',
      value: minAvailable(deployment),
      because: `must be available at any time: desired minus ${maxUnavailable}: maxUnavailable ${unavailable}`,
    },
    {
      name: 'there are',
      value: sum(allSets(rollout), replicasOf),
      because: 'asked of its ReplicaSets',
      ...(terms.length > 0 && { terms }),
    },
  ];
}

function desiredStage(deployment: Deployment): Stage {
  const { namespace, name } = deployment.metadata;
  return {
    name: 'desired',
    value: desiredReplicas(deployment),
    because: `spec.replicas of Deployment ${namespace}/${name}`,
  };
}

function growthStages(
  deployment: Deployment,
  present: number,
  total: number,
  value: number,
): readonly Stage[] {
  const missing = desiredReplicas(deployment) - present;
  const room = addable(deployment, total);
  return [
    {
      name: 'may be added',
      value: room,
      because: `${maxTotal(deployment)} at most, ${total} there`,
      ...(room < missing && { decides: true }),
    },
    sizeStage(value, growthText(missing, room, present)),
  ];
}

function growthText(missing: number, room: number, present: number): string {
  if (missing <= 0) return 'the new one has all that is desired';
  if (room === 0) return `${missing} more are desired: it waits until old pods are gone`;
  return room < missing
    ? `${present} and ${room} more; ${missing - room} are still to come`
    : `${present} and the ${missing} that are missing`;
}

function shrinkStages(
  { deployment, rollout, set }: Sizing,
  plan: readonly Resize[],
  value: number,
): readonly Stage[] {
  const { awaited, excess } = removable(deployment, rollout);
  const growsFirst = plan.some((each) => isSame(each.set, rollout.newSet));
  const present = replicasOf(set);
  return [
    {
      name: 'awaited',
      value: awaited,
      because: 'pods of the new ReplicaSet that are not available yet',
    },
    {
      name: 'may be removed',
      value: excess,
      because:
        'of those that there are, without those that must be available and those that are awaited',
      ...(excess < present && { decides: true }),
    },
    sizeStage(
      value,
      growsFirst
        ? 'the new ReplicaSet grows first'
        : value < present
          ? `${present - value} fewer: unavailable pods first, of the oldest ReplicaSet first`
          : present === 0
            ? 'it has no pods any more'
            : 'nothing may be removed now',
    ),
  ];
}

/** A changed number of desired pods is divided over the sets, or goes to the only one with pods. */
function scaledSize(sizing: Sizing): Sized {
  const { deployment, rollout, set } = sizing;
  const value = plannedSize(planScaling(deployment, rollout), sizing);
  const active = allSets(rollout).filter(isActive);
  const isShared = active.length > 1 && deployment.spec.strategy?.type !== 'Recreate';
  if (!isShared) {
    const because =
      value === desiredReplicas(deployment)
        ? 'the only ReplicaSet with pods has all that is desired'
        : 'it is not the one that is scaled';
    return { value, stages: [desiredStage(deployment), sizeStage(value, because)] };
  }
  const toAdd = toDistribute(deployment, active);
  const share = fairShare(set, deployment);
  const stages: readonly Stage[] = [
    ...limitStages(deployment, rollout),
    {
      name: 'to divide',
      value: toAdd,
      because: `${maxTotal(deployment)} at most, less those that there are`,
    },
    {
      name: 'its share',
      value: share,
      because:
        'by its part of all pods when they were last scaled; the largest ReplicaSet evens it out',
    },
    sizeStage(value, `${replicasOf(set)} before`),
  ];
  return { value, stages };
}

function recreatedSize({ deployment, rollout, set, written }: Sizing): Sized {
  const isNew = isSame(set, rollout.newSet);
  // Whether old pods are still there is known by the write: the new set grows once they are gone.
  const value = isNew ? written : 0;
  const because = isNew
    ? 'once all old pods are gone: its strategy is Recreate'
    : 'all old pods go before the first new one comes: its strategy is Recreate';
  return { value, stages: [desiredStage(deployment), sizeStage(value, because)] };
}

function sizeStage(value: number, because: string): Stage {
  return { name: 'size', value, because };
}

/** A set may come twice in a plan: then as it was written. */
function plannedSize(plan: readonly Resize[], { set, written }: Sizing): number {
  const own = plan.filter((each) => isSame(each.set, set)).map(({ replicas }) => replicas);
  if (own.includes(written)) return written;
  return own.at(-1) ?? replicasOf(set);
}

function isSame(a: ReplicaSet, b: ReplicaSet | undefined): boolean {
  return a.metadata.uid === b?.metadata.uid;
}

/** Accounts for the sizes that a Deployment gives its ReplicaSets. */
export const explainsSizes = explainer<ReplicaSet>(
  replicaSet,
  { 'spec.replicas': sizeAccount },
  { again: { fields: ['spec.replicas'] } },
);
