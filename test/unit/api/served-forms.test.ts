import { describe, expect, it } from 'vitest';
import {
  cronJob,
  event,
  eventOfEventsGroup,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  runtimeClass,
  runtimeClassOfKubernetes,
  type Kind,
  defaultProfile,
} from '#kinds';
import { apiRig, changesAfter, context, refusal } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'h' };
const scaleTargetRef = { kind: 'Deployment', name: 'web' };
const hpa = {
  metadata: { name: 'h', namespace: 'default' },
  spec: { maxReplicas: 5, scaleTargetRef },
};

describe('an object in several forms', () => {
  it('is stored once, and read in either', async () => {
    const { api, store } = await apiRig();
    const made = await api.create(context, horizontalPodAutoscalerV1, hpa);
    expect(made).toMatchObject({
      apiVersion: 'autoscaling/v1',
      spec: { minReplicas: 1, targetCPUUtilizationPercentage: 80 },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    });
    const stored = await store.get('horizontalpodautoscalers.autoscaling', 'default/h');
    expect(stored).toBe(await api.get(horizontalPodAutoscaler, ref));
    expect(stored).toMatchObject({
      apiVersion: 'autoscaling/v2',
      metadata: { uid: made.metadata.uid },
      status: { desiredReplicas: 0, currentMetrics: null },
    });
    expect(await api.get(horizontalPodAutoscalerV1, ref)).toEqual(made);
    expect((await api.list(horizontalPodAutoscalerV1)).items).toEqual([made]);
  });

  it('is made into a form once for each version', async () => {
    const { api } = await apiRig();
    await api.create(context, horizontalPodAutoscaler, hpa);
    const first = await api.get(horizontalPodAutoscalerV1, ref);
    expect(await api.get(horizontalPodAutoscalerV1, ref)).toBe(first);
    expect((await api.list(horizontalPodAutoscalerV1)).items[0]).toBe(first);
  });

  it('is patched in the form that was asked for', async () => {
    const { api } = await apiRig();
    await api.create(context, horizontalPodAutoscalerV1, hpa);
    const patch = {
      type: 'merge',
      body: { spec: { targetCPUUtilizationPercentage: 40 } },
    } as const;
    const { object } = await api.patch(context, horizontalPodAutoscalerV1, ref, patch);
    expect(object.spec.targetCPUUtilizationPercentage).toBe(40);
    const { spec } = await api.get(horizontalPodAutoscaler, ref);
    expect(spec.metrics).toHaveLength(1);
    expect(spec.metrics![0]!.resource!.target.averageUtilization).toBe(40);
    const same = await api.patch(context, horizontalPodAutoscalerV1, ref, patch);
    expect(same.object).toBe(object);
  });

  it('keeps through one form what only the other can say', async () => {
    const { api } = await apiRig();
    const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
    const made = await api.create(context, horizontalPodAutoscaler, {
      ...hpa,
      spec: { ...hpa.spec, behavior },
    });
    const seen = await api.get(horizontalPodAutoscalerV1, ref);
    const wanted = { ...seen, spec: { ...seen.spec, maxReplicas: 7 } };
    await api.update(context, horizontalPodAutoscalerV1, ref, wanted);
    const now = await api.get(horizontalPodAutoscaler, ref);
    expect(now.spec).toEqual({ ...made.spec, maxReplicas: 7 });
    const unchanged = await api.update(
      context,
      horizontalPodAutoscalerV1,
      ref,
      await api.get(horizontalPodAutoscalerV1, ref),
    );
    expect(unchanged.object.metadata.resourceVersion).toBe(now.metadata.resourceVersion);
  });

  it('has its status written through either', async () => {
    const { api } = await apiRig();
    await api.create(context, horizontalPodAutoscalerV1, hpa);
    const body = { status: { currentReplicas: 2, currentCPUUtilizationPercentage: 50 } };
    const patch = { type: 'merge', body } as const;
    await api.patch(context, horizontalPodAutoscalerV1, ref, patch, 'status');
    const { status } = await api.get(horizontalPodAutoscaler, ref);
    expect(status.currentMetrics![0]!.resource!.current.averageUtilization).toBe(50);
  });

  it('is watched in the form that was asked for, also when it goes', async () => {
    const { api, store } = await apiRig();
    const before = store.revision();
    const resourceVersion = String(before);
    const watch = api.watch(horizontalPodAutoscalerV1, { resourceVersion });
    const made = await api.create(context, horizontalPodAutoscaler, hpa);
    const { object } = await api.delete(context, horizontalPodAutoscalerV1, ref);
    expect(object.apiVersion).toBe('autoscaling/v1');
    const events = [...(await watch.next())];
    if (events.length < 2) events.push(...(await watch.next()));
    expect(events.map(({ type, object }) => [type, object.apiVersion])).toEqual([
      ['ADDED', 'autoscaling/v1'],
      ['DELETED', 'autoscaling/v1'],
    ]);
    expect(events[0]!.object.metadata.uid).toBe(made.metadata.uid);
    watch.stop();
    const present = api.watch(horizontalPodAutoscalerV1);
    await api.create(context, horizontalPodAutoscaler, hpa);
    expect((await present.next())[0]!.object.apiVersion).toBe('autoscaling/v1');
    present.stop();
    expect(await changesAfter(store, before)).toHaveLength(3);
  });

  it('is deleted with others in the form that was asked for', async () => {
    const { api } = await apiRig();
    await api.create(context, horizontalPodAutoscaler, hpa);
    const { items } = await api.deleteCollection(context, horizontalPodAutoscalerV1, {
      namespace: 'default',
    });
    expect(items.map(({ apiVersion }) => apiVersion)).toEqual(['autoscaling/v1']);
    expect((await api.list(horizontalPodAutoscaler)).items).toEqual([]);
  });
});

