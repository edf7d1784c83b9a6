/** Explains the status of a budget: pod by pod, and eviction by eviction. */
import {
  deployment,
  disrupt,
  evictionActor,
  pod as podKind,
  podDisruptionBudget,
  replicaSet,
  replicationController,
  statefulSet,
  type EvictionEvidence,
  type Kind,
} from '#kinds';
import { formatTime, type KubeObject } from '#values';
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from '#types';
import { explainer, type Account, type PastView, type Pass, type Term } from '#runtime';
import { explainsByClient } from './explain-deletion.ts';
import { replicasOf, type Scalers } from './expected.ts';
import { compute, selectedPods, type Failure, type Computed } from './compute.ts';
import { failedStatus, whyUnhealthy } from './status.ts';

type Field = keyof PodDisruptionBudgetStatus;
type BudgetPass = Pass<PodDisruptionBudget>;

/** What a reconcile of the controller saw, and what it computed. */
interface Replay extends Computed {
  readonly budget: PodDisruptionBudget;
  readonly pods: readonly Pod[];
}

interface NumberAccount {
  readonly rule: string;
  terms(replay: Replay): readonly Term[];
}

const nameOf = ({ kind, metadata }: KubeObject): string =>
  `${kind} ${metadata.namespace}/${metadata.name}`;

const counting = (subject: string, amount: unknown, because: string): Term => ({
  subject,
  amount,
  counts: true,
  because,
});

const numberAccounts: Readonly<Record<Exclude<Field, 'conditions'>, NumberAccount>> = {
  currentHealthy: {
    rule: 'counts the selected pods that are ready and not about to be deleted',
    terms: ({ pods, disruptions }) =>
      pods.map((pod) => {
        const why = whyUnhealthy(pod, disruptions.disruptedPods);
        return { subject: nameOf(pod), counts: why === undefined, because: why ?? 'it is ready' };
      }),
  },
  expectedPods: {
    rule: 'is the sum of the desired replicas of the controllers of its pods; if minAvailable is an integer, it counts the pods themselves',
    terms: expectedTerms,
  },
  desiredHealthy: {
    rule: 'is how many of the expected pods must be healthy; percentages round up',
    terms: ({ budget: { spec }, expected }) => [
      spec.maxUnavailable == null
        ? counting('minAvailable', spec.minAvailable, 'from its spec')
        : counting(
            'maxUnavailable',
            spec.maxUnavailable,
            'from its spec: this many may be missing',
          ),
      counting('expectedPods', expected.expectedPods, 'what percentages refer to'),
    ],
  },
  disruptionsAllowed: {
    rule: 'is the number of healthy pods beyond those that must be; 0 if no pods are expected',
    terms: spareTerms,
  },
  disruptedPods: {
    rule: 'keeps the evictions that the API has granted until the cache shows the deletion, for at most 2 minutes',
    terms: disruptedTerms,
  },
  observedGeneration: {
    rule: 'is the generation of the spec that the numbers were computed for',
    terms: ({ budget }) => [
      counting(nameOf(budget), budget.metadata.generation, 'its metadata.generation'),
    ],
  },
};

function expectedTerms({ budget, pods, expected }: Replay): readonly Term[] {
  const { minAvailable, maxUnavailable } = budget.spec;
  if (maxUnavailable == null && typeof minAvailable === 'number') {
    return pods.map((pod) => ({ subject: nameOf(pod), counts: true, because: 'it is selected' }));
  }
  const unmanaged = expected.unmanaged.map((name) => ({
    subject: `Pod ${budget.metadata.namespace}/${name}`,
    counts: false,
    because: 'it has no controller that defines a number of replicas',
  }));
  const desired = expected.scalers.map((scaler) =>
    counting(nameOf(scaler), replicasOf(scaler), 'its desired replicas'),
  );
  return [...desired, ...unmanaged];
}

function spareTerms({ healthy, expected }: Replay): readonly Term[] {
  const { desiredHealthy, expectedPods } = expected;
  return [
    counting('currentHealthy', healthy, 'pods that are healthy'),
    counting('desiredHealthy', -desiredHealthy, 'minus those that must be'),
    {
      subject: 'expectedPods',
      amount: expectedPods,
      counts: expectedPods === 0,
      because:
        expectedPods === 0 ? 'no pods are expected, so none may be disrupted' : 'pods are expected',
    },
  ];
}

