/** What releases tell apart about targets without replicas. */
import { expect, it } from 'vitest';
import { profileOf, withGates } from '#kinds';
import { parseLabelSelector } from '#values';
import type { autoscalingV2 } from '#types';
import { emptyMemory } from '../../../../controllers/horizontalpodautoscaler/memory.ts';
import { conclude } from '../../../../controllers/horizontalpodautoscaler/outcome.ts';
import { plan, type View } from '../../../../controllers/horizontalpodautoscaler/plan.ts';
import { sleepFindings } from '../../../../controllers/horizontalpodautoscaler/sleep.ts';
import { settingsOf } from '../../../../controllers/horizontalpodautoscaler/settings.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;

const profiles = {
  '35': profileOf(35),
  '35 to zero': withGates(profileOf(35), { HPAScaleToZero: true }),
  '36': profileOf(36),
  '36 to zero': withGates(profileOf(36), { HPAScaleToZero: true }),
  '37': profileOf(37),
};

interface Case {
  readonly min?: number;
  readonly size: number;
  readonly queue: number;
  /** Whether the status says that it has lowered the target to zero. */
  readonly slept?: boolean;
  /** Whether it has rules of its own for changes. */
  readonly rules?: boolean;
}

function viewOf(
  { min = 0, size, queue, slept = false, rules = false }: Case,
  profile: keyof typeof profiles,
): View {
  const metric = { name: 'queue' };
  const target = { type: 'Value', value: '10' };
  const condition = { type: 'ScaledToZero', status: 'True', reason: 'ScaledToZero', message: '' };
  const hpa = {
    metadata: { name: 'web', namespace: 'ns', generation: 3 },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: min,
      maxReplicas: 5,
      ...(rules && { behavior: { scaleUp: {}, scaleDown: {} } }),
      metrics: [{ type: 'External', external: { metric, target } }],
    },
    status: slept ? { conditions: [condition] } : {},
  } as unknown as HorizontalPodAutoscaler;
  return {
    hpa,
    scale: { replicas: size, statusReplicas: size, selector: 'app=web' },
    selector: parseLabelSelector('app=web'),
    pods: [],
    readings: [{ total: queue * 1000 }],
    rivals: [],
    now: 1_800_000_000_000,
    settings: settingsOf(hpa, profiles[profile]),
  };
}

function outcome(seen: Case, profile: keyof typeof profiles): string {
  const view = viewOf(seen, profile);
  const { desired, rescale } = plan(view, emptyMemory);
  const { status } = conclude(view, plan(view, emptyMemory));
  const asleep = status.conditions?.find(({ type }) => type === 'ScaledToZero')?.status ?? 'unsaid';
  return `${rescale === undefined ? 'stays' : `to ${desired}, ${rescale}`}, asleep: ${asleep}`;
}

it.each<[profile: keyof typeof profiles, seen: Case, expected: string]>([
  ['35', { size: 0, queue: 25, min: 1 }, 'stays, asleep: unsaid'],
  [
    '35 to zero',
    { size: 0, queue: 25 },
    'to 3, external metric queue(nil) above target, asleep: unsaid',
  ],
  ['36', { size: 0, queue: 25 }, 'stays, asleep: unsaid'],
  ['36', { size: 0, queue: 25, slept: true }, 'stays, asleep: unsaid'],
  [
    '36',
    { size: 7, queue: 25, slept: true },
    'to 5, Current number of replicas above Spec.MaxReplicas, asleep: unsaid',
  ],
  ['36 to zero', { size: 0, queue: 25 }, 'stays, asleep: unsaid'],
  [
    '37',
    { size: 0, queue: 25, slept: true },
    'to 3, external metric queue(nil) above target, asleep: False',
  ],
  ['37', { size: 0, queue: 0, slept: true }, 'stays, asleep: True'],
  ['37', { size: 0, queue: 0, slept: true, min: 2 }, 'to 2, , asleep: False'],
  [
    '37',
    { size: 0, queue: 0, slept: true, min: 2, rules: true },
    'to 2, Current number of replicas below Spec.MinReplicas, asleep: False',
  ],
  [
    '37',
    { size: 7, queue: 25 },
    'to 5, Current number of replicas above Spec.MaxReplicas, asleep: False',
  ],
])('1.%s with %j: %s', (profile, seen, expected) => {
  expect(outcome(seen, profile)).toBe(expected);
});

it.each([
  ['36' as const, undefined],
  ['37' as const, 3],
])('the status of 1.%s is about generation %s', (profile, generation) => {
  const view = viewOf({ size: 1, queue: 10 }, profile);
  const { status } = conclude(view, plan(view, emptyMemory));
  expect(status.observedGeneration).toBe(generation);
});

it.each<[types: readonly string[], sleeps: boolean]>([
  [['Object'], true],
  [['External'], true],
  [['Resource', 'Object'], true],
  [['Resource'], false],
  [['Pods', 'ContainerResource'], false],
])('a target whose metrics are %j is asleep at no replicas: %s', (types, sleeps) => {
  const hpa = { spec: { minReplicas: 0, metrics: types.map((type) => ({ type })) } };
  const profile = profiles['36 to zero'];
  const [found] = sleepFindings(
    hpa as unknown as HorizontalPodAutoscaler,
    { from: 2, to: 0 },
    profile,
  );
  expect(found).toMatchObject({ type: 'ScaledToZero', status: sleeps ? 'True' : 'False' });
});
