/** Explains restarts: the runs of a container, how each ended, and the wait before the next. */
import { durationText, type Millis } from '#clock';
import { pod as podKind } from '#kinds';
import { formatTime, parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';
import type { Pass, PastView, Stage, Term } from '#runtime';
import { KILLED, LOST } from '../pod/container-status.ts';
import { firstFailedProbe, looksAt, periodOf } from '../pod/probes.ts';
import { backOffAfter, FIRST_BACK_OFF_MS, type BackOff } from '../pod/restart-delay.ts';
import { behaviourThen } from './facts.ts';

/** More runs than this are not listed, the latest first. */
const MOST_RUNS = 8;

type Ended = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

/** The runs that are over, the latest first. */
export function runTerms({ written, past }: Pass<Pod>, name: string): readonly Term[] {
  const terms: Term[] = [];
  let pod: Pod | undefined = written;
  while (pod !== undefined && terms.length < MOST_RUNS) {
    const status = statusOf(pod, name);
    const ended: Ended | undefined = endOf(status);
    if (status === undefined || ended === undefined) break;
    // A container that runs, or ended and has not been counted yet, was started again since.
    const run = status.restartCount + (status.state?.running == null ? 1 : 0);
    terms.push({
      subject: `run ${run}`,
      amount: ended.finishedAt,
      counts: status.restartCount >= run,
      because: endText(ended, before(pod, ended, past), name, past),
    });
    pod = before(pod, ended, past);
  }
  return terms;
}

/** Returns how the latest run that is over ended. */
export function lastEndText(pod: Pod, name: string, past: PastView): string | undefined {
  const ended = endOf(statusOf(pod, name));
  return ended && endText(ended, before(pod, ended, past), name, past);
}

/** Returns the pod while the run that ended was still going on. */
function before(pod: Pod, { startedAt, finishedAt }: Ended, past: PastView): Pod | undefined {
  if (startedAt == null || finishedAt == null) return undefined;
  const { name, namespace, uid } = pod.metadata;
  // Times have whole seconds: a run that began in this second has said so at its end.
  const found = past
    .at(Math.max(parseTime(startedAt), parseTime(finishedAt) - 1))
    .get(podKind, { name, ...(namespace !== undefined && { namespace }) });
  return found?.metadata.uid === uid ? found : undefined;
}

function endText(
  { exitCode, reason, startedAt, finishedAt }: Ended,
  running: Pod | undefined,
  name: string,
  past: PastView,
): string {
  const ran = ranText(startedAt, finishedAt);
  if (exitCode === LOST.exitCode && reason === LOST.reason) return `lost with its machine${ran}`;
  const probe =
    exitCode === KILLED.exitCode && running ? failedProbe(running, name, past) : undefined;
  return probe === undefined
    ? `ended with exit code ${exitCode} (${reason ?? 'no reason'})${ran}`
    : `killed, because ${probe}${ran}`;
}

function ranText(startedAt: string | null | undefined, finishedAt: string | null | undefined) {
  if (startedAt == null || finishedAt == null) return '';
  return `, after ${durationText(parseTime(finishedAt) - parseTime(startedAt))}`;
}

/** Returns the probe that has the kubelet kill the containers. */
function failedProbe(pod: Pod, name: string, past: PastView): string | undefined {
  const verdict = firstFailedProbe(pod, behaviourThen(pod, past));
  if (verdict === undefined) return undefined;
  const container = pod.spec.containers.find((each) => each.name === verdict.container)!;
  const kind = verdict.probe.toLowerCase();
  const probe = verdict.probe === 'Liveness' ? container.livenessProbe : container.startupProbe;
  const { threshold } = looksAt(probe!, 'failure', 0, 0);
  const whose = verdict.container === name ? 'its' : `container ${verdict.container}'s`;
  return `${whose} ${kind} probe failed ${threshold} times in a row (failureThreshold), looking every ${durationText(periodOf(probe!))}`;
}

/** Why a back-off is so long; `waited`: before the last run. */
const rules: Readonly<Record<BackOff['rule'], (waited: string) => string>> = {
  'first end': () => 'it has ended for the first time: it is started again at once',
  'long run': () => 'it has run for more than 10 min: earlier ends are forgotten',
  'first wait': (waited) => `it waited ${waited} before its last run: waits begin with 10 s`,
  doubled: (waited) => `it waited ${waited} before its last run: twice that`,
  'longest wait': (waited) => `it waited ${waited} before its last run: twice that, 5 min at most`,
};

/** Returns how long a container waits for its next start, and until when. */
export function backOffStages(
  pod: Pod,
  name: string,
  delayMs: Millis,
  past: PastView,
): readonly Stage[] {
  const ended = endOf(statusOf(pod, name));
  if (ended?.finishedAt == null) return [];
  const finished = parseTime(ended.finishedAt);
  const running = before(pod, ended, past);
  return [
    {
      name: 'end',
      value: ended.finishedAt,
      because: endText(ended, running, name, past),
    },
    {
      name: 'back-off',
      value: durationText(delayMs),
      ...delayReason(running && statusOf(running, name), ended, delayMs),
    },
    {
      name: 'next start',
      value: formatTime(finished + delayMs),
      because: 'when the back-off is over',
    },
  ];
}

function delayReason(
  running: ContainerStatus | undefined,
  { startedAt, finishedAt }: Ended,
  delayMs: Millis,
): Pick<Stage, 'because' | 'decides'> {
  const started = startedAt == null ? undefined : parseTime(startedAt);
  const backOff = backOffAfter(running, started, parseTime(finishedAt!));
  if (backOff.delayMs !== delayMs) {
    const because = `runs that end as sim/run-seconds says are always followed by ${durationText(FIRST_BACK_OFF_MS)}`;
    return { because };
  }
  const { rule, waitedMs = 0 } = backOff;
  const because = rules[rule](durationText(waitedMs));
  return { because, ...(rule === 'longest wait' && { decides: true }) };
}

function endOf(status: ContainerStatus | undefined): Ended | undefined {
  return status?.state?.terminated ?? status?.lastState?.terminated ?? undefined;
}

function statusOf({ status }: Pod, name: string): ContainerStatus | undefined {
  const all = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  return all.find((each) => each.name === name);
}
