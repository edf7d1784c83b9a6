/** Explains the status of a Deployment: ReplicaSet by ReplicaSet, and step by step. */
import {
  deployment as deploymentKind,
  getCondition,
  replicaSet,
  selectorOf,
  type Deployment,
  type DeploymentStatus,
  type ReplicaSet,
} from '#kinds';
import { explainer, pastClaimed, type Account, type Pass as PastPass, type Term } from '#runtime';
import { progressDeadline, withFinding, type Finding } from './conditions.ts';
import { limitsOf, minAvailable, wantedReplicas } from './limits.ts';
import type { Evidence } from './pass.ts';
import { allSets, availableOf, replicasOf, rolloutOf, type Rollout } from './replica-sets.ts';
import { countedStatus, rolloutStatus, verdictOf, type Verdict } from './status.ts';

type Field = keyof DeploymentStatus;

/** What a reconcile saw, and what it computed. */
interface Seen {
  readonly deployment: Deployment;
  readonly rollout: Rollout;
  /** As this write leaves it. */
  readonly status: DeploymentStatus;
  readonly evidence: Evidence | undefined;
  /** Virtual ms. */
  readonly now: number;
}

function seenBy({ object: deployment, past, evidence }: PastPass<Deployment>): Seen {
  const selector = selectorOf(deployment.spec.selector);
  const sets = pastClaimed(past, replicaSet, deployment, ({ metadata }) =>
    selector.matches(metadata.labels),
  );
  const seen = {
    deployment,
    rollout: rolloutOf(deployment, sets),
    evidence: evidence as Evidence | undefined,
    now: past.now,
  };
  return { ...seen, status: statusAfter(seen) };
}

function statusAfter({ deployment, rollout, evidence, now }: Omit<Seen, 'status'>) {
  const { status, metadata } = deployment;
  if (evidence === undefined) return status;
  if ('told' in evidence) {
    return { ...status, conditions: withFinding(status.conditions, evidence.told, now) };
  }
  if ('collided' in evidence) {
    return { ...status, collisionCount: (status.collisionCount ?? 0) + 1 };
  }
  if ('refused' in evidence) return { ...status, observedGeneration: metadata.generation };
  const count = evidence.counted === 'numbers' ? countedStatus : rolloutStatus;
  return count(deployment, rollout, now);
}

interface Reported {
  readonly rule: string;
  terms(seen: Seen, within: readonly (string | number)[]): readonly Term[];
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
  return ({ rollout }: Seen): readonly Term[] =>
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
    terms: conditionTerms,
  },
};

function conditionTerms(seen: Seen, [type]: readonly (string | number)[]): readonly Term[] {
  const { evidence } = seen;
  if (evidence !== undefined && 'told' in evidence) return [findingTerm(evidence.told)];
  const isAsked = (each: string): boolean => type === undefined || type === each;
  const isProgress =
    evidence !== undefined && 'counted' in evidence && evidence.counted === 'progress';
  return [
    ...(isAsked('Available') ? availabilityTerms(seen) : []),
    ...(isAsked('Progressing') && isProgress ? progressTerms(seen) : []),
    ...(isAsked('ReplicaFailure') && isProgress ? failureTerms(seen) : []),
  ];
}

/** What the reconcile did or found. */
const findingTerm = ({ type, reason, message }: Finding): Term =>
  counting(type, reason, message ?? 'computed by this pass');

function availabilityTerms(seen: Seen): readonly Term[] {
  const { deployment } = seen;
  const { maxUnavailable } = limitsOf(deployment);
  const wanted = wantedReplicas(deployment);
  const because = `must be available: ${wanted} desired minus ${maxUnavailable} that may be missing`;
  return [
    ...accounts.availableReplicas.terms(seen, []),
    counting('minimum available', minAvailable(deployment), because),
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

function progressTerms({ deployment, rollout, now }: Seen): readonly Term[] {
  const seconds = progressDeadline(deployment);
  const reported = getCondition(deployment.status.conditions, 'Progressing');
  const verdict = verdictOf(deployment, countedStatus(deployment, rollout, now), now);
  const deadline = seconds === undefined ? 'none' : `${seconds} s`;
  return [
    counting('progress deadline', deadline, 'from its spec'),
    ...(reported?.lastUpdateTime == null
      ? []
      : [
          counting(
            'last progress',
            reported.lastUpdateTime,
            `when it was reported: ${reported.reason}`,
          ),
        ]),
    counting('rollout', verdict, verdicts[verdict]),
  ];
}

/** The new set's failure counts, or else that of the first old one. */
function failureTerms({ rollout: { newSet, oldSets } }: Seen): readonly Term[] {
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
  const { rule, terms } = accounts[field];
  return (pass) => {
    const seen = seenBy(pass);
    return { value: seen.status[field], rule, terms: terms(seen, pass.within) };
  };
}

/** Accounts for the whole status. */
export const explains = [
  explainer<Deployment>(
    deploymentKind,
    Object.fromEntries(
      (Object.keys(accounts) as Field[]).map((field) => [`status.${field}`, accountOf(field)]),
    ),
  ),
];
