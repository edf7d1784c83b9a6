/**
 * The life of a pod on its node, as an xstate machine. It never runs as an actor: compile.ts
 * makes a table of it. Delays count from `since`, the moment the present stage began, and are
 * asked anew whenever the pod changes (`sync`), so that a patched annotation counts at once.
 *
 *     unknown ─> starting ─> notReady <──> ready ─> ended
 *                   │            ^           │         any ─> terminating ─> gone
 *                   v            │           v         any ─> unknown (node silent or lost)
 *            imagePullBackOff    └ backOff < stopped
 *
 * `unknown` is what a kubelet knows right after its own start: the stage is read off the pod's
 * status. A node that falls silent and returns, and a pool that starts anew, both go that way.
 * A machine that was off finds no container running: it starts them again (`starting`), unless the
 * pod's policy is that they stay dead.
 */
import { setup } from 'xstate';
import type { Millis } from '#clock';
import { isPodTerminal, type Cause, type Pod } from '#kinds';
import type { Behaviour } from './behaviour/behaviour.ts';
import type { Args, Holding } from './compile.ts';
import { exitOf, hasBrokenImage, LOST, type Exit } from './container-status.ts';
import {
  boundAt,
  deletedAt,
  hasRun,
  isBackingOff,
  isPullingInVain,
  isStopped,
  startedAt,
  stoppedAt,
} from './pod-recall.ts';
import { delayIn, FIRST_BACK_OFF_MS, restartDelay } from './restart-delay.ts';

/** From the end of the containers to the moment in which the kubelet does something about it. */
const NOTICE_MS: Millis = 1000;

/** What the machine reads and writes of a pod's record. */
export interface PodSubject {
  /** Its latest known state. */
  readonly pod: Pod;
  readonly behaviour: Behaviour;
  /** When the present stage began, ms: bound, containers started, containers ended, deleted. */
  since: Millis;
  /** How its containers ended, as long as that is to be written. */
  exit: Exit;
  /** From the end of its containers to their restart, ms; 0: as soon as it is noticed. */
  delayMs: Millis;
}

export type PodStage =
  | 'unknown'
  | 'starting'
  | 'imagePullBackOff'
  | 'notReady'
  | 'ready'
  | 'stopped'
  | 'backOff'
  | 'ended'
  | 'terminating'
  | 'gone';

/**
 * `sync`: look again, something changed. `freeze`: the node does nothing any more. `boot`: the
 * machine was off and its kubelet looks for the first time, at containers that are dead.
 */
export interface PodEvent {
  readonly type: 'sync' | 'freeze' | 'boot';
  readonly cause?: Cause;
}

/** What the machine asks of the kubelet around it. Both may only look and queue. */
export interface PodHost<S extends PodSubject> {
  now(): Millis;
  /** When the images that a starting pod needs are on its node, ms. */
  imagesReadyAt(subject: S): Millis;
  /** The pod's stage changed, or may need another status: write what is due. */
  report(subject: S, cause: Cause): void;
  /** Its containers are being stopped. */
  killing(subject: S): void;
}

