/** What a kubelet reports of a pod: a pure function of the pod, its stage and its node. */
import { deepEqual, formatTime } from '#values';
import { getCondition, isPodTerminal, neverProbed } from '#kinds';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '#types';
import type { Millis } from '#clock';
import { containerStatuses, type ContainerFacts } from './container-status.ts';
import { isPassed } from './init-recall.ts';
import { initContainerStatuses } from './init-status.ts';
import type { Refusal } from './refusal.ts';

export interface PodFacts extends ContainerFacts {
  /** Virtual time, ms: that of the transitions of conditions. */
  readonly now: Millis;
  /** The node's address. */
  readonly hostIP: string;
  /** The pod's address; undefined as long as it has none. */
  readonly podIP: string | undefined;
}

/** The kubelet's own conditions, in the order in which it lists them after foreign ones. */
const OWN_CONDITIONS = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'] as const;

/**
 * The pod's next status. The identical object when nothing changes: a pod that has ended, for any
 * reason, or is being deleted keeps its status.
 */
export function podStatus(pod: Pod, facts: PodFacts): PodStatus {
  const old = pod.status;
  if (isPodTerminal(pod) || pod.metadata.deletionTimestamp != null) return old;
  const nowText = formatTime(facts.now);
  const { podIP, refusal } = facts;
  if (refusal?.isAtStart === true) return refused(old, refusal, nowText);
  const statuses = containerStatuses(pod, facts);
  const phase = phaseOf(facts, statuses);
  const initStatuses = initContainerStatuses(pod, facts);
  const next: PodStatus = {
    ...old,
    phase,
    ...(refusal !== undefined && ended(refusal)),
    conditions: conditions(pod, { statuses, initStatuses, phase }, nowText),
    hostIP: facts.hostIP,
    ...(podIP !== undefined && podIP !== old.podIP
      ? { podIP, podIPs: [{ ip: podIP }] }
      : undefined),
    startTime: old.startTime ?? nowText,
    ...(initStatuses !== undefined ? { initContainerStatuses: initStatuses } : undefined),
    containerStatuses: statuses,
  };
  return deepEqual(old, next) ? old : next;
}

/** The status of a rejected pod has only the rejection, whatever it had before. */
function refused(old: PodStatus, refusal: Refusal, now: string): PodStatus {
  const foreign = old.conditions?.filter(({ type }) => !isOwn(type)) ?? [];
  return {
    phase: 'Failed',
    ...(foreign.length > 0 && { conditions: foreign }),
    ...ended(refusal),
    startTime: old.startTime ?? now,
  };
}

function ended({ reason, message }: Refusal): Pick<PodStatus, 'reason' | 'message'> {
  return { reason, message };
}

/** Has a sandbox, and with it an address, at that stage. */
export function needsAddress({ stage }: Pick<ContainerFacts, 'stage'>): boolean {
  return stage !== 'starting' && stage !== 'imagePullBackOff';
}

function phaseOf(
  { stage, exit }: PodFacts,
  containers: readonly ContainerStatus[],
): NonNullable<PodStatus['phase']> {
  if (stage === 'ended') return exit.exitCode === 0 ? 'Succeeded' : 'Failed';
  if (stage === 'initializing' || stage === 'initBackOff') return 'Pending';
  if (needsAddress({ stage })) return 'Running';
  // Containers that are started again are those of a pod that runs.
  return containers.some(({ lastState }) => lastState?.terminated != null) ? 'Running' : 'Pending';
}

interface Seen {
  readonly statuses: readonly ContainerStatus[];
  readonly initStatuses: readonly ContainerStatus[] | undefined;
  readonly phase: string;
}

/** Foreign conditions first, then ours in their order; the identical list when nothing changes. */
export function conditions(
  pod: Pod,
  { statuses, initStatuses = [], phase }: Seen,
  now: string,
): readonly PodCondition[] {
  const old = pod.status.conditions ?? [];
  const containersReady = containersReadyCondition(statuses, phase);
  const own: readonly PodCondition[] = [
    initializedCondition(initStatuses, phase),
    gated(pod, { ...containersReady, type: 'Ready' }),
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ];
  const foreign = old.filter(({ type }) => !isOwn(type));
  const next = [...foreign, ...own.map((condition) => timed(condition, old, now))];
  // Kubelets compare their own ones only, so another order alone is not written.
  const isSame = old.length === next.length && next.every((condition) => old.includes(condition));
  return isSame ? old : next;
}

function isOwn(type: string): boolean {
  return (OWN_CONDITIONS as readonly string[]).includes(type);
}

/** The transition time changes only with the status. */
function timed(condition: PodCondition, all: readonly PodCondition[], now: string): PodCondition {
  const old = getCondition(all, condition.type);
  const kept = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const { type, status, ...why } = condition;
  const next = { type, status, ...neverProbed, lastTransitionTime: kept ?? now, ...why };
  return deepEqual(old, next) ? old! : next;
}

function initializedCondition(
  initContainers: readonly ContainerStatus[],
  phase: string,
): PodCondition {
  const type = 'Initialized';
  if (phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' };
  const incomplete = initContainers.filter((each) => !isPassed(each)).map(({ name }) => name);
  if (incomplete.length === 0) return { type, status: 'True' };
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyCondition(
  containers: readonly ContainerStatus[],
  phase: string,
): PodCondition {
  const type = 'ContainersReady';
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  const unready = containers.filter(({ ready }) => !ready).map(({ name }) => name);
  if (unready.length === 0) return { type, status: 'True' };
  const message = `containers with unready status: [${unready.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotReady', message };
}

/** Ready needs the conditions that the pod names as its readiness gates as well. */
function gated(pod: Pod, ready: PodCondition): PodCondition {
  const gates = pod.spec.readinessGates;
  if (gates === undefined || ready.status !== 'True') return ready;
  const complaints: string[] = [];
  for (const { conditionType } of gates) {
    const status = getCondition(pod.status.conditions, conditionType)?.status;
    if (status === undefined) {
      complaints.push(
        `corresponding condition of pod readiness gate "${conditionType}" does not exist.`,
      );
    } else if (status !== 'True') {
      complaints.push(
        `the status of pod readiness gate "${conditionType}" is not "True", but ${status}`,
      );
    }
  }
  if (complaints.length === 0) return ready;
  return {
    type: 'Ready',
    status: 'False',
    reason: 'ReadinessGatesNotReady',
    message: complaints.join(', '),
  };
}
