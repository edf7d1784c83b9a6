/** A run of a pod's containers, as the pod machine sees it: how long it takes, and how it ends. */
import type { Millis } from '#clock';
import type { Pod } from '#types';
import { defaultInitRun, type InitRun } from '../behaviour/behaviour.ts';
import { exitOf, KILLED, type Exit } from './container-status.ts';
import { initRunNumber } from './init-recall.ts';
import type { PodSubject } from './pod-subject.ts';
import { readyAfter } from './probes.ts';
import { restartDelay } from './restart-delay.ts';
import { restartsAfter } from './restart-policy.ts';

/** Returns the present time of its kubelet, ms. */
export function now({ host }: PodSubject): Millis {
  return host.now();
}

/** Returns how long it is until a time after the present stage began, or after another time. */
export function left(subject: PodSubject, ms: Millis, since = subject.since): Millis {
  return Math.max(0, since + ms - now(subject));
}

/** Returns whether containers that started then are ready by now. */
export function isReadyBy(subject: PodSubject, started: Millis | undefined): boolean {
  const { pod, behaviour } = subject;
  if (started === undefined || !behaviour.ready) return false;
  return started + readyAfter(pod, behaviour) <= now(subject);
}

/** Ends its containers now. */
export function end(subject: PodSubject, exit: Exit): void {
  const { pod, since } = subject;
  subject.since = now(subject);
  subject.exit = exit;
  subject.delayMs = restartDelay(pod.status.containerStatuses?.[0], since, subject.since);
}

/** Ends its init container now. */
export function endInit(subject: PodSubject): void {
  const { pod, since, initIndex } = subject;
  const status = pod.status.initContainerStatuses?.[initIndex];
  subject.since = now(subject);
  subject.exit = exitOf(initExitCode(subject));
  subject.delayMs = restartDelay(status, since, subject.since);
}

/** Returns how its present init container runs. */
export function initRun({ behaviour, initIndex }: PodSubject): InitRun {
  return behaviour.init[initIndex] ?? defaultInitRun;
}

/** Returns how the current run of the init container ends. */
export function initExitCode(subject: PodSubject): number {
  const { exitCode, failTimes } = initRun(subject);
  return initRunNumber(subject.pod, subject.initIndex) < failTimes ? exitCode : 0;
}

/** Returns how containers end that are stopped: those that outlast the grace period are killed. */
export function exitOfStop({ pod, behaviour }: PodSubject): Exit {
  const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  return behaviour.terminateMs > graceMs ? KILLED : exitOf(behaviour.terminateExitCode);
}

/** Returns whether its containers are started again when they end by themselves. */
export function restartsAfterRun(subject: PodSubject): boolean {
  return restarts(subject.pod, exitOf(subject.behaviour.exitCode));
}

/** Returns whether containers that ended so are started again. */
export function restarts({ spec }: Pod, { exitCode }: Exit): boolean {
  return restartsAfter(spec, exitCode);
}
