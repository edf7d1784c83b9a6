import { expect, test } from 'vitest';
import {
  cronJob,
  daemonSet,
  deployment,
  horizontalPodAutoscaler,
  job,
  persistentVolumeClaim,
  pod,
  podDisruptionBudget,
  resourceQuota,
  service,
  statefulSet,
  type Kind,
} from '#kinds';
import type { KubeObject, NewObject } from '#values';
import { apiRig, context } from '../../support/api.ts';

const containers = [{ name: 'main', image: 'app:1' }];
const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
const selector = { matchLabels: { a: 'b' } };
const ending = { spec: { restartPolicy: 'Never', containers } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const cases: readonly (readonly [kind: { readonly kind: string }, spec: object, status: object])[] =
  [
    [
      daemonSet,
      { selector, template },
      {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      },
    ],
    [deployment, { selector, template }, {}],
    [statefulSet, { selector, template, serviceName: 's' }, { replicas: 0, availableReplicas: 0 }],
    [job, { template: ending }, {}],
    [cronJob, { schedule: '@daily', jobTemplate: { spec: { template: ending } } }, {}],
    [pod, { containers }, {}],
    [resourceQuota, { hard: { pods: '1' } }, {}],
    [service, { ports: [{ port: 80 }] }, { loadBalancer: {} }],
    [persistentVolumeClaim, claim, { phase: 'Pending' }],
    [
      podDisruptionBudget,
      { selector },
      { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    ],
    [
      horizontalPodAutoscaler,
      { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd' } },
      { desiredReplicas: 0, currentMetrics: null },
    ],
  ];

test.each(cases.map(([kind, spec, status]) => ({ name: kind.kind, kind, spec, status })))(
  'the status of a $name that is taken away is an empty one',
  async ({ kind: given, spec, status }) => {
    const kind = given as unknown as Kind<KubeObject>;
    const { api } = await apiRig();
    const made = { metadata: { name: 'x' }, spec } as unknown as NewObject<KubeObject>;
    await api.create(context, kind, made, 'default');
    const ref = { namespace: 'default', name: 'x' };
    const change = { type: 'merge', body: { status: null } } as const;
    const { object } = await api.patch(context, kind, ref, change, 'status');
    expect((object as unknown as { status: object }).status).toEqual(status);
  },
);
