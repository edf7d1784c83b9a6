/** How the status of a Deployment comes about: ReplicaSet by ReplicaSet, and step by step. */
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

interface Told {
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

const accounts: Readonly<Record<Field, Told>> = {
  replicas: {
    rule: 'sums up the pods of its ReplicaSets',
    terms: bySet(
      ({ status }) => status.replicas,
      () => 'says that it has so many pods',
    ),
  },
  updatedReplicas: {
    rule: 'is how many pods the ReplicaSet of the present template has',
    terms: ({ rollout }) =>
      allSets(rollout).map((set) => {
        const isNew = set === rollout.newSet;
        const because = isNew ? 'it has the present template' : 'it has an older template';
        return { subject: nameOf(set), amount: set.status.replicas, counts: isNew, because };
      }),
  },
  readyReplicas: {
    rule: 'sums up the pods of its ReplicaSets that are ready',
    terms: bySet(
      ({ status }) => status.readyReplicas ?? 0,
      () => 'says that so many are ready',
    ),
  },
  availableReplicas: {
    rule: 'sums up the pods of its ReplicaSets that are available: ready for minReadySeconds',
    terms: bySet(availableOf, () => 'says that so many are available'),
  },
  unavailableReplicas: {
    rule: 'is what its ReplicaSets want less what is available; never below 0',
    terms: bySet(
      (set) => replicasOf(set) - availableOf(set),
      (set) => `wants ${replicasOf(set)} and has ${availableOf(set)} available`,
    ),
  },
  observedGeneration: {
    rule: 'repeats the generation of the spec that the controller acted on',
    terms: ({ deployment }) => [
      counting(nameOf(deployment), deployment.metadata.generation, 'its metadata.generation'),
    ],
  },
  collisionCount: {
    rule: 'counts names of new ReplicaSets that were taken by others; it is hashed into the next name',
    terms: ({ deployment: { status, metadata }, evidence }) => [
      counting('before', status.collisionCount ?? 0, 'as it stood'),
      ...(evidence !== undefined && 'collided' in evidence
        ? [
            counting(
              `ReplicaSet ${metadata.namespace}/${evidence.collided}`,
              1,
              'it has the name, but is not its own or has another template',
            ),
          ]
        : []),
    ],
  },
  conditions: {
    rule: 'says whether enough pods are available, how the rollout gets on, and what fails',
    terms: conditionTerms,
  },
};

function conditionTerms(seen: Seen, [type]: readonly (string | number)[]): readonly Term[] {
  const { evidence } = seen;
  if (evidence !== undefined && 'told' in evidence) return [toldTerm(evidence.told)];
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
const toldTerm = ({ type, reason, message }: Finding): Term =>
  counting(type, reason, message ?? 'the pass found it so');

function availabilityTerms(seen: Seen): readonly Term[] {
  const { deployment } = seen;
  const { maxUnavailable } = limitsOf(deployment);
  const wanted = wantedReplicas(deployment);
  const because = `has to be available: ${wanted} wanted less ${maxUnavailable} that may be missing`;
  return [
    ...accounts.availableReplicas.terms(seen, []),
    counting('minimum available', minAvailable(deployment), because),
  ];
}

const verdicts: Readonly<Record<Verdict, string>> = {
  endless: 'no deadline: nothing is said of progress',
  'done before': 'it was done before, and no pods of another template have turned up since',
  complete: 'all pods have the present template and are available, as many as wanted',
  progressed: 'more pods are updated, ready or available than before, or fewer are old',
  'timed out': 'there was no progress for longer than the deadline',
  waits: 'there was no progress, and the deadline is not yet over',
};

function progressTerms({ deployment, rollout, now }: Seen): readonly Term[] {
  const seconds = progressDeadline(deployment);
  const told = getCondition(deployment.status.conditions, 'Progressing');
  const verdict = verdictOf(deployment, countedStatus(deployment, rollout, now), now);
  const deadline = seconds === undefined ? 'none' : `${seconds} s`;
  return [
    counting('progress deadline', deadline, 'of its spec'),
    ...(told?.lastUpdateTime == null
      ? []
      : [counting('last progress', told.lastUpdateTime, `when it was told: ${told.reason}`)]),
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
      because: message ?? 'it says so',
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
