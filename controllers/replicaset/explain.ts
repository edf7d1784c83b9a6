/** Explains the status of a ReplicaSet, pod by pod. */
import { getCondition, isPodAvailable, isPodReady, pod as podKind, whyInactive } from '#kinds';
import { selectLabels } from '#values';
import type { Pod, ReplicaSetStatus } from '#types';
import {
  absence,
  explainer,
  pastClaimed,
  refusalTerms,
  type Account,
  type Explainer,
  type Pass,
  type Term,
} from '#runtime';
import { deletionExplainer } from './explain-deletion.ts';
import {
  countsTerminating,
  replicaSets,
  replicationControllers,
  desiredReplicas,
  type Flavour,
  type Replicated,
} from './flavour.ts';
import { countPods, leavingPods, nextStatus, type Failure } from './status.ts';

type Verdict = Pick<Term, 'counts' | 'because'>;
/** Judges a pod that is neither finished nor being deleted. */
type Judge = (set: Replicated, pod: Pod, now: number) => Verdict;

const counts = (because: string): Verdict => ({ counts: true, because });
const countsNot = (because: string): Verdict => ({ counts: false, because });

const counted: Readonly<
  Record<
    'replicas' | 'fullyLabeledReplicas' | 'readyReplicas' | 'availableReplicas',
    { rule: string; judge: Judge }
  >
> = {
  replicas: {
    rule: 'counts its pods that have not finished and are not being deleted',
    judge: () => counts('it is active'),
  },
  fullyLabeledReplicas: {
    rule: 'counts its active pods that have all labels of the template',
    judge: ({ spec: { template } }, { metadata }) =>
      selectLabels(template?.metadata?.labels).matches(metadata.labels)
        ? counts('it has all labels of the template')
        : countsNot('some labels of the template are missing'),
  },
  readyReplicas: {
    rule: 'counts its active pods that are ready',
    judge: (_, pod) => (isPodReady(pod) ? counts('it is ready') : countsNot('it is not ready')),
  },
  availableReplicas: {
    rule: 'counts its active pods that have been ready for minReadySeconds',
    judge({ spec: { minReadySeconds = 0 } }, pod, now) {
      if (!isPodReady(pod)) return countsNot('it is not ready');
      return isPodAvailable(pod, minReadySeconds, now)
        ? counts('it is available')
        : countsNot(`it is not yet ready for ${minReadySeconds} s`);
    },
  },
};

/** What a reconcile saw. */
interface Replay<T extends Replicated> {
  readonly set: T;
  /** The set's pods, active or not. */
  readonly pods: readonly Pod[];
  readonly status: ReplicaSetStatus;
  readonly failure: Failure | undefined;
}

function replayPass<T extends Replicated>(
  flavour: Flavour<T>,
  { object, past, evidence }: Pass<T>,
): Replay<T> {
  const { kind, selectorOf } = flavour;
  const { namespace, name } = object.metadata;
  // A failed write is retried on a newer object, which the reconcile did not see.
  const set = past.get(kind, { namespace, name }) ?? object;
  const selector = selectorOf(set);
  const pods = pastClaimed(past, podKind, set, ({ metadata }) => selector.matches(metadata.labels));
  const active = pods.filter((pod) => whyInactive(pod) === undefined);
  const failure = evidence as Failure | undefined;
  const counts = {
    ...countPods(set, active, past.now),
    ...(countsTerminating(flavour, past.profile) && {
      terminatingReplicas: leavingPods(set, pods, selector).length,
    }),
  };
  const status = nextStatus(set, counts, failure, past.now);
  return { set, pods, status, failure };
}

function accountOf<T extends Replicated>(field: keyof typeof counted, flavour: Flavour<T>) {
  const { rule, judge } = counted[field];
  return (pass: Pass<T>): Account => {
    const { set, pods, status } = replayPass(flavour, pass);
    const terms = pods.map((pod) => {
      const inactive = whyInactive(pod);
      const verdict = inactive === undefined ? judge(set, pod, pass.past.now) : countsNot(inactive);
      return { subject: `Pod ${pod.metadata.namespace}/${pod.metadata.name}`, ...verdict };
    });
    const isShort = (status.replicas ?? 0) < desiredReplicas(set);
    const refused = field === 'replicas' && isShort ? refusalTerms(pass.past, set) : [];
    return { value: status[field], rule, terms: [...terms, ...refused] };
  };
}

function observedAccount<T extends Replicated>(flavour: Flavour<T>) {
  return (pass: Pass<T>): Account => {
    const { set, status } = replayPass(flavour, pass);
    const { namespace, name, generation } = set.metadata;
    return {
      value: status.observedGeneration,
      rule: 'is the generation of the spec that the controller reconciled',
      terms: [
        {
          subject: `${flavour.kind.kind} ${namespace}/${name}`,
          amount: generation,
          counts: true,
          because: 'its metadata.generation',
        },
      ],
    };
  };
}

function conditionsAccount<T extends Replicated>(flavour: Flavour<T>) {
  return (pass: Pass<T>): Account => {
    const { set, pods, status, failure } = replayPass(flavour, pass);
    const active = pods.filter((pod) => whyInactive(pod) === undefined).length;
    return {
      value: status.conditions,
      rule: 'reports the first failure to create or delete pods, until a pass succeeds',
      terms: [
        {
          subject: 'desired pods',
          amount: desiredReplicas(set),
          counts: true,
          because: 'from its spec',
        },
        { subject: 'active pods', amount: active, counts: true, because: 'when the pass began' },
        failureTerm(set, failure),
      ],
    };
  };
}

function failureTerm({ status }: Replicated, failure: Failure | undefined): Term {
  const subject = 'failure';
  const isReported = getCondition(status.conditions, 'ReplicaFailure') !== undefined;
  if (failure === undefined) {
    const because = isReported ? 'this pass succeeded, so the reported failure is removed' : 'none';
    return { subject, counts: isReported, because };
  }
  const because = isReported ? 'another one is already reported' : 'the first error of this pass';
  return { subject, amount: failure.failed, counts: !isReported, because };
}

/** Accounts for the whole status. */
function explainsOf<T extends Replicated>(flavour: Flavour<T>): readonly Explainer[] {
  const fields = Object.keys(counted) as (keyof typeof counted)[];
  return [
    explainer<T>(
      flavour.kind,
      {
        ...Object.fromEntries(
          fields.map((field) => [`status.${field}`, accountOf(field, flavour)] as const),
        ),
        'status.observedGeneration': observedAccount(flavour),
        'status.conditions': conditionsAccount(flavour),
      },
      { again: { fields: fields.map((field) => `status.${field}`) } },
    ),
    deletionExplainer(flavour),
    absence<T>(flavour.kind, (missing, set, past) =>
      missing.what === 'more' && refusalTerms(past, set).length > 0
        ? { field: 'status.replicas' }
        : undefined,
    ),
  ];
}

export const explainsReplicaSets = explainsOf(replicaSets);

export const explainsReplicationControllers = explainsOf(replicationControllers);