export function podMachine<S extends PodSubject>(host: PodHost<S>) {
  const { now } = host;
  const of =
    <R>(ask: (subject: S) => R) =>
    ({ context }: Args<S>): R =>
      ask(context.subject);
  const left = (since: Millis, ms: Millis): Millis => Math.max(0, since + ms - now());
  const isReadyBy = ({ behaviour }: S, started: Millis | undefined): boolean =>
    started !== undefined && behaviour.ready && started + behaviour.readyMs <= now();
  const recall = (timeOf: (pod: Pod) => Millis | undefined) =>
    of((subject) => void (subject.since = timeOf(subject.pod) ?? now()));

  const end = (subject: S, exit: Exit): void => {
    const { pod, since } = subject;
    subject.since = now();
    subject.exit = exit;
    subject.delayMs = restartDelay(pod, since, subject.since);
  };

  const machine = setup({
    types: {} as { context: Holding<S>; events: PodEvent },
    guards: {
      deleted: of(({ pod }) => pod.metadata.deletionTimestamp != null),
      finished: of(({ pod }) => isPodTerminal(pod)),
      imageBroken: of(({ pod }) => hasBrokenImage(pod)),
      restarts: of(restartsAfterRun),
      restartsSteadily: of(
        (subject) => subject.behaviour.hasSteadyRestarts && restartsAfterRun(subject),
      ),
      restartsAfterCrash: of(({ pod, behaviour }) =>
        restarts(pod, exitOf(behaviour.crashExitCode)),
      ),
      mustWait: of(({ delayMs }) => delayMs > 0),
      endsAtOnce: of((subject) => subject.behaviour.runMs === 0 && !restartsAfterRun(subject)),
      isLost: of(({ pod }) => hasRun(pod) && !restarts(pod, LOST)),
      readyAtOnce: of((subject) => isReadyBy(subject, now())),
      isReady: of((subject) => isReadyBy(subject, subject.since)),
      wasReadyByNow: of((subject) => isReadyBy(subject, startedAt(subject.pod))),
      wasStarted: of(({ pod }) => startedAt(pod) !== undefined),
      wasStopped: of(({ pod }) => isStopped(pod)),
      wasBackingOff: of(({ pod }) => isBackingOff(pod)),
      wasPullingInVain: of(({ pod }) => isPullingInVain(pod)),
    },
    delays: {
      start: of((subject) => left(host.imagesReadyAt(subject), subject.behaviour.startMs)),
      ready: of(({ since, behaviour }) =>
        behaviour.ready ? left(since, behaviour.readyMs) : Infinity,
      ),
      run: of(({ since, behaviour }) => left(since, behaviour.runMs)),
      crash: of(({ since, behaviour }) => left(since, behaviour.crashMs)),
      notice: of(({ since }) => left(since, NOTICE_MS)),
      restart: of(({ since, delayMs }) => left(since, delayMs)),
      terminate: of(({ since, behaviour }) => left(since, behaviour.terminateMs)),
    },
    actions: {
      report: ({ context, event }: Args<S>) =>
        host.report(context.subject, event.cause ?? { timer: event.timer ?? event.type }),
      killing: of((subject) => host.killing(subject)),
      begin: recall(() => undefined),
      endRun: of((subject) => end(subject, exitOf(subject.behaviour.exitCode))),
      endSteadyRun: of((subject) => {
        end(subject, exitOf(subject.behaviour.exitCode));
        subject.delayMs = FIRST_BACK_OFF_MS;
      }),
      crash: of((subject) => end(subject, exitOf(subject.behaviour.crashExitCode))),
      loseContainers: of((subject) => end(subject, LOST)),
      recallBound: recall(boundAt),
      recallStarted: recall(startedAt),
      recallStopped: of((subject) => {
        subject.since = stoppedAt(subject.pod) ?? now();
        subject.delayMs = delayIn(subject.pod) ?? FIRST_BACK_OFF_MS;
      }),
      recallDeleted: recall(deletedAt),
    },
  });

  return machine.createMachine({
    id: 'pod',
    context: ({ input }: { input: unknown }) => input as Holding<S>,
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
            { target: 'starting', actions: 'recallBound' },
          ],
          boot: [
            { guard: 'deleted', target: 'gone' },
            { guard: 'finished', target: 'ended' },
            { guard: 'isLost', target: 'ended', actions: 'loseContainers' },
            { target: 'starting', actions: 'begin' },
          ],
        },
      },
      starting: {
        entry: 'report',
        after: { start: [{ guard: 'imageBroken', target: 'imagePullBackOff' }, ...started] },
        on: { freeze, sync: [...ends, { target: 'starting', reenter: true }] },
      },
      imagePullBackOff: {
        entry: 'report',
        on: {
          freeze,
          sync: [...ends, { guard: 'imageBroken', actions: 'report' }, { target: 'starting' }],
        },
      },
      notReady: {
        entry: 'report',
        after: { ready: 'ready', run: stops, crash: crashes },
        on: {
          freeze,
          sync: [
            ...ends,
            { guard: 'isReady', target: 'ready' },
            { target: 'notReady', reenter: true },
          ],
        },
      },
      ready: {
        entry: 'report',
        after: { run: stops, crash: crashes },
        on: {
          freeze,
          sync: [
            ...ends,
            { guard: 'isReady', target: 'ready', reenter: true },
            { target: 'notReady' },
          ],
        },
      },
      stopped: {
        entry: 'report',
        after: { notice: [{ guard: 'mustWait', target: 'backOff' }, ...started] },
        on: { freeze, sync: [...ends, { target: 'stopped', reenter: true }] },
      },
      backOff: {
        entry: 'report',
        after: { restart: started },
        on: { freeze, sync: [...ends, { target: 'backOff', reenter: true }] },
      },
      ended: {
        entry: 'report',
        on: { freeze, sync: { guard: 'deleted', target: 'terminating', actions: 'begin' } },
      },
      terminating: {
        after: { terminate: 'gone' },
        on: { freeze, sync: { target: 'terminating', reenter: true } },
      },
      gone: { entry: 'report', on: { freeze } },
    },
  });
}

/** Its node does nothing for it any more. */
const freeze = { target: 'unknown' } as const;

/** What ends every stage: somebody deletes the pod, or writes a final phase. */
const ends = [
  { guard: 'deleted', target: 'terminating', actions: ['begin', 'killing'] },
  { guard: 'finished', target: 'ended' },
] as const;

/** The containers start: what is seen of it at once. */
const started = [
  { guard: 'endsAtOnce', target: 'ended', actions: 'endRun' },
  { guard: 'readyAtOnce', target: 'ready', actions: 'begin' },
  { target: 'notReady', actions: 'begin' },
] as const;

/** The containers end by themselves. */
const stops = [
  { guard: 'restartsSteadily', target: 'backOff', actions: 'endSteadyRun' },
  { guard: 'restarts', target: 'stopped', actions: 'endRun' },
  { target: 'ended', actions: 'endRun' },
] as const;

const crashes = [
  { guard: 'restartsAfterCrash', target: 'stopped', actions: 'crash' },
  { target: 'ended', actions: 'crash' },
] as const;

function restartsAfterRun(subject: PodSubject): boolean {
  return restarts(subject.pod, exitOf(subject.behaviour.exitCode));
}

/** Whether containers that ended so are started again. */
function restarts({ spec }: Pod, { exitCode }: Exit): boolean {
  const policy = spec.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}
