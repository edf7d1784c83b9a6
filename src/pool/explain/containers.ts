/** Explains the status of containers: what they wait for, how often they were started again, and what probes find. */
import { durationText } from '#clock';
import {
  persistentVolume,
  persistentVolumeClaim,
  csiDriver,
  isAttached,
  node as nodeKind,
} from '#kinds';
import { splitKey } from '#values';
import type { Container, ContainerStatus, Pod } from '#types';
import type { Account, Pass, PastView, Stage, Term } from '#runtime';
import { isBroken } from '../pod/container-status.ts';
import { attachableVolumes } from '../pod/volumes.ts';
import { knownIn, type Known } from './facts.ts';
import { readyStages, startedStages, type Watched } from './readiness.ts';
import { backOffStages, lastEndText, runTerms } from './restarts.ts';
import { statusBy } from './status-by.ts';

type PodPass = Pass<Pod>;

/** How a container is explained, by the field that is asked for. */
interface Reasoning {
  readonly rule: string;
  readonly terms?: readonly Term[];
  readonly stages?: readonly Stage[];
}

export function containersAccount(
  list: 'containerStatuses' | 'initContainerStatuses',
): (pass: PodPass) => Account {
  return (pass) => {
    const known = knownIn(pass);
    const value = statusBy(pass, known)[list];
    const statuses = value ?? [];
    const [which, field] = pass.within;
    const status = statuses.find(({ name }, index) => which === name || which === index);
    const reasoning =
      status === undefined ? explainAll(statuses) : explainField(field, { pass, known, status });
    return { value, terms: [], ...reasoning };
  };
}

function explainAll(statuses: readonly ContainerStatus[]): Reasoning {
  return {
    rule: 'lists the containers: whether each runs, is ready, and how often it was started again',
    terms: statuses.map(stateTerm),
  };
}

interface About {
  readonly pass: PodPass;
  readonly known: Known;
  readonly status: ContainerStatus;
}

function explainField(field: string | number | undefined, about: About): Reasoning {
  const { pass, status } = about;
  if (field === 'ready') {
    const rule =
      'is true while the container runs, its startup probe has succeeded, and its readiness probe succeeds';
    return explainRunning(rule, about, readyStages);
  }
  if (field === 'started') {
    const rule = 'is true once the startup probe of the running container has succeeded';
    return explainRunning(rule, about, startedStages);
  }
  if (field === 'restartCount') {
    const policy = pass.written.spec.restartPolicy ?? 'Always';
    const rule = `counts how often the container was started again; restartPolicy is ${policy}`;
    return { rule, terms: runTerms(pass, status.name) };
  }
  return explainState(about);
}

function explainRunning(
  rule: string,
  { pass, known, status }: About,
  stagesOf: (watched: Watched) => readonly Stage[],
): Reasoning {
  const watched = watchedIn(pass.written, known, status);
  return watched === undefined
    ? { rule, terms: [stateTerm(status)] }
    : { rule, stages: stagesOf(watched) };
}

/** Returns a container that runs, with what is known of its probes. */
export function watchedIn(
  { spec }: Pod,
  { behaviour, ranMs }: Known,
  { name, state }: ContainerStatus,
): Watched | undefined {
  const container = spec.containers.find((each) => each.name === name);
  if (state?.running == null || ranMs === undefined || container === undefined) return undefined;
  return { container, behaviour, ranMs };
}

function explainState({ pass, known, status }: About): Reasoning {
  const { waiting, running } = status.state ?? {};
  if (waiting?.reason === 'CrashLoopBackOff') {
    return {
      rule: 'waits to be started again: at once after the first end, then 10 s and twice as long each time, up to 5 min; after a run of more than 10 min they begin with none again',
      stages: backOffStages(pass.written, status.name, known.facts.delayMs, pass.past),
    };
  }
  if (waiting != null) {
    return {
      rule: 'waits until what it needs is there',
      terms: needTerms(pass.written, known, pass.past),
    };
  }
  if (running != null) {
    const last = lastEndText(pass.written, status.name, pass.past);
    const before =
      last === undefined ? [] : [{ subject: 'run before', counts: false, because: last }];
    return { rule: 'runs', terms: [stateTerm(status), ...before] };
  }
  return { rule: 'has ended', terms: runTerms(pass, status.name).slice(0, 1) };
}

/** Returns what a pod needs before its containers start, once it has a node. */
export function needTerms(
  pod: Pod,
  { facts, behaviour }: Pick<Known, 'facts' | 'behaviour'>,
  past: PastView,
): readonly Term[] {
  if (facts.stage === 'initializing' || facts.stage === 'initBackOff') {
    return (pod.status.initContainerStatuses ?? []).map(stateTerm);
  }
  const { pullMs, startMs } = behaviour;
  const isPulled = pullMs > 0;
  return [
    ...allContainers(pod)
      .filter(({ image }) => isBroken(image))
      .map(brokenTerm),
    ...volumeTerms(pod, past),
    ...(isPulled
      ? [timeTerm('images', pullMs, 'for those that its node lacks (sim/pull-seconds)')]
      : []),
    timeTerm('start', startMs, 'when images and volumes are there (sim/start-seconds)'),
  ];
}

function timeTerm(subject: string, ms: number, because: string): Term {
  return { subject, amount: durationText(ms), counts: true, because };
}

function brokenTerm({ name, image }: Container): Term {
  const because = `its image ${image ?? ''} can never be pulled: "broken" is in its name`;
  return { subject: `container ${name}`, counts: false, because };
}

/** Returns the volumes that must be attached to the node of a pod. */
function volumeTerms(pod: Pod, past: PastView): readonly Term[] {
  const node = past.get(nodeKind, { name: pod.spec.nodeName ?? '' });
  return attachableVolumes(pod, {
    claims: { getByKey: (key) => past.get(persistentVolumeClaim, splitKey(key)) },
    volumes: { getByKey: (name) => past.get(persistentVolume, { name }) },
    drivers: { getByKey: (name) => past.get(csiDriver, { name }) },
  }).map((name) => {
    const counts = node !== undefined && isAttached(node, name);
    return {
      subject: `volume ${name.split('^').at(-1)!}`,
      counts,
      because: counts ? 'it is attached to the node' : 'it is not attached to the node yet',
    };
  });
}

/** Returns the state of a container in a sentence. */
export function stateTerm({ name, state, ready, restartCount }: ContainerStatus): Term {
  const { waiting, running, terminated } = state ?? {};
  const times = restartCount === 1 ? 'once' : `${restartCount} times`;
  const again = restartCount === 0 ? '' : `, and was started again ${times}`;
  const word =
    running != null
      ? `it runs and is ${ready ? '' : 'not '}ready`
      : terminated != null
        ? `it ended with exit code ${terminated.exitCode}`
        : `it waits: ${waiting?.reason ?? 'it says not for what'}`;
  return { subject: `container ${name}`, counts: ready, because: `${word}${again}` };
}

function allContainers({ spec }: Pod): readonly Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}
