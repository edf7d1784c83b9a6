import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { autoscalingV2 } from '#types';
import { Lookups } from '../../../../controllers/horizontalpodautoscaler/lookups.ts';

const spec = {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  maxReplicas: 3,
};

const autoscalerIn = (namespace: string): autoscalingV2.HorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace, uid: namespace, resourceVersion: '1', creationTimestamp: '' },
  spec,
  status: { desiredReplicas: 0, currentMetrics: [] },
});

describe('the target of an autoscaler', () => {
  it('is in its own namespace, also where another autoscaler has the same spec', () => {
    const lookups = new Lookups(defaultProfile);
    const places = ['one', 'other', 'one'].map((namespace) =>
      lookups.place(autoscalerIn(namespace)),
    );
    expect(places.map((place) => place?.ref.namespace)).toEqual(['one', 'other', 'one']);
  });

  it('is the same value as long as the reference is', () => {
    const lookups = new Lookups(defaultProfile);
    const first = lookups.place(autoscalerIn('one'));
    expect(lookups.place({ ...autoscalerIn('one'), status: undefined as never })).toBe(first);
  });
});