describe('messages', () => {
  it.each<[string, Kind]>([
    ['node.cluster.io', runtimeClass as unknown as Kind],
    ['node.k8s.io', runtimeClassOfKubernetes as unknown as Kind],
  ])('name the group that was asked: %s', async (group, kind) => {
    const { api } = await apiRig();
    const missing = await refusal(api.get(kind, { name: 'r' }));
    expect(missing.message).toBe(`runtimeclasses.${group} "r" not found`);
    const made = { metadata: { name: 'r' }, handler: 'A' } as never;
    const invalid = await refusal(api.create(context, kind, made));
    expect(invalid.message).toMatch(
      new RegExp(`^RuntimeClass\\.${group} "r" is invalid: handler: `),
    );
    expect(invalid.details).toMatchObject({ group, kind: 'RuntimeClass' });
    await api.create(context, runtimeClass, { metadata: { name: 'r' }, handler: 'runc' });
    const taken = await refusal(
      api.create(context, kind, { metadata: { name: 'r' }, handler: 'runc' } as never),
    );
    expect(taken.message).toBe(`runtimeclasses.${group} "r" already exists`);
    const old = await api.get(kind, { name: 'r' });
    const stale = { ...old, metadata: { ...old.metadata, resourceVersion: '1' } };
    const conflict = await refusal(api.update(context, kind, { name: 'r' }, stale));
    expect(conflict.message).toContain(`runtimeclasses.${group} "r": the object has been modified`);
  });

  it('tell warnings of what is accepted, and of nothing else', async () => {
    const { api } = await apiRig({ profile: defaultProfile });
    const told: string[] = [];
    const warned = { ...context, warn: (text: string) => void told.push(text) };
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    const zoned = (schedule: string): never =>
      ({
        metadata: { name: 'c', namespace: 'default' },
        spec: { schedule, jobTemplate: { spec: { template } } },
      }) as never;
    await refusal(api.create(warned, cronJob, zoned('TZ=Nowhere * * * * *')));
    expect(told).toEqual([]);
    await api.create(warned, cronJob, zoned('TZ=UTC * * * * *'));
    expect(told).toHaveLength(1);
    const patch = { type: 'merge', body: { spec: { suspend: true } } } as const;
    await api.patch(warned, cronJob, { namespace: 'default', name: 'c' }, patch);
    expect(told).toHaveLength(2);
    await api.patch(warned, cronJob, { namespace: 'default', name: 'c' }, patch);
    expect(told).toHaveLength(3);
    const status = { type: 'merge', body: { metadata: { labels: { a: 'b' } } } } as const;
    await api.patch(warned, cronJob, { namespace: 'default', name: 'c' }, status, 'status');
    expect(told).toHaveLength(3);
  });
});

describe('events', () => {
  it('are selected by the names of each group', async () => {
    const { api } = await apiRig();
    const made = { metadata: { name: 'e', namespace: 'default' }, involvedObject: { name: 'p' } };
    await api.create(context, event, made);
    const found = async (kind: Kind, fieldSelector: string): Promise<number> =>
      (await api.list(kind, { fieldSelector })).items.length;
    const own = eventOfEventsGroup as unknown as Kind;
    const core = event as unknown as Kind;
    expect(await found(own, 'regarding.name=p')).toBe(1);
    expect(await found(own, 'regarding.name=q')).toBe(0);
    expect(await found(core, 'involvedObject.name=p')).toBe(1);
    expect((await refusal(found(own, 'involvedObject.name=p'))).message).toBe(
      'field label not supported: involvedObject.name',
    );
  });
});
