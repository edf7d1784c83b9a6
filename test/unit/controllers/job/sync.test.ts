/** One pass over a job: what is written in which order, and when it is looked at again. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { job as jobKind, pod as podKind, profileOf } from '#kinds';
import { conflict, internalError, notFound, type KubeObject } from '#values';
import type { Job, JobStatus, Pod } from '#types';
import { Expectations, type ReconcileTools } from '#runtime';
import { Released } from '../../../../controllers/job/released.ts';
import { rulesOf } from '../../../../controllers/job/rules.ts';
import { sync, type Caches } from '../../../../controllers/job/sync.ts';
import { TRACKING_FINALIZER } from '../../../../controllers/job/tracking.ts';
import { listerOf } from '../handlers/recording.ts';
import { makeJob, NOW, podOf, type PodParts } from './jobs.ts';

const key = 'default/work';
const labels = { 'controller-uid': 'u' };
const selector = { matchLabels: labels };

const jobOf = (spec: object = {}, status: JobStatus = {}, metadata: object = {}): Job => {
  const made = makeJob({ selector, completions: 1, ...spec } as never, status);
  const template = { ...made.spec.template, metadata: { labels } };
  const job = { ...made, spec: { ...made.spec, template } };
  return { ...job, metadata: { ...job.metadata, ...metadata } };
};

const ownedBy = { apiVersion: 'batch/v1', kind: 'Job', name: 'work', uid: 'u', controller: true };
function podNamed(name: string, parts: PodParts = {}, isTracked = true): Pod {
  const pod = podOf(parts, name);
  const ownerReferences = [{ ...ownedBy, blockOwnerDeletion: true }];
  const finalizers = isTracked ? [TRACKING_FINALIZER] : [];
  return { ...pod, metadata: { ...pod.metadata, uid: name, labels, ownerReferences, finalizers } };
}

interface Seen {
  readonly jobs?: readonly Job[];
  readonly pods?: readonly Pod[];
  readonly minor?: number;
  /** By verb and name, or verb alone. */
  readonly fails?: Readonly<Record<string, Error>>;
}

function rig({ jobs = [jobOf()], pods = [], minor = 30, fails = {} }: Seen = {}) {
  const clock = new VirtualClock({ start: NOW });
  const profile = profileOf(minor);
  const calls: string[] = [];
  const statuses: JobStatus[] = [];
  const said: string[] = [];
  const again: string[] = [];
  const call = async <T>(verb: string, name: string, result: T): Promise<T> => {
    calls.push(`${verb} ${name}`);
    await Promise.resolve();
    const error = fails[`${verb} ${name}`] ?? fails[verb];
    if (error !== undefined) throw error;
    return result;
  };
  const client = {
    create: (_: unknown, object: KubeObject) => call('create', object.kind ?? 'Pod', object),
    delete: (_: unknown, { name }: { name: string }) => call('delete', name, undefined),
    patch: (_: unknown, { name }: { name: string }) => call('release', name, undefined),
    update: (_: unknown, object: Job) => {
      statuses.push(object.status);
      return call('status', object.metadata.name, object);
    },
  };
  const event = (_: unknown, type: string, reason: string): void =>
    void said.push(`${type} ${reason}`);
  const tools = {
    ...{ client, events: { event } },
    ...{ clientKnowing: () => client, podsPerObject: 1000 },
  } as unknown as ReconcileTools;
  const expectations = new Expectations(clock);
  const released = new Released();
  const failures = new Map();
  const caches = {
    ...{ clock, profile, rules: rulesOf(profile), expectations, released, failures },
    ...{
      jobs: listerOf(jobs),
      pods: { ...listerOf(pods), byIndex: (_: string, uid: string) => (uid === 'u' ? pods : []) },
    },
    requeueAfter: (_: string, ms: number, reason: string) => void again.push(`${ms} ${reason}`),
    failureDelay: () => 7000,
  } as unknown as Caches;
  const pass = () => sync(key, caches, tools);
  return { clock, calls, statuses, said, again, expectations, released, failures, pass };
}

