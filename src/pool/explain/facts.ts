/**
 * What a kubelet knew when it wrote the status of a pod, read off the pod before and after: the same
 * that a kubelet recalls which has just started.
 */
import type { Millis } from '#clock';
import { configMap, isPodTerminal, node as nodeKind, pod as podKind } from '#kinds';
import { formatTime } from '#values';
import type { ContainerStatus, Node, Pod } from '#types';
import type { Pass, PastView } from '#runtime';
import { behaviourOf } from '../behaviour/annotations.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { BEHAVIOUR_CONFIG, rulesIn } from '../behaviour/config.ts';
import { exitOf, hasBrokenImage, type Exit, type ReportedStage } from '../pod/container-status.ts';
import { initIndexIn, initStartedAt, isInitBackingOff } from '../pod/init-recall.ts';
import {
  hasRun,
  isBackingOff,
  isStopped,
  isWaitingForConfig,
  startedAt,
  stoppedAt,
} from '../pod/pod-recall.ts';
import type { PodFacts } from '../pod/pod-status.ts';
import { foundAfter } from '../pod/probes.ts';
import type { Refusal } from '../pod/refusal.ts';
import { reportsOn } from '../pod/reports.ts';
import { delayIn, FIRST_BACK_OFF_MS } from '../pod/restart-delay.ts';

/** What explains a status: the facts of which it is a function, and where they come from. */
export interface Known {
  readonly facts: PodFacts;
  readonly behaviour: Behaviour;
  /** For how long the containers have run, ms; undefined where none runs. */
  readonly ranMs: Millis | undefined;
}

export function knownIn({ object, written, past }: Pass<Pod>): Known {
  const behaviour = behaviourThen(object, past);
  const stage = stageOf(written);
  const started = startedAt(written) === undefined ? undefined : exactStart(object, written, past);
  const since = started ?? sinceIn(written, stage) ?? past.now;
  const ranMs = started === undefined ? undefined : past.now - started;
  const facts: PodFacts = {
    stage,
    since,
    exit: exitIn(written),
    delayMs: delayOf(object, written, stage),
    initIndex: initIndexOf(written, stage),
    unconfigured: behaviour.unconfigured,
    refusal: refusalIn(written),
    reports: reportsOn(nodeOf(object, past), past.profile),
    found: (container) => foundAfter(container, behaviour, ranMs ?? 0),
    now: past.now,
    hostIP: written.status.hostIP ?? '',
    podIP: written.status.podIP,
  };
  return { facts, behaviour, ranMs };
}

/** Returns how a pod behaved: by its annotations, the rules, and the labels of its node. */
export function behaviourThen(pod: Pod, past: PastView): Behaviour {
  const { rules } = rulesIn(past.get(configMap, BEHAVIOUR_CONFIG));
  const node = nodeOf(pod, past);
  return behaviourOf(pod, { rules, ...(node && { nodeLabels: node.metadata.labels ?? {} }) });
}

function nodeOf({ spec: { nodeName } }: Pod, past: PastView): Node | undefined {
  return nodeName ? past.get(nodeKind, { name: nodeName }) : undefined;
}

function stageOf(pod: Pod): ReportedStage {
  if (isPodTerminal(pod)) return 'ended';
  if (isBackingOff(pod)) return 'backOff';
  if (isStopped(pod)) return 'stopped';
  if (isWaitingForConfig(pod)) return 'unconfigured';
  if (startedAt(pod) !== undefined) return 'notReady';
  if (isInitBackingOff(pod) || hasInitFailed(pod)) return 'initBackOff';
  if (initIndexIn(pod) !== undefined && initStartedAt(pod) !== undefined) return 'initializing';
  return isPullingInVain(pod) ? 'imagePullBackOff' : 'starting';
}

function hasInitFailed({ status }: Pod): boolean {
  return (status.initContainerStatuses ?? []).some(
    ({ state }) => (state?.terminated?.exitCode ?? 0) !== 0,
  );
}

function isPullingInVain(pod: Pod): boolean {
  const all = [
    ...(pod.status.containerStatuses ?? []),
    ...(pod.status.initContainerStatuses ?? []),
  ];
  return (
    hasBrokenImage(pod) && all.some(({ state }) => state?.waiting?.reason === 'ImagePullBackOff')
  );
}

/** Which init container is at work, as the kubelet counts. */
function initIndexOf(pod: Pod, stage: ReportedStage): number {
  if (stage === 'starting' || stage === 'imagePullBackOff' || hasRun(pod)) return Infinity;
  return initIndexIn(pod) ?? Infinity;
}

function sinceIn(pod: Pod, stage: ReportedStage): Millis | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status;
  if (stage === 'initializing') return initStartedAt(pod);
  if (stage === 'initBackOff') return lastEnd(initContainerStatuses);
  return lastEnd(containerStatuses) ?? lastEnd(initContainerStatuses);
}

function lastEnd(statuses: readonly ContainerStatus[]): Millis | undefined {
  const ends = statuses.flatMap((status) => stoppedAt(status) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Returns how the container ended that ended last. */
function exitIn({ status }: Pod): Exit {
  const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  let last: { exitCode: number; reason?: string; finishedAt?: string | null } | undefined;
  for (const { state, lastState } of all) {
    const ended = state?.terminated ?? lastState?.terminated;
    if (ended != null && (ended.finishedAt ?? '') >= (last?.finishedAt ?? '')) last = ended;
  }
  return last === undefined ? exitOf(0) : { exitCode: last.exitCode, reason: last.reason ?? '' };
}

/** Returns how long containers wait whose run is over. */
function delayOf(before: Pod, written: Pod, stage: ReportedStage): Millis {
  if (stage !== 'initBackOff')
    return delayIn(before.status.containerStatuses ?? []) ?? FIRST_BACK_OFF_MS;
  if (!isInitBackingOff(written)) return 0;
  return (
    delayIn(before.status.initContainerStatuses ?? []) ??
    delayIn(written.status.initContainerStatuses ?? []) ??
    0
  );
}

function refusalIn({ status }: Pod): Refusal | undefined {
  const { phase, reason, message = '' } = status;
  if (phase !== 'Failed' || reason === undefined) return undefined;
  return { reason, message, event: message, isAtStart: status.containerStatuses === undefined };
}

/** When the containers started, ms: their status has whole seconds, the past has when it said so first. */
function exactStart(before: Pod, written: Pod, past: PastView): Millis {
  const second = startedAt(written)!;
  const isNew = startedAt(before) !== second;
  if (isNew && formatTime(past.now) === formatTime(second)) return past.now;
  const { name, namespace } = written.metadata;
  const says = (time: Millis): boolean => {
    const pod = past.at(time).get(podKind, { name, ...(namespace !== undefined && { namespace }) });
    return pod !== undefined && startedAt(pod) === second;
  };
  let [low, high] = [second, Math.min(second + 999, past.now)];
  if (!says(high)) return second;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (says(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
