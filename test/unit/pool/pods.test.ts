import { describe, expect, it } from 'vitest';
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import { makeContainer } from './objects.ts';
import { poolRig, type PoolRig } from './rig.ts';

/** A cluster of one node, ten seconds old. */
async function cluster(options = {}): Promise<PoolRig> {
  const rig = await poolRig(options);
  await rig.addNode('n1');
  await rig.run(10);
  return rig;
}

/** What is seen of the pod at each of these seconds from now on. */
async function glances(rig: PoolRig, seconds: readonly number[]): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  let at = 0;
  for (const second of seconds) {
    await rig.run(second - at);
    at = second;
    seen[second] = await rig.glance();
  }
  expect(rig.errors).toEqual([]);
  return seen;
}

function secondsOf(expected: Readonly<Record<string, unknown>>): number[] {
  return Object.keys(expected)
    .map(Number)
    .sort((a, b) => a - b);
}

describe('a pod', () => {
  it('is ready a second after it was bound, by two writes', async () => {
    const rig = await cluster();
    const before = rig.base.store.revision();
    await rig.addPod();
    expect(await glances(rig, [0, 0.999, 1, 100])).toEqual({
      0: 'Pending unready ContainerCreating',
      0.999: 'Pending unready ContainerCreating',
      1: 'Running ready',
      100: 'Running ready',
    });
    expect(await rig.writes('pods', before)).toHaveLength(2);
    const { status } = await rig.pod();
    expect(status).toMatchObject({ hostIP: '172.18.0.2', podIP: '10.128.0.1' });
    expect(status.startTime).toBe('2026-11-20T20:00:10Z');
    expect(status.containerStatuses![0]!.state!.running!.startedAt).toBe('2026-11-20T20:00:11Z');
  });

  it.each<[string, Record<string, string>, Partial<Pod['spec']>, Record<string, string>]>([
    [
      'starts and gets ready as long as its behaviour says',
      { 'sim/start-seconds': '3', 'sim/ready-seconds': '4' },
      {},
      {
        2.9: 'Pending unready ContainerCreating',
        3: 'Running unready',
        6.9: 'Running unready',
        7: 'Running ready',
      },
    ],
    [
      'never gets ready',
      { 'sim/ready': 'false' },
      {},
      { 1: 'Running unready', 500: 'Running unready' },
    ],
    [
      'succeeds',
      { 'sim/run-seconds': '5' },
      { restartPolicy: 'OnFailure' },
      {
        1: 'Running ready',
        5.9: 'Running ready',
        6: 'Succeeded unready Completed',
        90: 'Succeeded unready Completed',
      },
    ],
    [
      'fails',
      { 'sim/run-seconds': '5', 'sim/exit-code': '3' },
      { restartPolicy: 'Never' },
      { 5.9: 'Running ready', 6: 'Failed unready Error', 90: 'Failed unready Error' },
    ],
    [
      'restarts after ten seconds, always ten',
      { 'sim/run-seconds': '5', 'sim/exit-code': '1' },
      { restartPolicy: 'OnFailure' },
      {
        6: 'Running unready CrashLoopBackOff',
        15.9: 'Running unready CrashLoopBackOff',
        16: 'Running ready 1',
        21: 'Running unready CrashLoopBackOff 1',
        31: 'Running ready 2',
        36: 'Running unready CrashLoopBackOff 2',
        46: 'Running ready 3',
      },
    ],
    [
      'restarts also after success',
      { 'sim/run-seconds': '2', 'sim/ready-seconds': '1' },
      {},
      {
        1: 'Running unready',
        2: 'Running ready',
        3: 'Running unready CrashLoopBackOff',
        13: 'Running unready 1',
        14: 'Running ready 1',
      },
    ],
    [
      'ends at once and backs off',
      { 'sim/run-seconds': '0' },
      {},
      {
        0.9: 'Pending unready ContainerCreating',
        1: 'Running unready CrashLoopBackOff',
        11: 'Running unready CrashLoopBackOff 1',
      },
    ],
    [
      'is never started with a broken image',
      {},
      { containers: [makeContainer('main', 'app:broken')] },
      {
        0: 'Pending unready ContainerCreating',
        1: 'Pending unready ImagePullBackOff',
        900: 'Pending unready ImagePullBackOff',
      },
    ],
  ])('%s', async (_, annotations, spec, expected) => {
    const rig = await cluster();
    await rig.addPod({ annotations, spec });
    const seconds = Object.keys(expected)
      .map(Number)
      .sort((a, b) => a - b);
    expect(await glances(rig, seconds)).toEqual(expected);
  });

  it.each([
    ['0', 'Succeeded unready Completed'],
    ['1', 'Failed unready Error'],
  ])('that ends at once with %s goes from Pending straight there', async (code, end) => {
    const rig = await cluster();
    const before = rig.base.store.revision();
    const annotations = { 'sim/run-seconds': '0', 'sim/exit-code': code };
    await rig.addPod({ annotations, spec: { restartPolicy: 'Never' } });
    expect(await glances(rig, [0.5, 1])).toEqual({
      0.5: 'Pending unready ContainerCreating',
      1: end,
    });
    expect(await rig.writes('pods', before)).toHaveLength(2);
  });

  it('without a node, or on a node that is not there, is left alone', async () => {
    const rig = await cluster();
    await rig.addPod({ spec: { nodeName: 'n9' } });
    await rig.addPod({ name: 'free', spec: { nodeName: undefined } });
    await rig.run(60);
    expect(await rig.glance()).toBe('Pending unready');
    expect(await rig.glance('free')).toBe('Pending unready');
    await rig.addNode('n9');
    expect(await rig.glance()).toBe('Pending unready ContainerCreating');
  });

  it('without a node is deleted at once, and disturbs no other', async () => {
    const rig = await cluster();
    await rig.addPod({ name: 'homeless', spec: { nodeName: undefined } });
    await rig.deletePod('homeless');
    expect(await rig.glance('homeless')).toBe('gone');
    await rig.addPod();
    await rig.run(1);
    expect([await rig.glance(), rig.errors]).toEqual(['Running ready', []]);
  });

  it('whose phase somebody else made final is left alone', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: { 'sim/run-seconds': '30' } });
    await rig.run(5);
    const body = { status: { phase: 'Failed' } };
    const ref = { namespace: 'default', name: 'web' };
    await rig.client.patch(podKind, ref, { type: 'merge', body }, { subresource: 'status' });
    const { resourceVersion } = (await rig.pod()).metadata;
    await rig.run(100);
    expect((await rig.pod()).metadata.resourceVersion).toBe(resourceVersion);
  });

  it('whose conditions somebody else wrote gets its own back', async () => {
    const rig = await cluster();
    await rig.addPod();
    await rig.run(5);
    const found = await rig.pod();
    const conditions = found.status.conditions!.map((each) => ({ ...each, status: 'False' }));
    await rig.client.update(
      podKind,
      { ...found, status: { ...found.status, conditions } },
      { subresource: 'status' },
    );
    await rig.run();
    expect(await rig.glance()).toBe('Running ready');
    expect(rig.errors).toEqual([]);
  });
});

