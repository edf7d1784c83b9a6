/**
 * The life of a pod on its node, as an xstate machine. It never runs as an actor: compile.ts makes
 * a table of it. Delays count from `since`, the start of the present stage, and are recomputed
 * whenever the pod changes (`sync`), so that a patched annotation takes effect immediately.
 *
 * unknown ─> starting ─> initializing ─> notReady <──> ready ─> ended │         │      ^
 * ^           │         any ─> terminating ─> gone v         v      │           │           v
 * any ─> unknown (node silent or lost) imagePullBackOff initBackOff        └ backOff < stopped
 * any ─> ended (deadline, refused)
 *
 * `unknown` is what a kubelet knows right after its own start: the stage is derived from the pod's
 * status. A node that disconnects and returns, and a restarted pool, both start there. A machine
 * that was off finds no container running: it restarts them (`starting`), unless the pod's restart
 * policy forbids it. Containers that cannot be configured wait (`unconfigured`) wherever they would start.
 */
import { setup } from 'xstate';
import type { Millis } from '#clock';
import { isPodTerminal } from '#kinds';
import type { Pod } from '#types';
import type { Args, Holding } from '../table/compile.ts';
import { exitOf, hasBrokenImage, KILLED, LOST } from './container-status.ts';
import { initBehind, initIndexIn, initStartedAt, isInitBackingOff } from './init-recall.ts';
import {
  boundAt,
  deletedAt,
  hasRun,
  isBackingOff,
  isWaitingForConfig,
  isWaitingForImage,
  isStopped,
  startedAt,
  stoppedAt,
} from './pod-recall.ts';
import {
  end,
  endInit,
  exitOfStop,
  initExitCode,
  initRun,
  isReadyBy,
  left,
  now,
  restarts,
  restartsAfterRun,
} from './pod-run.ts';
import type { PodEvent, PodSubject } from './pod-subject.ts';
import { firstFailedProbe, nextFinding, readyAfter } from './probes.ts';
import { DEADLINE_EXCEEDED } from './refusal.ts';
import { CONFIGURE_AGAIN_MS, delayIn, FIRST_BACK_OFF_MS } from './restart-delay.ts';
import { mountDelay } from './volumes.ts';

/** From the end of the containers to the kubelet's reaction. */
const NOTICE_MS: Millis = 1000;

