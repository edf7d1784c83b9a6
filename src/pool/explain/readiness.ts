/** Explains what probes have found of a container that runs. */
import { durationText, type Millis } from '#clock';
import type { Container, Probe } from '#types';
import type { Stage } from '#runtime';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { looksAt, periodOf, startedAfter } from '../pod/probes.ts';

/** A container that runs, and for how long it has, ms. */
export interface Watched {
  readonly container: Container;
  readonly behaviour: Behaviour;
  readonly ranMs: Millis;
}

/** Returns why it counts as started, or does not. */
export function startedStages(watched: Watched): readonly Stage[] {
  const { container, behaviour, ranMs } = watched;
  const { startupProbe } = container;
  if (startupProbe === undefined) {
    return [
      ranStage(watched),
      { name: 'startup probe', value: 'none', because: 'it has started once it runs' },
    ];
  }
  const { readyMs } = behaviour;
  return [
    ranStage(watched),
    simulated(behaviour),
    ranMs < readyMs
      ? probeStage('startup probe', startupProbe, 'failure', { from: 0, ranMs })
      : probeStage('startup probe', startupProbe, 'success', { from: readyMs, ranMs }),
  ];
}

/** Returns why it is ready, or is not; and whether its liveness probe is about to end it. */
export function readyStages(watched: Watched): readonly Stage[] {
  const { container, behaviour, ranMs } = watched;
  return [
    ...(container.startupProbe === undefined
      ? [ranStage(watched), simulated(behaviour)]
      : startedStages(watched)),
    ...(behaviour.ready
      ? []
      : [
          {
            name: 'sim/ready',
            value: false,
            because: 'its annotation, or a rule, says that it is not ready',
            decides: true,
          } as const,
        ]),
    ...readinessStages(watched),
    ...livenessStages({ container, behaviour, ranMs }),
  ];
}

function readinessStages({ container, behaviour, ranMs }: Watched): readonly Stage[] {
  const { readinessProbe: probe } = container;
  if (!behaviour.ready) return [];
  const name = 'readiness probe';
  if (probe === undefined) return [{ name, value: 'none', because: 'nothing else is waited for' }];
  const started = startedAfter(container, behaviour);
  if (ranMs < started) {
    return [
      { name, value: 'waits', because: 'it is not asked before the startup probe has succeeded' },
    ];
  }
  const from = Math.max(behaviour.readyMs, started);
  return [
    ranMs < from
      ? probeStage(name, probe, 'failure', { from: started, ranMs })
      : probeStage(name, probe, 'success', { from, ranMs }),
  ];
}

function livenessStages({ container, behaviour, ranMs }: Watched): readonly Stage[] {
  const { livenessProbe: probe } = container;
  const { unhealthyMs } = behaviour;
  if (probe === undefined || unhealthyMs > ranMs) return [];
  const from = Math.max(unhealthyMs, startedAfter(container, behaviour));
  return [probeStage('liveness probe', probe, 'failure', { from, ranMs })];
}

function ranStage({ ranMs }: Watched): Stage {
  return { name: 'run', value: durationText(ranMs), because: 'since its start' };
}

function simulated({ readyMs }: Behaviour): Stage {
  const because = 'from its start until probes succeed (sim/ready-seconds)';
  return { name: 'simulated', value: durationText(readyMs), because };
}

/** `2 of 3 failures`: what a probe has found in a row, and when that is enough. */
function probeStage(
  name: string,
  probe: Probe,
  result: 'success' | 'failure',
  { from, ranMs }: { readonly from: Millis; readonly ranMs: Millis },
): Stage {
  const { inARow, threshold, at } = looksAt(probe, result, from, ranMs);
  const some = Math.min(inARow, threshold);
  const kinds = result === 'success' ? 'successes' : 'failures';
  const field = result === 'success' ? 'successThreshold' : 'failureThreshold';
  const when = `${durationText(at)} after the start`;
  const isOver = some === threshold;
  const restarts = result === 'failure' && name !== 'readiness probe';
  const effect = restarts
    ? `the container is killed ${when}`
    : `that is enough ${isOver ? 'since' : 'at'} ${when}`;
  const end = isOver ? effect : `${effect}, if nothing changes`;
  return {
    name,
    value: `${some} of ${threshold} ${kinds}`,
    because: `it looks every ${durationText(periodOf(probe))}; ${field} is ${threshold}: ${end}`,
  };
}
