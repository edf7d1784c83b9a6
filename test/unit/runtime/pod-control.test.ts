import { beforeEach, describe, expect, it } from 'vitest';
import { namespaceTerminating } from '#values';
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import { createPod, createRound, deletePod, podFromTemplate, type EventRecorder } from '#runtime';
import { PODS_PER_OBJECT, refusedSize } from '../../../src/runtime/pod-control.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const kind = fakeKind('DaemonSet', 'daemonsets');
const owner = { ...object('web'), metadata: { ...object('web').metadata, uid: 'u1' } };
const template = {
  metadata: { labels: { app: 'web' }, annotations: { note: 'x' }, finalizers: ['f'], name: 'no' },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
};

describe('podFromTemplate', () => {
  it('names and owns the pod, and shares the spec', () => {
    const made = podFromTemplate({ kind, object: owner }, template as never);
    expect(made.spec).toBe(template.spec);
    expect(made.metadata).toEqual({
      generateName: 'web-',
      namespace: 'default',
      labels: { app: 'web' },
      annotations: { note: 'x' },
      finalizers: ['f'],
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'DaemonSet',
          name: 'web',
          uid: 'u1',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    });
    const named = podFromTemplate({ kind, object: owner }, template as never, 'web-3-');
    expect(named.metadata.generateName).toBe('web-3-');
  });
});

describe('creating and deleting pods', () => {
  let api: FakeApi;
  let told: string[];
  const events: EventRecorder = {
    event: (about, type, reason, message) =>
      void told.push(`${about.metadata.name}: ${type} ${reason} "${message}"`),
  };
  const tools = () => ({ client: api.as({ actor: 'test' }), events });
  const made = podFromTemplate({ kind, object: owner }, template as never);
  const terminating = namespaceTerminating(podKind, 'p', 'default');
  beforeEach(() => {
    api = new FakeApi();
    told = [];
  });

  it('reports a created pod', async () => {
    const created: Pod = await createPod(tools(), owner, made);
    expect(told).toEqual([`web: Normal SuccessfulCreate "Created pod: ${created.metadata.name}"`]);
  });

  it('reports a rejected pod, unless the namespace goes away', async () => {
    const refusal = new Error('pods "p" is forbidden: exceeded quota');
    api.gate = () => {
      throw refusal;
    };
    await expect(createPod(tools(), owner, made)).rejects.toBe(refusal);
    expect(told).toEqual([
      'web: Warning FailedCreate "Error creating: pods "p" is forbidden: exceeded quota"',
    ]);
    api.gate = () => {
      throw terminating;
    };
    await expect(createPod(tools(), owner, made)).rejects.toBe(terminating);
    expect(told).toHaveLength(1);
  });

  it('rejects what wants too many pods, and reports it', () => {
    const setting = { events, podsPerObject: PODS_PER_OBJECT };
    expect(refusedSize(setting, owner, PODS_PER_OBJECT)).toBeUndefined();
    expect(refusedSize({ events, podsPerObject: 30_000 }, owner, 20_001)).toBeUndefined();
    expect(told).toEqual([]);
    const words =
      'Widget default/web wants 20001 pods; the simulator makes 20000 at most for one object (podsPerObject)';
    const error = refusedSize(setting, { ...owner, kind: 'Widget' }, 20_001);
    expect(error?.message).toBe(words);
    expect(told).toEqual([`web: Warning FailedCreate "Error creating: ${words}"`]);
  });

  it('creates no pod without labels', async () => {
    const bare = { ...made, metadata: { ...made.metadata, labels: {} } };
    await expect(createPod(tools(), owner, bare)).rejects.toThrow(
      'unable to create pods, no labels',
    );
    expect(api.calls).toEqual([]);
  });

  it('reports a deleted pod, or a rejected deletion, and not a pod that was gone', async () => {
    api.put('pods', object('p'));
    expect(await deletePod(tools(), owner, { namespace: 'default', name: 'p' })).toBe(true);
    expect(await deletePod(tools(), owner, { namespace: 'default', name: 'p' })).toBe(false);
    api.gate = () => {
      throw new Error('no');
    };
    await expect(deletePod(tools(), owner, { namespace: 'default', name: 'p' })).rejects.toThrow(
      'unable to delete pods: no',
    );
    expect(told).toEqual([
      'web: Normal SuccessfulDelete "Deleted pod: p"',
      'web: Warning FailedDelete "Error deleting: no"',
    ]);
  });

  it('takes a namespace that goes away for success in a round, and stops at other refusals', async () => {
    const tried: number[] = [];
    const result = await createRound(10, async (index) => {
      tried.push(index);
      throw index < 3 ? terminating : new Error('quota');
    });
    expect(tried).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(result.succeeded).toBe(3);
    expect(result.errors).toHaveLength(4);
  });
});
