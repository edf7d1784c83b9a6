/** How probes are explained: what they have found in a row, and when that is enough. */
import { describe, expect, it } from 'vitest';
import type { Container } from '#types';
import { defaultBehaviour, type Behaviour } from '../../../../src/pool/behaviour/behaviour.ts';
import {
  readyStages,
  startedStages,
  type Watched,
} from '../../../../src/pool/explain/readiness.ts';
import { foundAfter } from '../../../../src/pool/pod/probes.ts';
import { stageTexts } from '../../controllers/past-view.ts';
import { makeContainer } from '../objects.ts';

const probe = { periodSeconds: 5, failureThreshold: 2, successThreshold: 1 };
const patient = { ...probe, failureThreshold: 30 };

type Case = readonly [Partial<Container>, Partial<Behaviour>, number];

const watched = ([container, behaviour, seconds]: Case): Watched => ({
  container: { ...makeContainer(), ...container },
  behaviour: { ...defaultBehaviour, ...behaviour },
  ranMs: seconds * 1000,
});

const readyTexts = (...one: Case): readonly string[] =>
  readyStages(watched(one)).flatMap(stageTexts);
const startedTexts = (...one: Case): readonly string[] =>
  startedStages(watched(one)).flatMap(stageTexts);

const simulated = (time: string): string =>
  `= simulated ${time}: from its start until probes succeed (sim/ready-seconds)`;
const ran = (time: string): string => `= run ${time}: since its start`;

const serves = { readyMs: 12_000 };

describe('a container that runs is explained', () => {
  it('without probes', () => {
    expect(startedTexts({}, {}, 3)).toEqual([
      ran('3s'),
      '= startup probe none: it has started once it runs',
    ]);
    expect(readyTexts({}, {}, 3)).toEqual([
      ...[ran('3s'), simulated('0s')],
      '= readiness probe none: nothing else is waited for',
    ]);
  });

  it('by its annotation, which decides before any readiness probe', () => {
    expect(readyTexts({ readinessProbe: probe }, { ready: false }, 3)).toEqual([
      ...[ran('3s'), simulated('0s')],
      '* sim/ready false: its annotation, or a rule, says that it is not ready',
    ]);
  });

  it.each<[string, Case, string]>([
    [
      'failures, that are enough',
      [{ readinessProbe: probe }, serves, 7],
      '2 of 2 failures: it looks every 5s; failureThreshold is 2: that is enough since 5s after the start',
    ],
    [
      'successes, that are not enough yet',
      [{ readinessProbe: { ...probe, successThreshold: 3 } }, serves, 21],
      '2 of 3 successes: it looks every 5s; successThreshold is 3: that is enough at 25s after the start, if nothing changes',
    ],
    [
      'no more successes than are asked for, with the defaults of a kubelet',
      [{ readinessProbe: {} }, serves, 61],
      '1 of 1 successes: it looks every 10s; successThreshold is 1: that is enough since 20s after the start',
    ],
    [
      'nothing before the startup probe has succeeded',
      [{ startupProbe: patient, readinessProbe: probe }, serves, 7],
      'waits: it is not asked before the startup probe has succeeded',
    ],
    [
      'nothing yet after it',
      [{ startupProbe: patient, readinessProbe: { ...probe, periodSeconds: 7 } }, serves, 16],
      '0 of 1 successes: it looks every 7s; successThreshold is 1: that is enough at 21s after the start, if nothing changes',
    ],
  ])('by what its readiness probe has found: %s', (_, one, text) => {
    expect(readyTexts(...one).at(-1)).toBe(`= readiness probe ${text}`);
  });

  it('by what its startup probe has found, too', () => {
    const failing: Case = [{ startupProbe: patient, readinessProbe: probe }, serves, 7];
    const stages = [
      ...[ran('7s'), simulated('12s')],
      '= startup probe 2 of 30 failures: it looks every 5s; failureThreshold is 30: the container is killed 2m25s after the start, if nothing changes',
    ];
    expect(startedTexts(...failing)).toEqual(stages);
    expect(readyTexts(...failing).slice(0, -1)).toEqual(stages);
    expect(startedTexts({ startupProbe: patient }, serves, 16)).toEqual([
      ...[ran('16s'), simulated('12s')],
      '= startup probe 1 of 1 successes: it looks every 5s; successThreshold is 1: that is enough since 15s after the start',
    ]);
  });

  it('by its liveness probe once that fails', () => {
    const text = (seconds: number): string | undefined =>
      readyTexts({ livenessProbe: probe }, { unhealthyMs: 8000 }, seconds)[3];
    expect(text(7)).toBeUndefined();
    const looks = 'it looks every 5s; failureThreshold is 2';
    expect(text(8)).toBe(
      `= liveness probe 0 of 2 failures: ${looks}: the container is killed 15s after the start, if nothing changes`,
    );
    expect(text(16)).toBe(
      `= liveness probe 2 of 2 failures: ${looks}: the container is killed 15s after the start`,
    );
  });
});

it('the explanation of probes agrees with what they find, at every second', () => {
  const probes = [undefined, probe, { ...probe, periodSeconds: 3, initialDelaySeconds: 10 }];
  const isEnough = (texts: readonly string[], name: string): boolean => {
    const found = texts.find((text) => text.startsWith(`= ${name} probe `)) ?? '';
    return / none: | (\d+) of \1 successes: /.test(found);
  };
  for (const startupProbe of [undefined, patient]) {
    for (const readinessProbe of probes) {
      const container = {
        ...(startupProbe && { startupProbe }),
        ...(readinessProbe && { readinessProbe }),
      };
      for (let seconds = 0; seconds <= 40; seconds += 1) {
        const one: Case = [container, serves, seconds];
        const { behaviour, ranMs, container: whole } = watched(one);
        const { started, ready } = foundAfter(whole, behaviour, ranMs);
        const isStarted = isEnough(startedTexts(...one), 'startup');
        const isServing = seconds >= 12 && isEnough(readyTexts(...one), 'readiness');
        const found = { started: isStarted, ready: isStarted && isServing };
        expect({ seconds, ...found }).toEqual({ seconds, started, ready });
      }
    }
  }
});
