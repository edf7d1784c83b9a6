/** Explanations of the status of an autoscaler. */
import { beforeAll, expect, test } from 'vitest';
import { horizontalPodAutoscaler } from '#kinds';
import type { Explanation } from '#record';
import { actsOf, pastOf, plain, termsOf, type PlayedPast } from '../support/past.ts';

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
  const pod = '+ Pod default/web-659d56ddd7-*';
  const older = [45, 30, 15].map(
    (second) => `- recommended at 2026-01-01T00:00:${second}Z 2: it has no effect`,
  );
  expect(plain(termsOf(told))).toEqual([
    '+ Deployment/default/web 2: its spec asks for 2 replicas, its status has 2',
    `${pod} 67108864: measured`,
    `${pod} 67108864: measured`,
    `+ ratio 0.5: current 67108864 on average over 2 pods, target 128Mi on average: ${far}`,
    '+ memory resource 1: the ratio times 2 pods, rounded up',
    `${pod} 1: measured`,
    `${pod} 1: measured`,
    `+ ratio 4: current 200 % of the requests over 2 pods, target 50 % of the requests: ${far}`,
    `+ ${cpu} 8: the ratio times 2 pods, rounded up`,
    '- memory resource 1: another metric recommends more',
    `+ ${cpu} 8: the highest recommendation of a metric`,
    ...older,
    '+ stabilized 8: as recommended: no earlier recommendation limits it',
    '+ policy 2 pods in 30 s 4: 8 would exceed it',
    '- spec.minReplicas 2: it is respected',
    '- spec.maxReplicas 6: 8 would violate it',
    `+ new size 4: the target is rescaled: ${cpu} above target`,
  ]);
  expect(actsOf(told).at(0)).toBe(
    'horizontal-pod-autoscaler updated HorizontalPodAutoscaler default/web',
  );
  expect(actsOf(told).at(-1)).toBe('scenario created HorizontalPodAutoscaler default/web');
});

test('pods that have just started are assumed to use nothing while scaling up', () => {
  const terms = plain(termsOf(ask('web', 'status.currentMetrics', 76)));
  const assumed =
    'it has just started, or is not ready: assumed to use that much, which dampens the change';
  expect(terms.filter((term) => term.endsWith(assumed))).toEqual([
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
  ]);
  expect(terms).toContain(
    '- cautious ratio 1: with the assumed values, over 4 pods: within the tolerance of 0.1 around 1, so nothing changes',
  );
});

test('an earlier recommendation sets the size', () => {
  const told = ask('web', 'status.conditions[AbleToScale].reason', 420);
  expect(told).toMatchObject({ value: 'ScaleDownStabilized', exact: true });
  expect(termsOf(told)).toContain(
    '+ recommended at 2026-01-01T00:06:30Z 8: the highest within the stabilization window: it sets the size',
  );
  expect(termsOf(told)).toContain('+ stabilized 6: not 3, because 8 was recommended before');
});

test('a condition says which limit it is about', () => {
  const told = ask('web', 'status.conditions[ScalingLimited].status', 125);
  expect(told).toMatchObject({ value: 'True', exact: true });
  expect(termsOf(told).slice(-2)).toEqual([
    '+ spec.maxReplicas 6: 8 would violate it',
    '+ ScalingLimited True: TooManyReplicas: the desired replica count is more than the maximum replica count',
  ]);
});

test('a target that is missing, or out of bounds, needs no metrics', () => {
  const missing = ask('early', 'status.conditions[AbleToScale].status', 20);
  expect(missing).toMatchObject({ value: 'False', exact: true });
  expect(termsOf(missing)[0]).toBe(
    '- Deployment/default/late: deployments/scale.apps "late" not found',
  );
  const bounded = ask('early', 'status.desiredReplicas', 211);
  expect(bounded).toMatchObject({ value: 3, exact: true });
  expect(termsOf(bounded)).toEqual([
    '+ Deployment/default/late 5: its spec asks for 5 replicas, its status has 5',
    '+ new size 3: the target is rescaled: Current number of replicas above Spec.MaxReplicas',
  ]);
});