describe('a pass over a job', () => {
  it('that is gone forgets what was known of it', async () => {
    const { calls, expectations, released, failures, pass } = rig({ jobs: [] });
    expectations.expect(key, { creations: 1 });
    released.expect(key, ['a']);
    failures.set(key, 'x');
    expect(await pass()).toEqual({});
    expect(expectations.satisfied(key)).toBe(true);
    expect([released.of(key).size, failures.size, calls]).toEqual([0, 0, []]);
  });

  it('that has finished does nothing', async () => {
    const conditions = [{ type: 'Complete', status: 'True' }];
    const { calls, failures, pass } = rig({ jobs: [jobOf({}, { conditions } as never)] });
    failures.set(key, 'x');
    expect(await pass()).toEqual({});
    expect([failures.size, calls]).toEqual([0, []]);
  });

  it('makes the pods that are missing, and waits to see them', async () => {
    const { calls, expectations, pass } = rig({
      jobs: [jobOf({ completions: 3, parallelism: 2 })],
    });
    await pass();
    expect(calls).toEqual(['create Pod', 'create Pod', 'status work']);
    expect(expectations.satisfied(key)).toBe(false);
    await pass();
    expect(calls.filter((each) => each.startsWith('create'))).toHaveLength(2);
    expectations.creationObserved(key, 2);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('expects no pod that could not be made', async () => {
    const fails = { create: internalError('storage is down') };
    const { expectations, said, pass } = rig({ fails });
    await expect(pass()).rejects.toThrow('storage is down');
    expect(expectations.satisfied(key)).toBe(true);
    expect(said).toContain('Warning FailedCreate');
  });

  it('makes none while it is being deleted, or while it is suspended', async () => {
    const metadata = { deletionTimestamp: '2026-11-20T20:00:00Z' };
    for (const job of [jobOf({}, {}, metadata), jobOf({ suspend: true })]) {
      const { calls, pass } = rig({ jobs: [job] });
      await pass();
      expect(calls.filter((each) => each.startsWith('create'))).toEqual([]);
    }
  });

  it('deletes pods that are too many, and lets go of them first', async () => {
    const pods = [podNamed('a'), podNamed('b')];
    const { calls, expectations, pass } = rig({ jobs: [jobOf({ suspend: true })], pods });
    await pass();
    expect(calls.slice(0, 4).toSorted()).toEqual([
      'delete a',
      'delete b',
      'release a',
      'release b',
    ]);
    expect(calls.indexOf('release a')).toBeLessThan(calls.indexOf('delete a'));
    expect(expectations.satisfied(key)).toBe(false);
  });

  it('expects no deletion that fails, or that was done by others', async () => {
    const jobs = [jobOf({ suspend: true })];
    const fails = { delete: internalError('storage is down') };
    const broken = rig({ jobs, pods: [podNamed('a')], fails });
    await expect(broken.pass()).rejects.toThrow('storage is down');
    expect(broken.expectations.satisfied(key)).toBe(true);
    const gone = rig({ jobs, pods: [podNamed('a')], fails: { delete: notFound(podKind, 'a') } });
    await gone.pass();
    expect(gone.expectations.satisfied(key)).toBe(true);
  });

  it('is made again when the time that it may be active ends', async () => {
    const status = { startTime: '2026-11-20T19:59:50Z', active: 1 } as JobStatus;
    const job = jobOf({ activeDeadlineSeconds: 30 }, status);
    const { again, pass } = rig({ jobs: [job], pods: [podNamed('a', { phase: 'Running' })] });
    await pass();
    expect(again).toEqual(['20000 active deadline']);
  });
});

describe('a pod that has ended', () => {
  const ended = [podNamed('a', { phase: 'Succeeded' })];
  const started = { startTime: '2026-11-20T19:59:50Z' } as JobStatus;
  const jobs = [jobOf({}, started)];

  it('is noted, then let go, then counted', async () => {
    const { calls, statuses, said, released, pass } = rig({ jobs, pods: ended });
    expect(await pass()).toEqual({});
    expect(calls).toEqual(['status work', 'release a', 'status work']);
    expect(statuses[0]!.uncountedTerminatedPods).toMatchObject({ succeeded: ['a'] });
    expect(statuses[0]!.conditions ?? []).not.toContainEqual(
      expect.objectContaining({ type: 'Complete' }),
    );
    expect(statuses[1]).toMatchObject({ succeeded: 1 });
    expect(statuses[1]!.conditions).toContainEqual(
      expect.objectContaining({ type: 'Complete', status: 'True' }),
    );
    expect(said).toEqual(['Normal Completed']);
    expect([...released.of(key)]).toEqual(['a']);
  });

  it('is counted where others have let it go, or deleted it', async () => {
    const { statuses, released, pass } = rig({
      ...{ jobs, pods: ended },
      fails: { 'release a': notFound(podKind, 'a') },
    });
    await pass();
    expect(statuses.at(-1)).toMatchObject({ succeeded: 1 });
    expect(released.of(key).size).toBe(0);
  });

  it('that cannot be let go is not counted, and the job has not finished', async () => {
    const pods = [...ended, podNamed('b', { phase: 'Succeeded' })];
    const two = [jobOf({ completions: 2, parallelism: 2 }, started)];
    const fails = { 'release b': internalError('storage is down') };
    const { statuses, said, released, pass } = rig({ jobs: two, pods, fails });
    await expect(pass()).rejects.toThrow('storage is down');
    expect(statuses.at(-1)).toMatchObject({
      succeeded: 1,
      uncountedTerminatedPods: { succeeded: ['b'] },
    });
    expect(said).toEqual([]);
    expect([...released.of(key)]).toEqual(['a']);
  });

  it('without the finalizer waits for nothing', async () => {
    const { calls, pass } = rig({ jobs, pods: [podNamed('a', { phase: 'Running' }, false)] });
    await pass();
    expect(calls.filter((each) => each.startsWith('release'))).toEqual([]);
  });

  it('of a job that is not kept count of is only let go', async () => {
    const { calls, statuses, said, pass } = rig({ jobs, pods: ended, minor: 24 });
    await pass();
    expect(calls).toEqual(['release a', 'status work']);
    expect(statuses).toMatchObject([{ succeeded: 1 }]);
    expect(said).toEqual(['Normal Completed']);
  });
});

it.each<[minor: number, result: object | undefined]>([
  [26, { keepFailures: true, requeueAfterMs: 7000, requeueReason: 'the job has changed' }],
  [27, { requeueAfterMs: 7000, requeueReason: 'the job has changed' }],
  [28, undefined],
])('a conflict in v1.%i is tried again after %j', async (minor, result) => {
  const pods = [podNamed('a', { phase: 'Succeeded' })];
  const fails = { 'status work': conflict(jobKind, 'work', 'it has changed') };
  const metadata = { annotations: { 'batch.kubernetes.io/job-tracking': '' } };
  const { pass } = rig({ jobs: [jobOf({}, {}, metadata)], pods, fails, minor });
  if (result === undefined) await expect(pass()).rejects.toThrow('it has changed');
  else expect(await pass()).toEqual(result);
});
