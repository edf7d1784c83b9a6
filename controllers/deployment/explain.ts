/** Explains the status of a Deployment: ReplicaSet by ReplicaSet, and step by step. */
import { deployment as deploymentKind, getCondition, replicaSet, type Profile } from '#kinds';
import { selectorOf } from '#values';
import type { Deployment, DeploymentStatus, ReplicaSet } from '#types';
import {
  explainer,
  pastClaimed,
  type Account,
  type Pass as PastPass,
  type Stage,
  type Term,
} from '#runtime';
import { progressDeadline, withFinding } from './conditions.ts';
import { explainsSizes } from './explain-sizes.ts';
import { limitsOf, minAvailable, desiredReplicas } from './limits.ts';
import type { Evidence } from './pass.ts';
import { allSets, availableOf, replicasOf, rolloutOf, sum, type Rollout } from './replica-sets.ts';
import { countedStatus, rolloutStatus, verdictOf, type Verdict } from './status.ts';

/** Without a field of later releases: terminatingReplicas. */
type Field = Exclude<keyof DeploymentStatus, 'terminatingReplicas'>;

/** What a reconcile saw, and what it computed. */
interface Replay {
  readonly deployment: Deployment;
  readonly rollout: Rollout;
  /** As this write leaves it. */
  readonly status: DeploymentStatus;
  readonly evidence: Evidence | undefined;
  /** Virtual ms. */
  readonly now: number;
  readonly profile: Profile;
}

function replayPass({ object: deployment, past, evidence }: PastPass<Deployment>): Replay {
  const selector = selectorOf(deployment.spec.selector);
  const sets = pastClaimed(past, replicaSet, deployment, ({ metadata }) =>
    selector.matches(metadata.labels),
  );
  const replay = {
    deployment,
    rollout: rolloutOf(deployment, sets),
    evidence: evidence as Evidence | undefined,
    now: past.now,
    profile: past.profile,
  };
  return { ...replay, status: statusAfter(replay) };
}

/** Assumes an ordinary reconcile without evidence, as in a record of a cluster elsewhere. */
function statusAfter({ deployment, rollout, now, profile, ...knew }: Omit<Replay, 'status'>) {
  const { status, metadata } = deployment;
  const { evidence = usualEvidence(deployment) } = knew;
  if ('told' in evidence) {
    return { ...status, conditions: withFinding(status.conditions, evidence.told, now) };
  }
  if ('collided' in evidence) {
    return { ...status, collisionCount: (status.collisionCount ?? 0) + 1 };
  }
  if ('refused' in evidence) return { ...status, observedGeneration: metadata.generation };
  const count = evidence.counted === 'numbers' ? countedStatus : rolloutStatus;
  return count(deployment, rollout, now, profile);
}

interface Reported {
  readonly rule: string;
  terms(replay: Replay, within: readonly (string | number)[]): readonly Term[];
  /** Where it is computed in stages; undefined where there is nothing to compute. */
  stages?(replay: Replay, within: readonly (string | number)[]): readonly Stage[] | undefined;
}

const counting = (subject: string, amount: unknown, because: string): Term => ({
  subject,
  amount,
  counts: true,
  because,
});

const nameOf = ({ kind, metadata }: Deployment | ReplicaSet): string =>
  `${kind} ${metadata.namespace}/${metadata.name}`;

/** A term for each set: what it adds, and why. */
function bySet(amountOf: (set: ReplicaSet) => number, because: (set: ReplicaSet) => string) {
  return ({ rollout }: Replay): readonly Term[] =>
    allSets(rollout).map((set) => {
      const role = set === rollout.newSet ? 'the new one' : 'an old one';
      return counting(nameOf(set), amountOf(set), `${role}, ${because(set)}`);
    });
}

const accounts: Readonly<Record<Field, Reported>> = {
  replicas: {
    rule: 'is the sum of the pods of its ReplicaSets',
    terms: bySet(
      ({ status }) => status.replicas,
      () => 'from its status.replicas',
    ),
  },
  updatedReplicas: {
    rule: 'is the number of pods of the ReplicaSet with the current template',
    terms: ({ rollout }) =>
      allSets(rollout).map((set) => {
        const isNew = set === rollout.newSet;
        const because = isNew ? 'it has the current template' : 'it has an older template';
        return { subject: nameOf(set), amount: set.status.replicas, counts: isNew, because };
      }),
  },
  readyReplicas: {
    rule: 'is the sum of the ready pods of its ReplicaSets',
    terms: bySet(
      ({ status }) => status.readyReplicas ?? 0,
      () => 'from its status.readyReplicas',
    ),
  },
  availableReplicas: {
    rule: 'is the sum of the available pods of its ReplicaSets: those ready for minReadySeconds',
    terms: bySet(availableOf, () => 'from its status.availableReplicas'),
  },
  unavailableReplicas: {
    rule: 'is the number of desired pods of its ReplicaSets minus the available ones; never below 0',
    terms: bySet(
      (set) => replicasOf(set) - availableOf(set),
      (set) => `${replicasOf(set)} desired, ${availableOf(set)} available`,
    ),
  },
  observedGeneration: {
    rule: 'is the generation of the spec that the controller reconciled',
    terms: ({ deployment }) => [
      counting(nameOf(deployment), deployment.metadata.generation, 'its metadata.generation'),
    ],
  },
  collisionCount: {
    rule: 'counts the names of new ReplicaSets that were taken; it is hashed into the next name',
    terms: ({ deployment: { status, metadata }, evidence }) => [
      counting('before', status.collisionCount ?? 0, 'the status before'),
      ...(evidence !== undefined && 'collided' in evidence
        ? [
            counting(
              `ReplicaSet ${metadata.namespace}/${evidence.collided}`,
              1,
              'it has the name, but another owner or another template',
            ),
          ]
        : []),
    ],
  },
  conditions: {
    rule: 'says whether enough pods are available, how the rollout progresses, and what fails',
    terms: findingTerms,
    stages: conditionStages,
  },
};