function disruptedTerms({ budget, pods, disruptions }: Replay): readonly Term[] {
  return Object.entries(budget.status.disruptedPods ?? {}).map(([name, since]) => {
    const subject = `Pod ${budget.metadata.namespace}/${name}`;
    const pod = pods.find(({ metadata }) => metadata.name === name);
    if (Object.hasOwn(disruptions.disruptedPods, name)) {
      return counting(subject, since, 'evicted then; the cache does not show its deletion yet');
    }
    const no = (because: string): Term => ({ subject, amount: since, counts: false, because });
    if (pod === undefined) return no('it is gone');
    return disruptions.overdue.includes(pod)
      ? no('its deletion is overdue, so it counts again')
      : no('it is being deleted: the eviction is done');
  });
}

/** What a reconcile of the controller wrote to one field. */
function recounted(field: Field, pass: BudgetPass): Account {
  const { object: budget, past, evidence } = pass;
  if (evidence !== undefined) return failed(field, budget, evidence as Failure, past.now);
  const pods = selectedPods(budget, past.list(podKind, budget.metadata.namespace));
  const computed = attempt(budget, pods, past);
  if (computed === undefined) return { value: undefined, rule: 'cannot be computed', terms: [] };
  const replay: Replay = { ...computed, budget, pods };
  const { rule, terms } =
    field === 'conditions'
      ? { rule: 'says whether any pod may be disrupted', terms: spareTerms }
      : numberAccounts[field];
  return { value: replay.status[field], rule, terms: terms(replay) };
}

/** Undefined over a state whose numbers cannot be computed: it is not what the reconcile saw. */
function attempt(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  past: PastView,
): Computed | undefined {
  try {
    return compute(budget, pods, scalersOf(past), past.now, past.profile);
  } catch {
    return undefined;
  }
}

function scalersOf(past: PastView): Scalers {
  const lookup = <T extends KubeObject>(kind: Kind<T>) => ({
    get: (namespace: string | undefined, name: string) => past.get(kind, { namespace, name }),
  });
  return {
    replicationControllers: lookup(replicationController),
    deployments: lookup(deployment),
    replicaSets: lookup(replicaSet),
    statefulSets: lookup(statefulSet),
    profile: past.profile,
  };
}

function failed(
  field: Field,
  { status }: PodDisruptionBudget,
  { failed: why }: Failure,
  now: number,
): Account {
  return {
    value: failedStatus(status, why, now)[field],
    rule: 'allows no disruption, and is unchanged otherwise, because the pods could not be counted',
    terms: [counting('failure', why, 'the error')],
  };
}

/** What the API made of one field when it granted an eviction. */
function evicted(field: Field, { object: budget, past, evidence }: BudgetPass): Account {
  const { evicted: name } = evidence as EvictionEvidence;
  const time = formatTime(past.now);
  const subject = `Pod ${budget.metadata.namespace}/${name}`;
  const terms: Partial<Record<Field, readonly Term[]>> = {
    disruptionsAllowed: [
      counting('before', budget.status.disruptionsAllowed, 'the status before'),
      counting(subject, -1, 'its eviction was granted'),
    ],
    disruptedPods: [counting(subject, time, 'its eviction was granted')],
    conditions: [counting('disruptionsAllowed', budget.status.disruptionsAllowed - 1, 'are left')],
  };
  return {
    value: disrupt(budget, name, time).status[field],
    rule: 'is the status after an eviction: one disruption fewer, until the controller counts again',
    terms: terms[field] ?? [],
  };
}

function accountOf(field: Field): (pass: BudgetPass) => Account {
  return (pass) => (pass.actor === evictionActor ? evicted(field, pass) : recounted(field, pass));
}

const fields: readonly Field[] = [...(Object.keys(numberAccounts) as Field[]), 'conditions'];

/** What stands; the rest says what has happened. */
const counted: readonly Field[] = [
  'currentHealthy',
  'desiredHealthy',
  'expectedPods',
  'disruptionsAllowed',
];

/** Accounts for the whole status, what evictions write of it included. */
export const explains = [
  explainsByClient,
  explainer<PodDisruptionBudget>(
    podDisruptionBudget,
    Object.fromEntries(fields.map((field) => [`status.${field}`, accountOf(field)])),
    { actors: [evictionActor], again: { fields: counted.map((field) => `status.${field}`) } },
  ),
];
