/** Autoscalers and their metrics as a client sends them. */
import type { autoscalingV2 } from '#types';

export type Version2 = autoscalingV2.HorizontalPodAutoscaler;
export type Metric = autoscalingV2.MetricSpec;

export const metadata = { name: 'h', namespace: 'default' };
export const scaleTargetRef = { kind: 'Deployment', name: 'web' };
export const prefix = 'autoscaling.alpha.kubernetes.io/';

export const v2Of = (spec: object = {}, rest: object = {}): Version2 =>
  ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { maxReplicas: 5, scaleTargetRef, ...spec },
    ...rest,
  }) as unknown as Version2;

export const cpu = (averageUtilization: number): Metric => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});
export const external = (target: object): Metric =>
  ({ type: 'External', external: { metric: { name: 'q' }, target } }) as unknown as Metric;
