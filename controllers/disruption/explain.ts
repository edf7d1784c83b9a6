/** How the status of a budget comes about: pod by pod, and eviction by eviction. */
import {
  deployment,
  disrupt,
  evictionActor,
  formatTime,
  pod as podKind,
  podDisruptionBudget,
  replicaSet,
  replicationController,
  statefulSet,
  type EvictionEvidence,
  type Kind,
  type KubeObject,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetStatus,
} from '#kinds';
import { explainer, type Account, type PastView, type Pass, type Term } from '#runtime';
import { replicasOf, type Scalers } from './expected.ts';
import { reckon, selectedPods, type Failure, type Reckoning } from './reckon.ts';
import { failedStatus, whyUnhealthy } from './status.ts';

type Field = keyof PodDisruptionBudgetStatus;
type BudgetPass = Pass<PodDisruptionBudget>;

/** What a reconcile of the controller saw, and what it computed. */
interface Seen extends Reckoning {
  readonly budget: PodDisruptionBudget;
  readonly pods: readonly Pod[];
}

interface Reckoned {
  readonly rule: string;
  terms(seen: Seen): readonly Term[];
}

const nameOf = ({ kind, metadata }: KubeObject): string =>
  `${kind} ${metadata.namespace}/${metadata.name}`;

const counting = (subject: string, amount: unknown, because: string): Term => ({
  subject,
  amount,
  counts: true,
  because,
});

const reckoned: Readonly<Record<Exclude<Field, 'conditions'>, Reckoned>> = {
  currentHealthy: {
    rule: 'counts the pods that it selects and that are ready, and there to stay',
    terms: ({ pods, disruptions }) =>
      pods.map((pod) => {
        const why = whyUnhealthy(pod, disruptions.disruptedPods);
        return { subject: nameOf(pod), counts: why === undefined, because: why ?? 'it is ready' };
      }),
  },
  expectedPods: {
    rule: 'sums up how many pods the controllers of its pods want; with a plain number for minAvailable, counts the pods themselves',
    terms: expectedTerms,
  },
  desiredHealthy: {
    rule: 'works out of the expected pods how many have to be healthy; shares round up',
    terms: ({ budget: { spec }, expected }) => [
      spec.maxUnavailable == null
        ? counting('minAvailable', spec.minAvailable, 'of its spec')
        : counting('maxUnavailable', spec.maxUnavailable, 'of its spec: so many may be missing'),
      counting('expectedPods', expected.expectedPods, 'of which shares are taken'),
    ],
  },
  disruptionsAllowed: {
    rule: 'is what is healthy beyond what has to be; none when no pods are expected',
    terms: spareTerms,
  },
  disruptedPods: {
    rule: 'keeps evictions that the API has granted until the pods are seen to go, for at most 2 minutes',
    terms: disruptedTerms,
  },
  observedGeneration: {
    rule: 'repeats the generation of the spec that the numbers were counted for',
    terms: ({ budget }) => [
      counting(nameOf(budget), budget.metadata.generation, 'its metadata.generation'),
    ],
  },
};

function expectedTerms({ budget, pods, expected }: Seen): readonly Term[] {
  const { minAvailable, maxUnavailable } = budget.spec;
  if (maxUnavailable == null && typeof minAvailable === 'number') {
    return pods.map((pod) => ({ subject: nameOf(pod), counts: true, because: 'it is selected' }));
  }
  const unmanaged = expected.unmanaged.map((name) => ({
    subject: `Pod ${budget.metadata.namespace}/${name}`,
    counts: false,
    because: 'it has no controller that would say how many there should be',
  }));
  const wanted = expected.scalers.map((scaler) =>
    counting(nameOf(scaler), replicasOf(scaler), 'so many pods it wants'),
  );
  return [...wanted, ...unmanaged];
}

function spareTerms({ healthy, expected }: Seen): readonly Term[] {
  const { desiredHealthy, expectedPods } = expected;
  return [
    counting('currentHealthy', healthy, 'pods that are healthy'),
    counting('desiredHealthy', -desiredHealthy, 'less those that have to be'),
    {
      subject: 'expectedPods',
      amount: expectedPods,
      counts: expectedPods === 0,
      because: expectedPods === 0 ? 'no pods are expected: nothing may go' : 'pods are expected',
    },
  ];
}

function disruptedTerms({ budget, pods, disruptions }: Seen): readonly Term[] {
  return Object.entries(budget.status.disruptedPods ?? {}).map(([name, since]) => {
    const subject = `Pod ${budget.metadata.namespace}/${name}`;
    const pod = pods.find(({ metadata }) => metadata.name === name);
    if (Object.hasOwn(disruptions.disruptedPods, name)) {
      return counting(subject, since, 'evicted then, and not yet seen to go');
    }
    const no = (because: string): Term => ({ subject, amount: since, counts: false, because });
    if (pod === undefined) return no('it is gone');
    return disruptions.overdue.includes(pod)
      ? no('it should have been deleted long since, and counts again')
      : no('it is being deleted: the eviction is done');
  });
}

/** What a reconcile of the controller wrote to one field. */
function recounted(field: Field, pass: BudgetPass): Account {
  const { object: budget, past, evidence } = pass;
  if (evidence !== undefined) return failed(field, budget, evidence as Failure, past.now);
  const pods = selectedPods(budget, past.list(podKind, budget.metadata.namespace));
  const reckoning = attempt(budget, pods, past);
  if (reckoning === undefined) return { value: undefined, rule: 'cannot be counted', terms: [] };
  const seen: Seen = { ...reckoning, budget, pods };
  const { rule, terms } =
    field === 'conditions'
      ? { rule: 'says whether any pod may be disrupted', terms: spareTerms }
      : reckoned[field];
  return { value: seen.status[field], rule, terms: terms(seen) };
}

/** Undefined over a state whose numbers cannot be computed: it is not what the reconcile saw. */
function attempt(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  past: PastView,
): Reckoning | undefined {
  try {
    return reckon(budget, pods, scalersOf(past), past.now);
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
    rule: 'allows nothing, to be safe, and stays as it was otherwise: the pods could not be counted',
    terms: [counting('failure', why, 'what went wrong')],
  };
}

/** What the API made of one field when it granted an eviction. */
function evicted(field: Field, { object: budget, past, evidence }: BudgetPass): Account {
  const { evicted: name } = evidence as EvictionEvidence;
  const time = formatTime(past.now);
  const subject = `Pod ${budget.metadata.namespace}/${name}`;
  const terms: Partial<Record<Field, readonly Term[]>> = {
    disruptionsAllowed: [
      counting('before', budget.status.disruptionsAllowed, 'as the controller had counted'),
      counting(subject, -1, 'its eviction was granted'),
    ],
    disruptedPods: [counting(subject, time, 'its eviction was granted')],
    conditions: [counting('disruptionsAllowed', budget.status.disruptionsAllowed - 1, 'are left')],
  };
  return {
    value: disrupt(budget, name, time).status[field],
    rule: 'is what an eviction leaves: one disruption fewer, until the controller counts again',
    terms: terms[field] ?? [],
  };
}

function accountOf(field: Field): (pass: BudgetPass) => Account {
  return (pass) => (pass.actor === evictionActor ? evicted(field, pass) : recounted(field, pass));
}

const fields: readonly Field[] = [...(Object.keys(reckoned) as Field[]), 'conditions'];

/** Accounts for the whole status, what evictions write of it included. */
export const explains = [
  explainer<PodDisruptionBudget>(
    podDisruptionBudget,
    Object.fromEntries(fields.map((field) => [`status.${field}`, accountOf(field)])),
    [evictionActor],
  ),
];