export function podMachine() {
  const machine = setup({
    types: {} as { context: Holding<PodSubject>; events: PodEvent },
    guards: {
      deleted: of(({ pod }) => pod.metadata.deletionTimestamp != null),
      finished: of(({ pod }) => isPodTerminal(pod)),
      refused: of((subject) => subject.host.refusal(subject) !== undefined),
      isUnmounted: of(({ behaviour }) => behaviour.unmounted !== undefined),
      isUnconfigured: of(({ behaviour }) => behaviour.unconfigured !== undefined),
      hasInit: of(({ pod }) => initBehind(pod, -1) !== undefined),
      initFails: of((subject) => initExitCode(subject) !== 0),
      initFailsForGood: of(
        (subject) => initExitCode(subject) !== 0 && subject.pod.spec.restartPolicy === 'Never',
      ),
      hasMoreInit: of(({ pod, initIndex }) => initBehind(pod, initIndex) !== undefined),
      wasInitBackingOff: of(({ pod }) => isInitBackingOff(pod)),
      wasInitializing: of(({ pod }) => initIndexIn(pod) !== undefined),
      restartsAfterKill: of(({ pod }) => restarts(pod, KILLED)),
      imageBroken: of(({ pod }) => hasBrokenImage(pod)),
      restarts: of(restartsAfterRun),
      restartsSteadily: of(
        (subject) => subject.behaviour.hasFixedRestartDelay && restartsAfterRun(subject),
      ),
      restartsAfterCrash: of(({ pod, behaviour }) =>
        restarts(pod, exitOf(behaviour.crashExitCode)),
      ),
      mustWait: of(({ delayMs }) => delayMs > 0),
      endsAtOnce: of((subject) => subject.behaviour.runMs === 0 && !restartsAfterRun(subject)),
      isLost: of(({ pod }) => hasRun(pod) && !restarts(pod, LOST)),
      readyAtOnce: of((subject) => isReadyBy(subject, now(subject))),
      isReady: of((subject) => isReadyBy(subject, subject.since)),
      wasReadyByNow: of((subject) => isReadyBy(subject, startedAt(subject.pod))),
      wasStarted: of(({ pod }) => startedAt(pod) !== undefined),
      wasStopped: of(({ pod }) => isStopped(pod)),
      wasBackingOff: of(({ pod }) => isBackingOff(pod)),
      wasPullingInVain: of(({ pod }) => isWaitingForImage(pod)),
      wasUnconfigured: of(({ pod }) => isWaitingForConfig(pod)),
    },
    delays: {
      start: of((subject) => {
        const { host, behaviour } = subject;
        if (behaviour.unmounted !== undefined) return Infinity;
        const at = Math.max(host.imagesReadyAt(subject), host.volumesReadyAt(subject));
        return left(subject, behaviour.startMs, at);
      }),
      mount: of((subject) => {
        const { behaviour, mountFailures, mountFailedAt } = subject;
        if (behaviour.unmounted === undefined) return Infinity;
        return left(subject, mountDelay(mountFailures), mountFailedAt);
      }),
      configure: of((subject) => left(subject, CONFIGURE_AGAIN_MS)),
      init: of((subject) => left(subject, initRun(subject).runMs)),
      initRestart: of((subject) => left(subject, Math.max(subject.delayMs, NOTICE_MS))),
      deadline: of((subject) => {
        const { activeDeadlineSeconds: seconds = Infinity } = subject.pod.spec;
        return left(subject, seconds * 1000, boundAt(subject.pod));
      }),
      unhealthy: of((subject) => {
        const verdict = firstFailedProbe(subject.pod, subject.behaviour);
        return verdict === undefined ? Infinity : left(subject, verdict.at);
      }),
      ready: of((subject) => {
        const { pod, behaviour } = subject;
        return behaviour.ready ? left(subject, readyAfter(pod, behaviour)) : Infinity;
      }),
      finding: of((subject) => {
        const { pod, since, behaviour } = subject;
        return left(subject, nextFinding(pod, behaviour, now(subject) - since));
      }),
      run: of((subject) => left(subject, subject.behaviour.runMs)),
      crash: of((subject) => left(subject, subject.behaviour.crashMs)),
      notice: of((subject) => left(subject, NOTICE_MS)),
      restart: of((subject) => left(subject, subject.delayMs)),
      terminate: of((subject) => left(subject, subject.behaviour.terminateMs)),
    },
    actions: {
      report: ({ context: { subject }, event }: Args<PodSubject>) =>
        subject.host.report(subject, event.cause ?? { timer: event.timer ?? event.type }),
      killing: of((subject) => subject.host.killing(subject)),
      begin: recall(() => undefined),
      unmount: of((subject) => void (subject.mountFailures = 0)),
      failToMount: of((subject) => {
        subject.mountFailures++;
        subject.mountFailedAt = now(subject);
        subject.host.unmounted(subject);
      }),
      failToConfigure: of((subject) => {
        subject.since = now(subject);
        subject.host.unconfigured(subject);
      }),
      endRun: of((subject) => end(subject, exitOf(subject.behaviour.exitCode))),
      endSteadyRun: of((subject) => {
        end(subject, exitOf(subject.behaviour.exitCode));
        subject.delayMs = FIRST_BACK_OFF_MS;
      }),
      crash: of((subject) => end(subject, exitOf(subject.behaviour.crashExitCode))),
      loseContainers: of((subject) => end(subject, LOST)),
      stop: of((subject) => end(subject, exitOfStop(subject))),
      refuse: of((subject) => void (subject.refusal = subject.host.refusal(subject))),
      endByDeadline: of((subject) => {
        end(subject, KILLED);
        subject.refusal = DEADLINE_EXCEEDED;
      }),
      giveUp: of((subject) => {
        subject.host.unhealthy(subject);
        end(subject, KILLED);
      }),
      beginInit: of((subject) => void (subject.initIndex = initBehind(subject.pod, -1)!)),
      nextInit: of((subject) => {
        subject.initIndex = initBehind(subject.pod, subject.initIndex)!;
      }),
      endInit: of(endInit),
      finishInit: of((subject) => void (subject.initIndex = Infinity)),
      recallInit: of((subject) => {
        subject.initIndex = initIndexIn(subject.pod) ?? 0;
        subject.since = initStartedAt(subject.pod) ?? now(subject);
      }),
      recallInitFailed: of((subject) => {
        const { initContainerStatuses = [] } = subject.pod.status;
        subject.initIndex = initIndexIn(subject.pod) ?? 0;
        subject.since = stoppedAt(initContainerStatuses[subject.initIndex]) ?? now(subject);
        subject.delayMs = delayIn(initContainerStatuses) ?? FIRST_BACK_OFF_MS;
      }),
      recallBound: recall(boundAt),
      recallStarted: recall(startedAt),
      recallStopped: of((subject) => {
        const { containerStatuses = [] } = subject.pod.status;
        subject.since = stoppedAt(containerStatuses[0]) ?? now(subject);
        subject.delayMs = delayIn(containerStatuses) ?? FIRST_BACK_OFF_MS;
      }),
      recallDeleted: recall(deletedAt),
    },
  });

  return machine.createMachine({
    id: 'pod',
    context: ({ input }: { input: unknown }) => input as Holding<PodSubject>,
    initial: 'unknown',
    states: {
      unknown: {
        on: {
          sync: [
            { guard: 'deleted', target: 'terminating', actions: 'recallDeleted' },
            { guard: 'finished', target: 'ended' },
            { guard: 'wasBackingOff', target: 'backOff', actions: 'recallStopped' },
            { guard: 'wasStopped', target: 'stopped', actions: 'recallStopped' },
            { guard: 'wasReadyByNow', target: 'ready', actions: 'recallStarted' },
            { guard: 'wasStarted', target: 'notReady', actions: 'recallStarted' },
            { guard: 'wasPullingInVain', target: 'imagePullBackOff', actions: 'recallBound' },
            { guard: 'wasUnconfigured', target: 'unconfigured', actions: 'begin' },
            { guard: 'wasInitBackingOff', target: 'initBackOff', actions: 'recallInitFailed' },
            { guard: 'wasInitializing', target: 'initializing', actions: 'recallInit' },
            { guard: 'refused', target: 'ended', actions: ['begin', 'refuse'] },
            { target: 'starting', actions: 'recallBound' },
          ],
          boot: [
            { guard: 'deleted', target: 'gone', actions: 'loseContainers' },
            { guard: 'finished', target: 'ended' },
            { guard: 'refused', target: 'ended', actions: ['begin', 'refuse'] },
            { guard: 'isLost', target: 'ended', actions: 'loseContainers' },
            { target: 'starting', actions: 'begin' },
          ],
        },
      },
      starting: {
        entry: 'report',
        after: {
          start: [
            { guard: 'imageBroken', target: 'imagePullBackOff' },
            { guard: 'hasInit', target: 'initializing', actions: ['begin', 'beginInit'] },
            ...started,
          ],
          mount: { target: 'starting', reenter: true, actions: 'failToMount' },
          deadline,
        },
        on: { freeze, sync: [...ends, { target: 'starting', reenter: true }] },
      },
      imagePullBackOff: {
        entry: 'report',
        after: { deadline },
        on: {
          freeze,
          sync: [
            ...ends,
            { guard: 'imageBroken', target: 'imagePullBackOff', reenter: true },
            { target: 'starting' },
          ],
        },
      },
      initializing: {
        entry: 'report',
        after: {
          init: [
            { guard: 'initFailsForGood', target: 'ended', actions: 'endInit' },
            { guard: 'initFails', target: 'initBackOff', actions: 'endInit' },
            {
              guard: 'hasMoreInit',
              target: 'initializing',
              reenter: true,
              actions: ['begin', 'nextInit'],
            },
            ...started.map((row) => ({ ...row, actions: ['finishInit', row.actions] as const })),
          ],
          deadline,
        },
        on: { freeze, sync: [...ends, { target: 'initializing', reenter: true }] },
      },
      initBackOff: {
        entry: 'report',
        after: { initRestart: { target: 'initializing', actions: 'begin' }, deadline },
        on: { freeze, sync: [...ends, { target: 'initBackOff', reenter: true }] },
      },
      unconfigured: {
        entry: 'report',
        after: {
          configure: started,
          deadline,
        },
        on: {
          freeze,
          sync: [
            ...ends,
            { guard: 'isUnconfigured', target: 'unconfigured', reenter: true },
            ...started,
          ],
        },
      },
      notReady: {
        entry: 'report',
        after: {
          ready: 'ready',
          finding: { target: 'notReady', reenter: true },
          run: stops,
          crash: crashes,
          unhealthy: givesUp,
          deadline,
        },
        on: {
          freeze,
          sync: [
            ...ends,
            unmounted,
            unconfigured,
            { guard: 'isReady', target: 'ready' },
            { target: 'notReady', reenter: true },
          ],
        },
      },
      ready: {
        entry: 'report',
        after: { run: stops, crash: crashes, unhealthy: givesUp, deadline },
        on: {
          freeze,
          sync: [
            ...ends,
            unmounted,
            unconfigured,
            { guard: 'isReady', target: 'ready', reenter: true },
            { target: 'notReady' },
          ],
        },
      },
      stopped: {
        entry: 'report',
        after: { notice: [{ guard: 'mustWait', target: 'backOff' }, ...started], deadline },
        on: { freeze, sync: [...ends, { target: 'stopped', reenter: true }] },
      },
      backOff: {
        entry: 'report',
        after: { restart: started, deadline },
        on: { freeze, sync: [...ends, { target: 'backOff', reenter: true }] },
      },
      ended: {
        entry: 'report',
        on: { freeze, sync: { guard: 'deleted', target: 'terminating', actions: 'begin' } },
      },
      terminating: {
        after: { terminate: { target: 'gone', actions: 'stop' } },
        on: { freeze, sync: { target: 'terminating', reenter: true } },
      },
      gone: { entry: 'report', on: { freeze } },
    },
  });
}