describe('a patched annotation takes effect at once', () => {
  it('sim/ready', async () => {
    const rig = await cluster();
    await rig.addPod();
    await rig.run(5);
    await rig.annotatePod({ 'sim/ready': 'false' });
    expect(await rig.glance()).toBe('Running unready');
    await rig.run(5);
    await rig.annotatePod({ 'sim/ready': null });
    expect(await rig.glance()).toBe('Running ready');
  });

  it.each([
    ['sooner', '8', { 2.9: 'Running ready', 3: 'Succeeded unready Completed' }],
    ['overdue', '3', { 0: 'Succeeded unready Completed' }],
    ['later', '20', { 14.9: 'Running ready', 15: 'Succeeded unready Completed' }],
  ])('sim/run-seconds, %s', async (_, value, expected) => {
    const rig = await cluster();
    await rig.addPod({
      annotations: { 'sim/run-seconds': '10' },
      spec: { restartPolicy: 'Never' },
    });
    await rig.run(6); // runs for 5 s
    await rig.annotatePod({ 'sim/run-seconds': value });
    expect(await glances(rig, secondsOf(expected))).toEqual(expected);
  });

  it('sim/start-seconds, sim/ready-seconds and sim/terminate-seconds', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: { 'sim/start-seconds': '100', 'sim/ready-seconds': '100' } });
    await rig.run(5);
    await rig.annotatePod({ 'sim/start-seconds': '6', 'sim/terminate-seconds': '100' });
    expect(await glances(rig, [0.9, 1])).toEqual({
      0.9: 'Pending unready ContainerCreating',
      1: 'Running unready',
    });
    await rig.annotatePod({ 'sim/ready-seconds': '2' });
    expect(await glances(rig, [1.9, 2])).toEqual({ 1.9: 'Running unready', 2: 'Running ready' });
    await rig.deletePod();
    await rig.run(50);
    await rig.annotatePod({ 'sim/terminate-seconds': '51' });
    expect(await glances(rig, [0.9, 1])).toEqual({ 0.9: 'Running ready', 1: 'gone' });
  });

  it('an image', async () => {
    const rig = await cluster();
    await rig.addPod({ spec: { containers: [makeContainer('main', 'app:broken')] } });
    await rig.run(5);
    const found = await rig.pod();
    const containers = found.spec.containers.map((container) => ({
      ...container,
      image: 'app:v2',
    }));
    await rig.client.update(podKind, { ...found, spec: { ...found.spec, containers } });
    await rig.run();
    expect(await rig.glance()).toBe('Running ready');
  });
});

