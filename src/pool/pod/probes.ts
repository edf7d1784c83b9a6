/**
 * When probes notice the state of a container. Nothing runs here, so the `sim/` annotations say
 * what a probe finds: readiness and startup probes succeed from `sim/ready-seconds` after its
 * start, and liveness probes fail from `sim/unhealthy-seconds` on. Probes add the times at which a
 * kubelet checks: at multiples of the period from the start on, not before the initial delay. Times
 * in ms from the start of the containers.
 */
import type { Millis } from '#clock';
import type { Container, Pod, Probe } from '#types';
import type { Behaviour } from '../behaviour/behaviour.ts';

/** v1.24's defaults, for probes that were never defaulted. */
const usual = { period: 10, successes: 1, failures: 3 } as const;

/** When the pod gets ready, if it ever does. */
export function readyAfter({ spec }: Pod, behaviour: Behaviour): Millis {
  let latest = behaviour.readyMs;
  for (const container of spec.containers) {
    const ready = containerReadyAfter(container, behaviour);
    if (ready > latest) latest = ready;
  }
  return latest;
}

/** The probe results of a running container. */
export interface Finding {
  /** Its startup probe has succeeded, or it has none. */
  readonly started: boolean;
  readonly ready: boolean;
}

/** Returns the probe results of a container that has run for so long. */
export function foundAfter(container: Container, behaviour: Behaviour, ranMs: Millis): Finding {
  const started = startedAfter(container, behaviour) <= ranMs;
  const ready = behaviour.ready && containerReadyAfter(container, behaviour) <= ranMs;
  return { started, ready };
}

/** When the next probe result changes, before the pod is ready; Infinity: never again. */
export function nextFinding(pod: Pod, behaviour: Behaviour, ranMs: Millis): Millis {
  const end = behaviour.ready ? readyAfter(pod, behaviour) : Infinity;
  let next = end;
  const consider = (at: Millis): void => {
    if (at > ranMs && at < next) next = at;
  };
  for (const container of pod.spec.containers) {
    consider(startedAfter(container, behaviour));
    if (behaviour.ready) consider(containerReadyAfter(container, behaviour));
  }
  return next < end ? next : Infinity;
}

/** When its startup probe has succeeded; 0 without one. */
export function startedAfter({ startupProbe }: Container, { readyMs }: Behaviour): Millis {
  return startupProbe ? successAt(startupProbe, readyMs) : 0;
}

function containerReadyAfter(container: Container, behaviour: Behaviour): Millis {
  const { readinessProbe } = container;
  const serves = Math.max(behaviour.readyMs, startedAfter(container, behaviour));
  return readinessProbe ? successAt(readinessProbe, serves) : serves;
}

/** A probe that makes the kubelet restart the containers. */
export interface Verdict {
  readonly at: Millis;
  readonly probe: 'Liveness' | 'Startup';
  readonly container: string;
}

/** Returns the first probe that fails too often; undefined when none does. */
export function firstFailedProbe({ spec }: Pod, behaviour: Behaviour): Verdict | undefined {
  let first: Verdict | undefined;
  const consider = (verdict: Verdict): void => {
    if (first === undefined || verdict.at < first.at) first = verdict;
  };
  const { readyMs, unhealthyMs } = behaviour;
  for (const { name: container, startupProbe, livenessProbe } of spec.containers) {
    const startup = startupProbe && successAt(startupProbe, readyMs);
    const startupLimit = startupProbe && failureAt(startupProbe, 0);
    if (startup !== undefined && startup > startupLimit!) {
      consider({ at: startupLimit!, probe: 'Startup', container });
    } else if (livenessProbe && unhealthyMs !== Infinity) {
      const from = Math.max(unhealthyMs, startup ?? 0);
      consider({ at: failureAt(livenessProbe, from), probe: 'Liveness', container });
    }
  }
  return first;
}

/** What a probe finds in a row from a time on. */
export interface Looks {
  /** How often it has found it by now. */
  readonly inARow: number;
  /** How often it has to. */
  readonly threshold: number;
  /** When it has found it that often. */
  readonly at: Millis;
}

/** The looks of a probe at a container that has run for so long, which succeed, or fail, from `from` on. */
export function looksAt(
  probe: Probe,
  result: 'success' | 'failure',
  from: Millis,
  ranMs: Millis,
): Looks {
  const threshold =
    result === 'success'
      ? (probe.successThreshold ?? usual.successes)
      : (probe.failureThreshold ?? usual.failures);
  const period = periodOf(probe);
  const first = firstLook(probe, from);
  const inARow = ranMs < first ? 0 : Math.floor((ranMs - first) / period) + 1;
  return { inARow, threshold, at: first + (threshold - 1) * period };
}

/** Returns the time when the probe has succeeded often enough, where it succeeds from `from` on. */
function successAt(probe: Probe, from: Millis): Millis {
  return looksAt(probe, 'success', from, 0).at;
}

/** Returns the time when the probe has failed often enough, where it fails from `from` on. */
function failureAt(probe: Probe, from: Millis): Millis {
  return looksAt(probe, 'failure', from, 0).at;
}

function firstLook(probe: Probe, from: Millis): Millis {
  const period = periodOf(probe);
  const earliest = Math.max(from, (probe.initialDelaySeconds ?? 0) * 1000);
  return Math.ceil(earliest / period) * period;
}

/** From one look of a probe to the next. */
export function periodOf({ periodSeconds }: Probe): Millis {
  return (periodSeconds ?? usual.period) * 1000;
}
