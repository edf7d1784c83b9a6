/** Jobs that keep count of their pods by finalizers (gate JobTrackingWithFinalizers). */
import { afterEach, describe, expect, it } from 'vitest';
import { job, pod } from '#kinds';
import type { Job, JobSpec, JobStatus, Pod } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const FINALIZER = 'batch.kubernetes.io/job-tracking';
const work = { namespace: 'default', name: 'work' };

async function begin(
  spec: Partial<JobSpec>,
  annotations: Readonly<Record<string, string>> = {},
  isTracked = true,
): Promise<void> {
  simulation = await simulate(2, { features: { JobTrackingWithFinalizers: isTracked } });
  const containers = [{ name: 'main', image: 'example.com/main:1' }];
  const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers } };
  await simulation.client.create(job, {
    metadata: work,
    spec: { template, ...spec },
  } as NewObject<Job>);
}

const status = async (): Promise<JobStatus> => (await simulation.get(job, 'work')).status;

async function remove(victim: Pod, gracePeriodSeconds?: number): Promise<void> {
  const { namespace, name } = victim.metadata;
  await simulation.client.delete(pod, { namespace, name }, { gracePeriodSeconds });
}

/** The distinct numbers `active/succeeded/failed` in the order in which they were written. */
function counts(): readonly string[] {
  const all: string[] = [];
  for (const { value } of simulation.changes) {
    if (value.kind !== 'Job') continue;
    const { active = 0, succeeded = 0, failed = 0 } = (value as unknown as Job).status;
    const text = `${active}/${succeeded}/${failed}`;
    if (all.at(-1) !== text) all.push(text);
  }
  return all;
}

const lasting = { 'sim/run-seconds': 'never' };
const quick = { 'sim/start-seconds': '1', 'sim/run-seconds': '5' };

describe('a tracked job', () => {
  it('has the annotation, its pods the finalizer until they are counted', async () => {
    await begin({ completions: 3, parallelism: 2 }, quick);
    await simulation.run(3);
    const { metadata } = await simulation.get(job, 'work');
    expect(metadata.annotations).toEqual({ [FINALIZER]: '' });
    expect((await simulation.pods()).map((each) => each.metadata.finalizers)).toEqual([
      [FINALIZER],
      [FINALIZER],
    ]);
    await simulation.run(40);
    expect(await status()).toMatchObject({ succeeded: 3, uncountedTerminatedPods: {} });
    expect((await status()).conditions).toMatchObject([{ type: 'Complete', status: 'True' }]);
    const pods = await simulation.pods();
    expect(pods).toHaveLength(3);
    expect(pods.every((each) => each.metadata.finalizers === undefined)).toBe(true);
  });

  it('notes uids before it counts', async () => {
    await begin({ completions: 2, parallelism: 2 }, quick);
    await simulation.run(40);
    const noted = simulation.changes.flatMap(({ value }) => {
      const { uncountedTerminatedPods: pods, succeeded = 0 } =
        value.kind === 'Job' ? (value as unknown as Job).status : {};
      return pods === undefined ? [] : [`${pods.succeeded?.length ?? 0} ${succeeded}`];
    });
    expect(noted.filter((text, i) => text !== noted[i - 1])).toEqual(['0 0', '2 0', '0 2']);
    expect(counts().at(-1)).toBe('0/2/0');
  });

  it('keeps counting what is removed afterwards, unlike one that is not tracked', async () => {
    for (const [isTracked, succeeded] of [
      [true, 1],
      [false, undefined],
    ] as const) {
      await begin(
        { completions: 2, parallelism: 1 },
        { ...quick, 'sim/run-seconds': '10' },
        isTracked,
      );
      await simulation.run(13);
      const [done] = (await simulation.pods()).filter((each) => each.status.phase === 'Succeeded');
      await remove(done!);
      await simulation.run(3);
      expect((await status()).succeeded).toBe(succeeded);
      if (isTracked) simulation.stop();
    }
  });

  it('counts a pod that is deleted as failed, and lets it go', async () => {
    await begin({ completions: 1 }, lasting);
    await simulation.run(5);
    const [only] = await simulation.pods();
    await remove(only!);
    await simulation.run(40);
    expect(await status()).toMatchObject({ active: 1, failed: 1 });
    const names = (await simulation.pods()).map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(1);
    expect(names).not.toContain(only!.metadata.name);
  });

  it('does not count those that it removes itself', async () => {
    await begin({ completions: 9, parallelism: 3 }, lasting);
    await simulation.run(5);
    const body = { spec: { parallelism: 1 } };
    await simulation.client.patch(job, work, { type: 'merge', body });
    await simulation.run(40);
    expect(await simulation.pods()).toHaveLength(1);
    expect((await status()).failed).toBeUndefined();
  });

  it('tells which indexes are done, also of pods that are gone', async () => {
    await begin({ completions: 3, parallelism: 1, completionMode: 'Indexed' }, quick);
    await simulation.run(10);
    for (const each of await simulation.pods()) {
      if (each.status.phase === 'Succeeded') await remove(each);
    }
    await simulation.run(40);
    expect(await status()).toMatchObject({ succeeded: 3, completedIndexes: '0-2' });
    const states = evolution(simulation, 'Job', 'work', (object) => {
      const { completedIndexes = '' } = (object as Job).status;
      return completedIndexes;
    });
    expect(states.map(([, text]) => text)).toEqual(['', '0', '0,1', '0-2']);
  });

  it('lets pods go that still have the finalizer when it has ended', async () => {
    await begin({ completions: 1 }, quick);
    await simulation.run(20);
    const [done] = await simulation.pods();
    const { namespace, name } = done!.metadata;
    const body = { metadata: { finalizers: [FINALIZER] } };
    await simulation.client.patch(pod, { namespace, name }, { type: 'merge', body });
    await simulation.run(5);
    await remove(done!);
    await simulation.run(5);
    expect(await simulation.pods()).toEqual([]);
    expect((await status()).succeeded).toBe(1);
  });

  it('fails with all its pods counted', async () => {
    await begin(
      { backoffLimit: 0, parallelism: 2, completions: 2 },
      {
        'sim/start-seconds': '1',
        'sim/run-seconds': '5',
        'sim/exit-code': '1',
      },
    );
    await simulation.run(60);
    expect((await status()).conditions).toMatchObject([
      { type: 'Failed', reason: 'BackoffLimitExceeded' },
    ]);
    expect(await status()).toMatchObject({ failed: 2, uncountedTerminatedPods: {} });
    for (const { metadata } of await simulation.pods()) {
      expect(metadata.finalizers).toBeUndefined();
    }
  });

  it.each(['Background', 'Foreground', 'Orphan'] as const)(
    'leaves nothing waiting when it is deleted: %s',
    async (propagationPolicy) => {
      await begin({ completions: 4, parallelism: 2 });
      await simulation.run(5);
      await simulation.client.delete(job, work, { propagationPolicy });
      await simulation.run(60);
      const pods = await simulation.pods();
      expect(pods).toHaveLength(propagationPolicy === 'Orphan' ? 2 : 0);
      for (const { metadata } of pods) expect(metadata.finalizers).toBeUndefined();
    },
  );
});