function of<R>(ask: (subject: PodSubject) => R) {
  return ({ context }: Args<PodSubject>): R => ask(context.subject);
}

function recall(timeOf: (pod: Pod) => Millis | undefined) {
  return of((subject) => void (subject.since = timeOf(subject.pod) ?? now(subject)));
}

/** Its node no longer handles it. */
const freeze = { target: 'unknown' } as const;

/** What ends every stage: a client deletes the pod, or writes a final phase. */
const ends = [
  { guard: 'deleted', target: 'terminating', actions: ['begin', 'killing'] },
  { guard: 'finished', target: 'ended' },
] as const;

/** The containers cannot be created for now: what ran, if anything, stood for them. */
const unconfigured = {
  guard: 'isUnconfigured',
  target: 'unconfigured',
  reenter: true,
  actions: 'failToConfigure',
} as const;

/** The containers start: the immediate effects. */
const started = [
  unconfigured,
  { guard: 'endsAtOnce', target: 'ended', actions: 'endRun' },
  { guard: 'readyAtOnce', target: 'ready', actions: 'begin' },
  { target: 'notReady', actions: 'begin' },
] as const;

/** What ran stood for a container that cannot be created. */
const unmounted = {
  guard: 'isUnmounted',
  target: 'starting',
  actions: ['begin', 'unmount'],
} as const;

/** The containers end by themselves. */
const stops = [
  { guard: 'restartsSteadily', target: 'backOff', actions: 'endSteadyRun' },
  { guard: 'restarts', target: 'stopped', actions: 'endRun' },
  { target: 'ended', actions: 'endRun' },
] as const;

/** The pod has reached its active deadline. */
const deadline = { target: 'ended', actions: ['killing', 'endByDeadline'] } as const;

/** A probe has failed too often. */
const givesUp = [
  { guard: 'restartsAfterKill', target: 'stopped', actions: 'giveUp' },
  { target: 'ended', actions: 'giveUp' },
] as const;

const crashes = [
  { guard: 'restartsAfterCrash', target: 'stopped', actions: 'crash' },
  { target: 'ended', actions: 'crash' },
] as const;
