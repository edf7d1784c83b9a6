/** Why an autoscaler wants so many replicas. */
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
const far = 'further from 1 than the tolerance of 0.1';

test('the metric that asks for the most counts, but not faster than the policies allow', () => {
  const told = ask('web', 'status.desiredReplicas', 61);
  expect(told).toMatchObject({ value: 4, exact: true });
  const pod = '+ Pod default/web-659d56ddd7-*';
  const older = [45, 30, 15].map(
    (second) => `- recommended at 2026-01-01T00:00:${second}Z 2: it does not matter`,
  );
  expect(plain(termsOf(told))).toEqual([
    '+ Deployment/default/web 2: it asks for 2 replicas and has 2',
    `${pod} 67108864: measured`,
    `${pod} 67108864: measured`,
    `+ ratio 0.5: used 67108864 on average by 2 pods, of a target of 128Mi on average: ${far}`,
    '+ memory resource 1: the ratio times 2 pods, rounded up',
    `${pod} 1: measured`,
    `${pod} 1: measured`,
    `+ ratio 4: used 200 % of the requests by 2 pods, of a target of 50 % of the requests: ${far}`,
    `+ ${cpu} 8: the ratio times 2 pods, rounded up`,
    '- memory resource 1: another metric asks for more',
    `+ ${cpu} 8: the most that a metric asks for`,
    ...older,
    '+ stabilized 8: as asked for: nothing recommended lately speaks against it',
    '+ policy 2 pods in 30 s 4: 8 would be faster',
    '- spec.minReplicas 2: it is kept',
    '- spec.maxReplicas 6: 8 would break it',
    `+ new size 4: the target is rescaled: ${cpu} above target`,
  ]);
  expect(actsOf(told).at(0)).toBe(
    'horizontal-pod-autoscaler updated HorizontalPodAutoscaler default/web',
  );
  expect(actsOf(told).at(-1)).toBe('scenario created HorizontalPodAutoscaler default/web');
});

test('pods that have just started are taken to use nothing while more are wanted', () => {
  const terms = plain(termsOf(ask('web', 'status.currentMetrics', 76)));
  const assumed =
    'it has only just started, or is not ready: taken to use that much, which speaks against the change';
  expect(terms.filter((term) => term.endsWith(assumed))).toEqual([
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
    `+ Pod default/web-659d56ddd7-* 0: ${assumed}`,
  ]);
  expect(terms).toContain(
    '- cautious ratio 1: with what is assumed, of 4 pods: so near to 1 (tolerance 0.1) that nothing changes',
  );
});

test('what was recommended lately holds the size', () => {
  const told = ask('web', 'status.conditions[AbleToScale].reason', 420);
  expect(told).toMatchObject({ value: 'ScaleDownStabilized', exact: true });
  expect(termsOf(told)).toContain(
    '+ recommended at 2026-01-01T00:06:30Z 8: the highest within the stabilization window: it holds the size',
  );
  expect(termsOf(told)).toContain('+ stabilized 6: not 3, as 8 was recommended lately');
});

test('a condition tells which limit it is about', () => {
  const told = ask('web', 'status.conditions[ScalingLimited].status', 125);
  expect(told).toMatchObject({ value: 'True', exact: true });
  expect(termsOf(told).slice(-2)).toEqual([
    '+ spec.maxReplicas 6: 8 would break it',
    '+ ScalingLimited True: TooManyReplicas: the desired replica count is more than the maximum replica count',
  ]);
});

test('a target that is not there, or out of bounds, needs no metrics', () => {
  const missing = ask('early', 'status.conditions[AbleToScale].status', 20);
  expect(missing).toMatchObject({ value: 'False', exact: true });
  expect(termsOf(missing)[0]).toBe(
    '- Deployment/default/late: deployments/scale.apps "late" not found',
  );
  const bounded = ask('early', 'status.desiredReplicas', 211);
  expect(bounded).toMatchObject({ value: 3, exact: true });
  expect(termsOf(bounded)).toEqual([
    '+ Deployment/default/late 5: it asks for 5 replicas and has 5',
    '+ new size 3: the target is rescaled: Current number of replicas above Spec.MaxReplicas',
  ]);
});
