/** The pod that a workload's controller would create, before any is made. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { templatePod } from '../../../src/scenario/template-pod.ts';

const metadata = { name: 'web', namespace: 'shop' };
const spec = { containers: [{ name: 'c', image: 'i' }] };

function workload(kind: string, fields: object): KubeObject {
  return { apiVersion: 'x/v1', kind, metadata, spec: fields } as unknown as KubeObject;
}

describe('the pod of a workload', () => {
  it.each(['DaemonSet', 'Deployment', 'Job', 'ReplicaSet', 'ReplicationController', 'StatefulSet'])(
    'is made from the template of a %s',
    (kind) => {
      const labels = { app: 'web' };
      expect(templatePod(workload(kind, { template: { metadata: { labels }, spec } }))).toEqual({
        path: 'spec.template',
        body: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { generateName: 'web-', namespace: 'shop', labels },
          spec,
        },
      });
    },
  );

  it('is made from the template of the jobs of a CronJob', () => {
    const template = { metadata: { annotations: { a: 'b' } }, spec };
    const found = templatePod(workload('CronJob', { jobTemplate: { spec: { template } } }));
    expect(found).toMatchObject({
      path: 'spec.jobTemplate.spec.template',
      body: { metadata: { generateName: 'web-', namespace: 'shop', annotations: { a: 'b' } } },
    });
  });

  it('has its volumes, then the first claims of a StatefulSet', () => {
    const volumes = [{ name: 'own', emptyDir: {} }];
    const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
    const fields = { template: { spec: { ...spec, volumes } }, volumeClaimTemplates };
    expect(templatePod(workload('StatefulSet', fields))!.body).toMatchObject({
      spec: {
        ...spec,
        volumes: [
          { name: 'own', emptyDir: {} },
          { name: 'data', persistentVolumeClaim: { claimName: 'data-web-0' } },
        ],
      },
    });
  });

  it.each([
    ['another kind', 'Pod', { template: { spec } }],
    ['a CronJob without template', 'CronJob', { jobTemplate: {} }],
    ['a CronJob without jobs', 'CronJob', {}],
    ['a controller without template', 'ReplicationController', { replicas: 2 }],
  ])('is none for %s', (_, kind, fields) => {
    expect(templatePod(workload(kind, fields))).toBeUndefined();
  });
});
