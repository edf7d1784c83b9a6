/** What is said about the size of a target that an autoscaler has set. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { saidOf } from '../explanations/account.ts';
import { labels, now } from '../explanations/explained.ts';

const objectOf = (apiVersion: string, kind: string, spec: object, status: object): KubeObject =>
  ({
    ...{ apiVersion, kind, spec, status },
    metadata: { name: 'web', namespace: 'default', uid: `uid-${kind}`, resourceVersion: '1' },
  }) as unknown as KubeObject;

const targetOf = (apiVersion: string, kind: string): KubeObject => {
  const selector = apiVersion === 'v1' ? labels : { matchLabels: labels };
  return objectOf(apiVersion, kind, { replicas: 5, selector }, { replicas: 5 });
};

const hpaFor = (apiVersion: string, kind: string): KubeObject =>
  objectOf(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { scaleTargetRef: { apiVersion, kind, name: 'web' }, maxReplicas: 3 },
    {},
  );

const rule =
  'is the size that an autoscaler has set: the highest recommendation of a metric, limited';

it.each([
  ['v1', 'ReplicationController'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'StatefulSet'],
])('explains the size of a target by its autoscaler: %s %s', (apiVersion, kind) => {
  const object = targetOf(apiVersion, kind);
  const objects = [object, hpaFor(apiVersion, kind)];
  const moment = { object, objects, now, key: 'default/web', evidence: {} };
  const { value, rule: said, terms } = saidOf('horizontalpodautoscaler', 'spec.replicas', moment);
  expect([value, said]).toEqual([3, `${rule} (HorizontalPodAutoscaler default/web)`]);
  expect(terms).not.toEqual([]);
});

it.each([
  ['whose autoscaler is gone', { key: 'default/other', evidence: {} }],
  ['of a record without what was measured', { key: 'default/web' }],
  ['that no autoscaler has set', { evidence: {} }],
])('explains no size %s', (_, parts) => {
  const object = targetOf('apps/v1', 'Deployment');
  const objects = [object, hpaFor('apps/v1', 'Deployment')];
  const moment = { object, objects, now, ...parts };
  expect(saidOf('horizontalpodautoscaler', 'spec.replicas', moment)).toEqual({
    value: undefined,
    rule,
    terms: [],
  });
});