function conditionStages(
  replay: Replay,
  [type]: readonly (string | number)[],
): readonly Stage[] | undefined {
  const { evidence } = replay;
  if (evidence !== undefined && 'told' in evidence) return undefined;
  const isProgress =
    evidence !== undefined && 'counted' in evidence && evidence.counted === 'progress';
  const all: Readonly<Record<string, readonly Stage[]>> = {
    Available: availabilityStages(replay),
    ...(isProgress && {
      Progressing: progressStages(replay),
      ReplicaFailure: failureStages(replay),
    }),
  };
  if (type !== undefined) return all[type] ?? [];
  return Object.entries(all).flatMap(([of, stages]) => stages.map((stage) => ({ ...stage, of })));
}

/** What the reconcile did or found; nothing where it counted. */
function findingTerms({ evidence }: Replay): readonly Term[] {
  if (evidence === undefined || !('told' in evidence)) return [];
  const { type, reason, message } = evidence.told;
  return [counting(type, reason, message ?? 'computed by this pass')];
}

function availabilityStages(replay: Replay): readonly Stage[] {
  const { deployment, rollout } = replay;
  const { maxUnavailable } = limitsOf(deployment);
  const least = minAvailable(deployment);
  const present = sum(allSets(rollout), availableOf);
  const isEnough = present >= least;
  const limit = deployment.spec.strategy?.rollingUpdate?.maxUnavailable;
  const written = limit === undefined ? '' : `: maxUnavailable ${limit}`;
  return [
    { name: 'desired', value: desiredReplicas(deployment), because: 'from its spec.replicas' },
    { name: 'may be missing', value: maxUnavailable, because: `by its strategy${written}` },
    { name: 'minimum', value: least, because: 'desired minus what may be missing' },
    {
      name: 'available',
      value: present,
      because: `${isEnough ? 'no fewer' : 'fewer'} than the minimum`,
      decides: true,
      terms: accounts.availableReplicas.terms(replay, []),
    },
    {
      name: 'Available',
      value: isEnough ? 'True' : 'False',
      because: `${present} ${isEnough ? '>=' : '<'} ${least}`,
    },
  ];
}

const verdicts: Readonly<Record<Verdict, string>> = {
  endless: 'no deadline, so no progress is reported',
  'done before': 'it was complete before, and no pods of another template have appeared since',
  complete: 'all desired pods have the current template and are available',
  progressed: 'more pods are updated, ready or available than before, or fewer are old',
  'timed out': 'there was no progress for longer than the deadline',
  waits: 'there was no progress, and the deadline has not passed yet',
};

function progressStages({ deployment, rollout, now, profile }: Replay): readonly Stage[] {
  const seconds = progressDeadline(deployment);
  const reported = getCondition(deployment.status.conditions, 'Progressing');
  const verdict = verdictOf(deployment, countedStatus(deployment, rollout, now, profile), now);
  return [
    {
      name: 'deadline',
      value: seconds === undefined ? 'none' : `${seconds} s`,
      because: 'spec.progressDeadlineSeconds',
    },
    ...(reported?.lastUpdateTime == null
      ? []
      : [
          {
            name: 'last progress',
            value: reported.lastUpdateTime,
            because: `when it was reported: ${reported.reason}`,
          },
        ]),
    { name: 'rollout', value: verdict, because: verdicts[verdict], decides: true },
  ];
}

function failureStages({ rollout }: Replay): readonly Stage[] {
  const terms = failureTerms(rollout);
  const [first] = terms;
  if (first === undefined) return [{ name: 'failure', because: 'none of its ReplicaSets has one' }];
  return [{ name: 'failure', value: first.amount, because: 'from its ReplicaSets', terms }];
}

/** The new set's failure counts, or else that of the first old one. */
function failureTerms({ newSet, oldSets }: Rollout): readonly Term[] {
  const sets = newSet === undefined ? oldSets : [newSet, ...oldSets];
  return sets
    .flatMap((set) => {
      const failure = getCondition(set.status.conditions, 'ReplicaFailure');
      return failure === undefined ? [] : [{ set, failure }];
    })
    .map(({ set, failure: { reason, message } }, index) => ({
      subject: nameOf(set),
      amount: reason,
      counts: index === 0,
      because: message ?? 'from its condition ReplicaFailure',
    }));
}

function accountOf(field: Field): (pass: PastPass<Deployment>) => Account {
  const { rule, terms, stages } = accounts[field];
  return (pass) => {
    const replay = replayPass(pass);
    const found = stages?.(replay, pass.within);
    return {
      value: replay.status[field],
      rule,
      terms: terms(replay, pass.within),
      ...(found && { stages: found }),
    };
  };
}

/** Fields that tell what stands, and not what once happened. */
const standing = [
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'conditions.Available',
];

/** A reconcile to which nothing has happened counts. */
function usualEvidence({ spec }: Deployment): Evidence {
  return { counted: spec.paused === true ? 'numbers' : 'progress' };
}

/** Accounts for the whole status. */
export const explains = [
  explainer<Deployment>(
    deploymentKind,
    Object.fromEntries(
      (Object.keys(accounts) as Field[]).map((field) => [`status.${field}`, accountOf(field)]),
    ),
    {
      again: {
        fields: standing.map((field) => `status.${field}`),
        evidence: ({ object }) => usualEvidence(object),
      },
    },
  ),
  explainsSizes,
];
