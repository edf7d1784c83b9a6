/** Explanations of the status of an autoscaler. */
import { beforeAll, expect, test } from 'vitest';
import { horizontalPodAutoscaler } from '#kinds';
import type { Explanation } from '#record';
import { actsOf, pastOf, plain, stagesOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('hpa/a-busy-quarter.yaml');
});

const ask = (name: string, path: string, seconds: number): Explanation =>
  past.ask(horizontalPodAutoscaler, name, path, seconds);

const cpu = 'cpu resource utilization (percentage of request)';
const far = 'outside the tolerance of 0.1 around 1';

test('the highest recommendation counts, but not faster than the policies allow', () => {
  const told = ask('web', 'status.desiredReplicas', 61);
  expect(told).toMatchObject({ value: 4, exact: true });
  expect(stagesOf(told)).toEqual([
    '= target 2: Deployment/default/web: its spec asks for 2 replicas, its status has 2',
    '= memory resource, measure 64Mi on average: over 2 pods, wanted: 128Mi on average',
    `= memory resource, ratio 0.5: what is measured to what is wanted: ${far}`,
    '= memory resource, recommendation 1: 0.5 x 2 pods, rounded up',
    `= ${cpu}, measure 200 % of the requests: over 2 pods, wanted: 50 % of the requests`,
    `= ${cpu}, ratio 4: what is measured to what is wanted: ${far}`,
    `= ${cpu}, recommendation 8: 4 x 2 pods, rounded up`,
    `= highest 8: of ${cpu}`,
    '= window 8: as recommended: no earlier recommendation limits it',
    '* policy 4: 8 would exceed policy 2 pods in 30 s, which allows 4',
    '= bounds 4: between spec.minReplicas 2 and spec.maxReplicas 6',
    `= size 4: the target is rescaled: ${cpu} above target`,
  ]);
  const pod = '+ Pod default/web-659d56ddd7-*';
  const older = [45, 30, 15].map(
    (second) => `- recommended at 2026-01-01T00:00:${second}Z 2: it has no effect`,
  );
  expect(plain(termsOf(told))).toEqual([
    `${pod} 64Mi: measured`,
    `${pod} 64Mi: measured`,
    `${pod} 1: measured`,
    `${pod} 1: measured`,
    '- memory resource 1: another metric recommends more',
    `+ ${cpu} 8: the highest recommendation of a metric`,
    ...older,
    '+ policy 2 pods in 30 s 4: it is the one that applies',
  ]);
  expect(actsOf(told).at(0)).toBe(
    'horizontal-pod-autoscaler updated HorizontalPodAutoscaler default/web',
  );
  expect(actsOf(told).at(-1)).toBe('scenario created HorizontalPodAutoscaler default/web');
});

test('pods that have just started are assumed to use nothing while scaling up', () => {
  const told = ask('web', 'status.currentMetrics', 76);
  const terms = plain(termsOf(told));
  const assumed =
    'it has just started, or is not ready: assumed to use that much, which dampens the change';
  expect(terms.filter((term) => term.endsWith(assumed))).toEqual([
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
  ]);
  expect(stagesOf(told)).toContain(
    `= ${cpu}, cautious ratio 1: with the assumed values, over 4 pods: within the tolerance of 0.1 around 1, so nothing changes`,
  );
});

test('an earlier recommendation sets the size', () => {
  const told = ask('web', 'status.conditions[AbleToScale].reason', 420);
  expect(told).toMatchObject({ value: 'ScaleDownStabilized', exact: true });
  expect(termsOf(told)).toContain(
    '+ recommended at 2026-01-01T00:06:30Z 8: the highest within the stabilization window: it sets the size',
  );
  expect(stagesOf(told)).toContain(
    '* window 6: not 3, because 8 was recommended at 2026-01-01T00:06:30Z: the size stays',
  );
});

test('a condition says which limit it is about', () => {
  const told = ask('web', 'status.conditions[ScalingLimited].status', 125);
  expect(told).toMatchObject({ value: 'True', exact: true });
  expect(stagesOf(told).slice(-2)).toEqual([
    '* bounds 6: 8 would violate spec.maxReplicas 6',
    '= ScalingLimited True: TooManyReplicas: the desired replica count is more than the maximum replica count',
  ]);
});

test('a target that is missing, or out of bounds, needs no metrics', () => {
  const missing = ask('early', 'status.conditions[AbleToScale].status', 20);
  expect(missing).toMatchObject({ value: 'False', exact: true });
  expect(stagesOf(missing)[0]).toBe(
    '= target: Deployment/default/late: deployments/scale.apps "late" not found',
  );
  const bounded = ask('early', 'status.desiredReplicas', 211);
  expect(bounded).toMatchObject({ value: 3, exact: true });
  expect(stagesOf(bounded)).toEqual([
    '= target 5: Deployment/default/late: its spec asks for 5 replicas, its status has 5',
    '* size 3: the target is rescaled: Current number of replicas above Spec.MaxReplicas',
  ]);
});
