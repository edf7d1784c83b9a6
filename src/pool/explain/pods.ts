/** Explains the status of pods that are on a node: phase, conditions and containers. */
import { getCondition, pod as podKind } from '#kinds';
import type { ContainerStatus, Pod } from '#types';
import { explainer, standing, type Account, type Pass, type Term } from '#runtime';
import { containersAccount, needTerms, stateTerm, watchedIn } from './containers.ts';
import { knownIn, type Known } from './facts.ts';
import { readyStages } from './readiness.ts';
import { statusBy } from './status-by.ts';

type PodPass = Pass<Pod>;

const phaseRules: Readonly<Record<string, string>> = {
  Pending: 'stays Pending until the containers of the pod have started',
  Running: 'is Running from the first start of its containers until they have ended for good',
  Succeeded: 'is Succeeded when all containers have ended well and are not started again',
  Failed:
    'is Failed when its containers have ended badly and are not started again, or its node ended it',
};

function phase(pass: PodPass): Account {
  const known = knownIn(pass);
  const value = statusBy(pass, known).phase ?? 'Pending';
  return {
    value,
    rule: phaseRules[value] ?? 'is not known',
    terms: phaseTerms(pass, known, value),
  };
}

function phaseTerms({ written, past }: PodPass, known: Known, value: string): readonly Term[] {
  const { refusal } = known.facts;
  if (value === 'Pending') return needTerms(written, known, past);
  if (refusal !== undefined) {
    return [
      {
        subject: `Node ${written.spec.nodeName ?? ''}`,
        counts: true,
        because: `${refusal.reason}: ${refusal.message}`,
      },
    ];
  }
  const policy = written.spec.restartPolicy ?? 'Always';
  const states = (written.status.containerStatuses ?? []).map(stateTerm);
  return value === 'Running'
    ? states
    : [
        ...states,
        {
          subject: 'restartPolicy',
          amount: policy,
          counts: true,
          because: 'they are not started again',
        },
      ];
}

/** Returns a pod that has a node, and whose containers have not started. */
function waiting({ object, written, past, ...rest }: PodPass): Account | undefined {
  if (object.status.phase !== 'Pending' || !object.spec.nodeName) return undefined;
  const known = knownIn({ object, written, past, ...rest });
  return { value: 'Pending', rule: phaseRules['Pending']!, terms: needTerms(object, known, past) };
}

function initialized(pass: PodPass): Account {
  const { conditions, initContainerStatuses = [] } = statusBy(pass, knownIn(pass));
  return {
    value: getCondition(conditions, 'Initialized'),
    rule: 'is True once all init containers have succeeded',
    terms: initContainerStatuses.map(stateTerm),
  };
}

function readiness(type: 'Ready' | 'ContainersReady', rule: string): (pass: PodPass) => Account {
  return (pass) => {
    const known = knownIn(pass);
    const { conditions, containerStatuses = [] } = statusBy(pass, known);
    const value = getCondition(conditions, type);
    const gates = type === 'Ready' ? gateTerms(pass.written) : [];
    const [only, ...more] = containerStatuses;
    const watched = only && watchedIn(pass.written, known, only);
    if (watched !== undefined && more.length === 0 && gates.length === 0) {
      return { value, rule, terms: [], stages: readyStages(watched) };
    }
    const terms = containerStatuses.map((each) => readyTerm(pass.written, known, each));
    return { value, rule, terms: [...terms, ...gates] };
  };
}

/** Returns whether a container is ready, with what its probes find. */
function readyTerm(pod: Pod, known: Known, status: ContainerStatus): Term {
  const term = stateTerm(status);
  const watched = watchedIn(pod, known, status);
  if (watched === undefined) return term;
  const details = readyStages(watched).map(({ name, value }) => `${name} ${String(value)}`);
  return { ...term, because: `${term.because}: ${details.join(', ')}` };
}

function gateTerms({ spec, status }: Pod): readonly Term[] {
  return (spec.readinessGates ?? []).map(({ conditionType }) => {
    const found = getCondition(status.conditions, conditionType)?.status;
    return {
      subject: `readiness gate ${conditionType}`,
      ...(found !== undefined && { amount: found }),
      counts: found === 'True',
      because: found === undefined ? 'the pod has no such condition' : 'the condition of that type',
    };
  });
}

export const explains = [
  explainer<Pod>(
    podKind,
    {
      'status.phase': phase,
      'status.containerStatuses': containersAccount('containerStatuses'),
      'status.initContainerStatuses': containersAccount('initContainerStatuses'),
      'status.conditions.Ready': readiness(
        'Ready',
        'is True while all containers are ready, and all readiness gates are open',
      ),
      'status.conditions.ContainersReady': readiness(
        'ContainersReady',
        'is True while all containers are ready',
      ),
      'status.conditions.Initialized': initialized,
    },
    {
      again: {
        fields: [
          'status.containerStatuses',
          'status.initContainerStatuses',
          'status.conditions.Ready',
          'status.conditions.ContainersReady',
        ],
      },
    },
  ),
  standing<Pod>(podKind, { 'status.phase': waiting }),
];
