/** What a kubelet reports of a pod: a pure function of the pod, its stage and its node. */
import { copyOf, deepEqual, formatTime } from '#values';
import { getCondition, isPodTerminal, neverProbed } from '#kinds';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '#types';
import type { Millis } from '#clock';
import { containerStatuses, type ContainerFacts } from './container-status.ts';
import { ephemeralStatuses } from './ephemeral-status.ts';
import { isPassed } from './init-recall.ts';
import { initContainerStatuses } from './init-status.ts';
import type { Refusal } from './refusal.ts';
import type { Reports } from './reports.ts';

export interface PodFacts extends ContainerFacts {
  /** Virtual time, ms: that of the transitions of conditions. */
  readonly now: Millis;
  /** The node's address. */
  readonly hostIP: string;
  /** The pod's address; undefined as long as it has none. */
  readonly podIP: string | undefined;
}

/** The kubelet's own conditions in all releases. */
const OWN_CONDITIONS = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'] as const;
const SANDBOX = 'PodReadyToStartContainers';

/**
 * The pod's next status. The identical object when nothing changes: a pod that has ended, for any
 * reason, or is being deleted keeps its status.
 */
export function podStatus(pod: Pod, facts: PodFacts): PodStatus {
  const old = pod.status;
  if (isPodTerminal(pod) || pod.metadata.deletionTimestamp != null) return old;
  const nowText = formatTime(facts.now);
  const { podIP, refusal } = facts;
  if (refusal?.isAtStart === true) return refused(pod, refusal, nowText, facts.reports);
  const statuses = containerStatuses(pod, facts);
  const phase = phaseOf(facts, statuses);
  const initStatuses = initContainerStatuses(pod, facts);
  const state = { statuses, initStatuses, phase, hasSandbox: hasSandbox(facts) };
  // Added to a copy: statuses have few shapes.
  const next = copyOf(old);
  next.phase = phase;
  if (refusal !== undefined) Object.assign(next, ended(refusal));
  next.conditions = conditions(pod, state, nowText, facts.reports);
  Object.assign(next, placeOf(pod, facts));
  if (podIP !== undefined && podIP !== old.podIP) {
    next.podIP = podIP;
    next.podIPs = [{ ip: podIP }];
  }
  next.startTime = old.startTime ?? nowText;
  if (initStatuses !== undefined) next.initContainerStatuses = initStatuses;
  next.containerStatuses = statuses;
  const ephemeral = ephemeralStatuses(pod, facts);
  if (ephemeral !== undefined) next.ephemeralContainerStatuses = ephemeral;
  return deepEqual(old, next) ? old : next;
}

/** The status of a rejected pod has only the rejection, whatever it had before. */
function refused(pod: Pod, refusal: Refusal, now: string, reports: Reports): PodStatus {
  const { metadata, status: old } = pod;
  const foreign = old.conditions?.filter(({ type }) => !isOwn(type, reports)) ?? [];
  return {
    ...observed(metadata, reports),
    phase: 'Failed',
    ...(foreign.length > 0 && { conditions: foreign }),
    ...ended(refusal),
    startTime: old.startTime ?? now,
  };
}

/** Returns where a pod is, and which of its generations that is about. */
export function placeOf(
  { metadata }: Pod,
  { hostIP, reports }: Pick<PodFacts, 'hostIP' | 'reports'>,
): Partial<PodStatus> {
  const hostIPs = reports.hostIps && hostIP !== '' && { hostIPs: [{ ip: hostIP }] };
  return { ...observed(metadata, reports), hostIP, ...hostIPs };
}

function observed({ generation }: Pod['metadata'], reports: Reports): Observed {
  return reports.generation && generation !== undefined ? { observedGeneration: generation } : {};
}

type Observed = Pick<PodCondition & PodStatus, 'observedGeneration'>;

function ended({ reason, message }: Refusal): Pick<PodStatus, 'reason' | 'message'> {
  return { reason, message };
}

/** Has a sandbox, and with it an address, at that stage. */
export function needsAddress({ stage }: Pick<ContainerFacts, 'stage'>): boolean {
  return stage !== 'starting' && stage !== 'imagePullBackOff';
}

/** Returns whether the pod has a sandbox, which goes with its containers. */
function hasSandbox({ stage }: Pick<ContainerFacts, 'stage'>): boolean {
  return needsAddress({ stage }) && stage !== 'ended';
}

function phaseOf(
  { stage, exit }: PodFacts,
  containers: readonly ContainerStatus[],
): NonNullable<PodStatus['phase']> {
  if (stage === 'ended') return exit.exitCode === 0 ? 'Succeeded' : 'Failed';
  if (stage === 'initializing' || stage === 'initBackOff') return 'Pending';
  if (needsAddress({ stage }) && stage !== 'unconfigured') return 'Running';
  // Containers that are started again are those of a pod that runs.
  return containers.some(({ lastState }) => lastState?.terminated != null) ? 'Running' : 'Pending';
}

interface PodState {
  readonly statuses: readonly ContainerStatus[];
  readonly initStatuses: readonly ContainerStatus[] | undefined;
  readonly phase: string;
  readonly hasSandbox: boolean;
}

/** Foreign conditions first, then ours in their order; the identical list when nothing changes. */
export function conditions(
  pod: Pod,
  { statuses, initStatuses = [], phase, hasSandbox }: PodState,
  now: string,
  reports: Reports,
): readonly PodCondition[] {
  const old = pod.status.conditions ?? [];
  const containersReady = containersReadyCondition(statuses, phase);
  const own: readonly PodCondition[] = [
    ...(reports.sandbox ? [{ type: SANDBOX, status: hasSandbox ? 'True' : 'False' }] : []),
    initializedCondition(initStatuses, phase),
    gated(pod, { ...containersReady, type: 'Ready' }),
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ];
  const foreign = old.filter(({ type }) => !isOwn(type, reports));
  const about = observed(pod.metadata, reports);
  const next = foreign.concat(own.map((condition) => timed(condition, about, old, now)));
  // Kubelets compare their own ones only, so another order alone is not written.
  const isSame = old.length === next.length && next.every((condition) => old.includes(condition));
  return isSame ? old : next;
}

function isOwn(type: string, reports: Reports): boolean {
  if (type === SANDBOX) return reports.sandbox;
  return (OWN_CONDITIONS as readonly string[]).includes(type);
}

/** The transition time changes only with the status. */
function timed(
  condition: PodCondition,
  about: Observed,
  all: readonly PodCondition[],
  now: string,
): PodCondition {
  const old = getCondition(all, condition.type);
  const since = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const { type, status, ...why } = condition;
  const times = { ...neverProbed, lastTransitionTime: since ?? now };
  const next = { type, status, ...times, ...why, ...about };
  return deepEqual(old, next) ? old! : shared.of(next);
}

/** The conditions of an instant: those that say the same are one object, however many pods have them. */
class SharedConditions {
  readonly #byText = new Map<string, PodCondition>();
  #time: PodCondition['lastTransitionTime'];

  of(condition: PodCondition): PodCondition {
    const { lastTransitionTime } = condition;
    if (lastTransitionTime !== this.#time) this.#byText.clear();
    this.#time = lastTransitionTime;
    const text = JSON.stringify(condition);
    const known = this.#byText.get(text);
    if (known === undefined) this.#byText.set(text, condition);
    return known ?? condition;
  }
}

const shared = new SharedConditions();

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
