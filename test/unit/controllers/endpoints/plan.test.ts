/** Whether the Endpoints of a service are written, and what is in them. */
import { describe, expect, it } from 'vitest';
import type { Endpoints, Pod, Service } from '#types';
import { plan } from '../../../../controllers/endpoints/plan.ts';
import { makePod } from '../objects.ts';

const lastChange = 'endpoints.kubernetes.io/last-change-trigger-time';
const overCapacity = 'endpoints.kubernetes.io/over-capacity';
const headless = 'service.kubernetes.io/headless';

const service = (metadata: object = {}, spec: object = {}): Service =>
  ({
    metadata: { name: 'web', namespace: 'ns', ...metadata },
    spec: {
      clusterIP: '10.96.0.1',
      ipFamilies: ['IPv4'],
      ports: [{ port: 80, targetPort: 8080 }],
      ...spec,
    },
  }) as unknown as Service;

const pod = (name: string, podIP: string): Pod => ({
  ...makePod(name, { nodeName: 'n1' }, { resourceVersion: '7' }),
  status: {
    phase: 'Running',
    podIPs: [{ ip: podIP }],
    podIP,
    conditions: [{ type: 'Ready', status: 'True' }],
  },
});
const pods = [pod('a', '10.1.0.1')];

function written(of: Service, those: readonly Pod[], existing?: Endpoints, at?: string): Endpoints {
  const planned = plan(of, those, existing, at);
  if (planned.action === 'none') throw new Error('nothing is written');
  return planned.endpoints as Endpoints;
}

const labels = { app: 'web' };
const present = written(service({ labels }), pods);
const many = Array.from({ length: 1001 }, (_, index) =>
  pod(`p${index}`, `10.1.${index >> 8}.${index & 255}`),
);

/** What users and earlier passes may have left. */
function having(metadata: object, subsets = present.subsets): Endpoints {
  return { ...present, metadata: { ...present.metadata, ...metadata }, subsets } as Endpoints;
}

describe('the Endpoints of a service', () => {
  it.each<[string, 'none' | 'create' | 'update', Service, readonly Pod[], Endpoints | undefined]>([
    ['are made', 'create', service({ labels }), pods, undefined],
    ['are made without pods', 'create', service(), [], undefined],
    ['stay', 'none', service({ labels }), pods, present],
    [
      'stay with annotations of users',
      'none',
      service({ labels }),
      pods,
      having({ annotations: { note: 'x' } }),
    ],
    [
      'stay when only versions of pods differ',
      'none',
      service({ labels }),
      [{ ...pods[0]!, metadata: { ...pods[0]!.metadata, resourceVersion: '9' } }],
      present,
    ],
    [
      'stay headless',
      'none',
      service({}, { clusterIP: 'None' }),
      pods,
      written(service({}, { clusterIP: 'None' }), pods),
    ],
    ['follow the pods', 'update', service({ labels }), [], present],
    ['follow the labels', 'update', service({ labels: {} }), pods, present],
    [
      'lose labels of users',
      'update',
      service({ labels }),
      pods,
      having({ labels: { ...labels, x: 'y' } }),
    ],
    [
      'are no longer too many',
      'update',
      service({ labels }),
      pods,
      having({ annotations: { [overCapacity]: 'truncated' } }),
    ],
    [
      'are written again while they are too many',
      'update',
      service({ labels }),
      many,
      having({}, written(service({ labels }), many).subsets),
    ],
  ])('%s: %s', (_, action, of, those, existing) => {
    expect(plan(of, those, existing, 'now').action).toBe(action);
  });

  it('have the labels of the service, and say whether it is headless', () => {
    expect(present.metadata).toEqual({ name: 'web', namespace: 'ns', labels });
    const ofHeadless = service({ labels: { ...labels, [headless]: 'x' } }, { clusterIP: 'None' });
    expect(written(ofHeadless, pods).metadata.labels).toEqual({ ...labels, [headless]: '' });
    expect(written(service(), pods).metadata).toEqual({ name: 'web', namespace: 'ns' });
  });

  it('keep what users wrote, and say when they changed and that they are cut', () => {
    const before = having({
      uid: 'u',
      annotations: { note: 'x', [lastChange]: 'then', [overCapacity]: 'truncated' },
    });
    const annotationsOf = (those: readonly Pod[], at?: string) =>
      written(service({ labels }), those, before, at).metadata.annotations;
    expect(annotationsOf([], 'now')).toEqual({ note: 'x', [lastChange]: 'now' });
    expect(annotationsOf([])).toEqual({ note: 'x' });
    expect(annotationsOf(many)).toEqual({ note: 'x', [overCapacity]: 'truncated' });
    expect(written(service({ labels }), [], before).metadata.uid).toBe('u');
    expect('subsets' in written(service({ labels }), [], before)).toBe(false);
  });
});