describe('a deleted pod', () => {
  it.each([
    [{}, 1],
    [{ 'sim/terminate-seconds': '6' }, 6],
    [{ 'sim/terminate-seconds': '60' }, 60],
    [{ 'sim/terminate-seconds': '0' }, 0],
  ])('with %j is gone after %d s', async (annotations, seconds) => {
    const rig = await cluster();
    await rig.addPod({ annotations });
    await rig.run(3.5);
    const before = rig.base.store.revision();
    await rig.client.delete(podKind, { namespace: 'default', name: 'web' });
    if (seconds > 0) {
      await rig.run(seconds - 0.001);
      expect(await rig.glance()).toBe('Running ready');
      expect(await rig.writes('pods', before)).toEqual([]);
    }
    await rig.run(seconds > 0 ? 0.001 : 0);
    expect(await rig.glance()).toBe('gone');
    expect(rig.errors).toEqual([]);
  });

  it('has no running container when its kubelet removes it', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: { 'sim/terminate-seconds': '3' } });
    await rig.run(5);
    await rig.deletePod();
    const deleted = rig.base.store.revision();
    await rig.run(3);
    const [stopped, ...removed] = await rig.writes('pods', deleted);
    const { metadata, status } = stopped!.value as Pod;
    expect(metadata.deletionGracePeriodSeconds).toBe(30);
    expect(status.phase).toBe('Running');
    expect(status.containerStatuses![0]).toMatchObject({
      ready: false,
      started: false,
      restartCount: 0,
      state: {
        terminated: {
          ...{ exitCode: 143, reason: 'Error' },
          ...{ startedAt: '2026-11-20T20:00:11Z', finishedAt: '2026-11-20T20:00:18Z' },
        },
      },
    });
    const ready = status.conditions!.filter(({ type }) => /Ready$/.test(type));
    expect(ready.map(({ status, reason }) => [status, reason])).toEqual([
      ['False', 'ContainersNotReady'],
      ['False', 'ContainersNotReady'],
    ]);
    expect(removed.map(({ type }) => type)).toEqual(['updated', 'deleted']);
    expect(rig.errors).toEqual([]);
  });

  it.each<[string, Record<string, string>, Partial<Pod['spec']>, string]>([
    ['was asked to stop', {}, {}, 'Running 143 Error'],
    ['stops in order', { 'sim/terminate-exit-code': '0' }, {}, 'Running 0 Completed'],
    ['outlasts its grace period', { 'sim/terminate-seconds': '31' }, {}, 'Running 137 Error'],
    ['is not to restart', {}, { restartPolicy: 'Never' }, 'Failed 143 Error'],
    [
      'is not to restart and stops in order',
      { 'sim/terminate-exit-code': '0' },
      { restartPolicy: 'Never' },
      'Succeeded 0 Completed',
    ],
    ['is to restart after a failure', {}, { restartPolicy: 'OnFailure' }, 'Running 143 Error'],
    [
      'is to restart after a failure and stops in order',
      { 'sim/terminate-exit-code': '0' },
      { restartPolicy: 'OnFailure' },
      'Succeeded 0 Completed',
    ],
  ])('that %s ends with that code', async (_, annotations, spec, expected) => {
    const rig = await cluster();
    await rig.addPod({ annotations, spec });
    await rig.run(3);
    await rig.deletePod();
    const deleted = rig.base.store.revision();
    await rig.run(31);
    const [stopped, ...removed] = await rig.writes('pods', deleted);
    const { phase, containerStatuses } = (stopped!.value as Pod).status;
    const { exitCode, reason } = containerStatuses![0]!.state!.terminated!;
    expect(`${phase} ${exitCode} ${reason}`).toBe(expected);
    expect(removed.at(-1)!.type).toBe('deleted');
  });

  it('that a finalizer keeps is asked to go once, and written once', async () => {
    const rig = await cluster();
    await rig.addPod();
    await rig.run(5);
    const body = { metadata: { finalizers: ['example.com/wait'] } };
    const ref = { namespace: 'default', name: 'web' };
    await rig.client.patch(podKind, ref, { type: 'merge', body });
    await rig.deletePod();
    const deleted = rig.base.store.revision();
    await rig.run(600);
    expect((await rig.writes('pods', deleted)).map(({ type }) => type)).toEqual([
      'updated',
      'updated',
    ]);
    const { metadata, status } = await rig.pod();
    expect(metadata.deletionGracePeriodSeconds).toBe(0);
    expect(status.containerStatuses![0]!.state!.terminated).toMatchObject({ exitCode: 143 });
    expect(rig.errors).toEqual([]);
  });

  it('that has not started never does', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: { 'sim/start-seconds': '2', 'sim/terminate-seconds': '5' } });
    await rig.deletePod();
    expect(await glances(rig, [4.9, 5])).toEqual({
      4.9: 'Pending unready ContainerCreating',
      5: 'gone',
    });
  });

  it('makes room for another one of its name, and gives back its address', async () => {
    const rig = await cluster();
    await rig.addPod();
    await rig.run(5);
    await rig.client.delete(
      podKind,
      { namespace: 'default', name: 'web' },
      { gracePeriodSeconds: 0 },
    );
    await rig.addPod({ annotations: { 'sim/start-seconds': '2' } });
    expect(await glances(rig, [1.9, 2])).toEqual({
      1.9: 'Pending unready ContainerCreating',
      2: 'Running ready',
    });
  });
});

