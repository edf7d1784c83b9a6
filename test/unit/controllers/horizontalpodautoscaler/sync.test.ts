/** What passes do when the API says no, and what they remember. */
import { describe, expect, it } from 'vitest';
import { conflict, staleWrite, type KubeObject } from '#values';
import { replicaSet, scaleOf, defaultProfile } from '#kinds';
import type { autoscalingV2, ReplicaSet } from '#types';
import type { Client, Lister, ReconcileTools, WriteOptions } from '#runtime';
import { Lookups } from '../../../../controllers/horizontalpodautoscaler/lookups.ts';
import { sync, type Caches } from '../../../../controllers/horizontalpodautoscaler/sync.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;

const metadata = {
  name: 'web',
  namespace: 'd',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '',
};

const hpa: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
    maxReplicas: 3,
  },
  status: { desiredReplicas: 0, currentMetrics: null as never },
};

const web = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata,
  spec: { replicas: 5, selector: { matchLabels: { app: 'web' } } },
  status: { replicas: 5 },
} as unknown as ReplicaSet;

const refused = conflict(replicaSet, 'web', staleWrite);

/** A pass over the autoscaler where writes to `refuses` are refused. */
function pass(refuses?: WriteOptions['subresource']) {
  const writes: KubeObject[] = [];
  const events: string[] = [];
  const update = (_: unknown, object: KubeObject, { subresource }: WriteOptions) => {
    if (subresource === refuses) return Promise.reject(refused);
    writes.push(object);
    return Promise.resolve(object);
  };
  const client = {
    getScale: () => Promise.resolve(scaleOf(replicaSet, web)),
    updateScale: (kind: unknown, scale: KubeObject) =>
      update(kind, scale, { subresource: 'scale' }),
    update,
  } as unknown as Client;
  const tools = {
    client,
    clientKnowing: () => client,
    events: {
      event: (_: unknown, type: string, reason: string, message: string) =>
        events.push(`${type} ${reason}: ${message}`),
    },
  } as unknown as ReconcileTools;
  const caches: Caches = {
    clock: new FakeClock(1_760_000_000_000),
    autoscalers: {
      getByKey: (key: string) => (key === 'd/web' ? hpa : undefined),
    } as Lister<HorizontalPodAutoscaler>,
    pods: { list: () => [] } as unknown as Caches['pods'],
    lookups: new Lookups(defaultProfile),
    memories: new Map(),
    selectors: new Map(),
  };
  return { writes, events, caches, tools };
}

const why =
  'Operation cannot be fulfilled on replicasets.apps "web": the object has been modified; please apply your changes to the latest version and try again';

describe('a pass', () => {
  it('writes the scale with the version it has read, then the status', async () => {
    const { writes, events, caches, tools } = pass();
    expect(await sync('d/web', caches, tools)).toBe(true);
    expect(writes).toMatchObject([
      { kind: 'Scale', metadata: { resourceVersion: '1' }, spec: { replicas: 3 } },
      { kind: 'HorizontalPodAutoscaler', status: { currentReplicas: 5, desiredReplicas: 3 } },
    ]);
    const reason = 'Current number of replicas above Spec.MaxReplicas';
    expect(events).toEqual([`Normal SuccessfulRescale: New size: 3; reason: ${reason}`]);
  });

  it('that may not rescale says so, keeps the desired size and fails', async () => {
    const { writes, events, caches, tools } = pass('scale');
    const failing = sync('d/web', caches, tools);
    await expect(failing).rejects.toThrow(`failed to rescale ReplicaSet/d/web: ${why}`);
    expect(writes).toMatchObject([
      {
        status: {
          currentReplicas: 5,
          desiredReplicas: 0,
          conditions: [{ type: 'AbleToScale', status: 'False', reason: 'FailedUpdateScale' }],
        },
      },
    ]);
    expect(events).toEqual([
      `Warning FailedRescale: New size: 3; reason: Current number of replicas above Spec.MaxReplicas; error: ${why}`,
    ]);
  });

  it('that may not write the status says so and fails', async () => {
    const { events, caches, tools } = pass('status');
    const failing = sync('d/web', caches, tools);
    await expect(failing).rejects.toThrow(`failed to update status for web: ${why}`);
    expect(events.at(-1)).toBe(`Warning FailedUpdateStatus: ${why}`);
  });

  it('remembers, until the autoscaler is gone', async () => {
    const { caches, tools } = pass();
    await sync('d/web', caches, tools);
    expect(caches.memories.get('d/web')?.recommendations).toEqual([
      { replicas: 5, at: 1_760_000_000_000 },
    ]);
    caches.memories.set('d/gone', caches.memories.get('d/web')!);
    expect(await sync('d/gone', caches, tools)).toBe(false);
    expect([...caches.memories.keys()]).toEqual(['d/web']);
  });
});