it('a pool that is restarted gives no address of a pod that runs, but those of finished ones', async () => {
  const rig = await cluster();
  const addressOf = async (name: string): Promise<string | undefined> =>
    (await rig.pod(name)).status.podIP;
  await rig.addPod({ name: 'a' });
  const annotations = { 'sim/run-seconds': '3' };
  await rig.addPod({ name: 'finished', annotations, spec: { restartPolicy: 'Never' } });
  await rig.addPod({ name: 'of-host', spec: { hostNetwork: true } });
  await rig.addPod({ name: 'unbound', spec: { nodeName: undefined } });
  await rig.run(10);
  expect((await rig.pod('finished')).status.phase).toBe('Succeeded');
  rig.manager.stopOne('pool');
  await rig.manager.startOne('pool');
  await rig.addPod({ name: 'b' });
  await rig.addPod({ name: 'c' });
  await rig.run(2);
  expect(await Promise.all(['a', 'finished', 'of-host', 'b', 'c'].map(addressOf))).toEqual([
    ...['10.128.0.1', '10.128.0.2', '172.18.0.2'],
    ...['10.128.0.2', '10.128.0.3'],
  ]);
  expect(rig.errors).toEqual([]);
});

describe('what kubelets tell', () => {
  const reasons = async (rig: PoolRig): Promise<string[]> => {
    const told = await rig.events();
    expect(
      told.every(({ source }) => source?.component === 'kubelet' && source.host === 'n1'),
    ).toBe(true);
    return told.map(({ reason }) => reason ?? '').sort();
  };

  it('is nothing unless asked for', async () => {
    const rig = await cluster();
    await rig.addPod();
    await rig.run(5);
    await rig.deletePod();
    await rig.run(5);
    expect(await rig.events()).toEqual([]);
  });

  it('is the life of the containers', async () => {
    const rig = await cluster({ events: true });
    await rig.addPod({ annotations: { 'sim/run-seconds': '2', 'sim/exit-code': '1' } });
    await rig.run(15);
    await rig.annotatePod({ 'sim/run-seconds': null });
    await rig.run(15);
    await rig.deletePod();
    await rig.run(5);
    expect(await reasons(rig)).toEqual([
      'BackOff',
      'Created',
      'Killing',
      'Pulled',
      'Pulled',
      'Pulling',
      'Started',
    ]);
    const killing = (await rig.events()).find(({ reason }) => reason === 'Killing')!;
    expect(killing.involvedObject.fieldPath).toBe('spec.containers{main}');
    const pulled = (await rig.events()).filter(({ reason }) => reason === 'Pulled');
    expect(pulled.map(({ message }) => message).sort()).toEqual([
      expect.stringMatching(/^Container image "\S+" already present on machine$/),
      expect.stringMatching(/^Successfully pulled image "\S+" in 1s$/),
    ]);
  });

  it('is an image that cannot be pulled', async () => {
    const rig = await cluster({ events: true });
    await rig.addPod({ spec: { containers: [makeContainer('main', 'app:broken')] } });
    await rig.run(5);
    expect(await reasons(rig)).toEqual(['BackOff', 'Failed', 'Failed', 'Failed', 'Pulling']);
  });

  it('is a malformed annotation, once', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: { 'sim/start-seconds': 'soon' } });
    await rig.run(5);
    await rig.annotatePod({ 'sim/ready': 'true' });
    await rig.run(5);
    expect(await rig.glance()).toBe('Running ready');
    expect(await reasons(rig)).toEqual(['InvalidAnnotation']);
    expect((await rig.events())[0]!.message).toContain('sim/start-seconds: "soon"');
  });
});
