/** The Job controller in a whole control plane, by the worked examples of the reference. */
import { afterEach, describe, expect, it } from 'vitest';
import { event, job, pod } from '#kinds';
import type { Job, JobSpec, Pod } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const work = { namespace: 'default', name: 'work' };

/** Its pods run without an end, unless the annotations say otherwise. */
function working(
  spec: Partial<JobSpec>,
  annotations: Record<string, string> = { 'sim/run-seconds': 'never' },
): NewObject<Job> {
  const podSpec = {
    restartPolicy: 'Never' as const,
    containers: [{ name: 'main', image: 'example.com/main:1' }],
  };
  return {
    metadata: work,
    spec: {
      template: { metadata: { annotations }, spec: podSpec },
      ...spec,
    },
  };
}

async function create(spec: Partial<JobSpec>, annotations?: Record<string, string>) {
  await simulation.client.create(job, working(spec, annotations));
}

async function edit(spec: Partial<JobSpec>): Promise<void> {
  await simulation.client.patch(job, work, { type: 'merge', body: { spec } });
}

const get = async (): Promise<Job> => simulation.get(job, 'work');

/** active/ready/succeeded, as the reference tabulates it, and how the job ended. */
function counts(): readonly string[] {
  const states = evolution(simulation, 'Job', 'work', (object) => {
    const { active = '-', ready = '-', succeeded = '-', conditions = [] } = (object as Job).status;
    const end = conditions.map(({ type, status }) => ` ${type}=${status}`);
    return `${active}/${ready}/${succeeded}${end.join('')}`;
  });
  return states.map(([, state]) => state);
}

/** Seconds at which pods of the job were made. */
function creations(): readonly number[] {
  const made = simulation.changes.filter(
    ({ type, value }) => type === 'created' && value.kind === 'Pod',
  );
  const { time } = simulation.changes.find(
    ({ type, value }) => type === 'created' && value.kind === 'Job',
  )!;
  return made.map((change) => (change.time - time) / 1000);
}

function failedAt(): number | undefined {
  const states = evolution(simulation, 'Job', 'work', (object) => {
    return (object as Job).status.conditions?.some(({ type }) => type === 'Failed') === true;
  });
  return states.find(([, isFailed]) => isFailed)?.[0];
}

async function eventsOf(reason: string): Promise<readonly string[]> {
  const { items } = await simulation.client.list(event);
  return items.filter((each) => each.reason === reason).map(({ message = '' }) => message);
}

describe('a job', () => {
  it('completes as the example says', async () => {
    simulation = await simulate(2);
    await create(
      { completions: 5, parallelism: 2 },
      { 'sim/start-seconds': '1', 'sim/ready-seconds': '4', 'sim/run-seconds': '9' },
    );
    await simulation.run(60);
    expect(counts()).toEqual([
      '2/0/-',
      '2/2/-',
      '2/0/2',
      '2/2/2',
      '1/0/4',
      '1/1/4',
      '-/0/5 Complete=True',
    ]);
    const { status } = await get();
    expect(status.completionTime).toBe(status.conditions![0]!.lastTransitionTime);
    expect(status).not.toHaveProperty('active');
    expect(await eventsOf('Completed')).toEqual(['Job completed']);
    expect(await eventsOf('SuccessfulCreate')).toHaveLength(5);
  });

  it('of any of several pods completes with the first success, once the others end', async () => {
    simulation = await simulate(1);
    await create({ parallelism: 2 }, { 'sim/run-seconds': '5' });
    await simulation.run(20);
    expect((await get()).status).toMatchObject({ succeeded: 2 });
    expect(creations()).toHaveLength(2);
  });

  it('changes its parallelism, the youngest pods first', async () => {
    simulation = await simulate(1);
    await create({ completions: 9, parallelism: 2 });
    await simulation.run(5);
    const first = await simulation.pods();
    await edit({ parallelism: 4 });
    await simulation.run(5);
    expect(await simulation.pods()).toHaveLength(4);
    await edit({ parallelism: 2 });
    await simulation.run(5);
    const namesOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name).sort();
    expect(namesOf(await simulation.pods())).toEqual(namesOf(first));
  });

  it('indexed makes up for a lost index and tells which are done', async () => {
    simulation = await simulate(1);
    await create(
      { completions: 4, parallelism: 2, completionMode: 'Indexed' },
      { 'sim/run-seconds': '10' },
    );
    await simulation.run(5);
    const [lost, other] = await simulation.pods();
    const { hostname, containers } = lost!.spec;
    expect([hostname, other!.spec.hostname].sort()).toEqual(['work-0', 'work-1']);
    expect(containers[0]!.env?.[0]?.name).toBe('JOB_COMPLETION_INDEX');
    await simulation.client.delete(pod, { namespace: 'default', name: lost!.metadata.name });
    await simulation.run(3);
    const again = await simulation.pods();
    expect(again.map(({ spec }) => spec.hostname).sort()).toEqual(['work-0', 'work-1']);
    await simulation.run(60);
    expect((await get()).status).toMatchObject({ succeeded: 4, completedIndexes: '0-3' });
    expect((await simulation.pods()).map(({ metadata }) => metadata.name).sort()).toEqual(
      [0, 1, 2, 3].map((i) => expect.stringMatching(`^work-${i}-.{5}$`) as string),
    );
  });

  it('is suspended and resumed', async () => {
    simulation = await simulate(1);
    await create({ suspend: true });
    await simulation.run(5);
    expect((await get()).status).not.toHaveProperty('startTime');
    expect(counts()).toEqual(['-/0/- Suspended=True']);
    await edit({ suspend: false });
    await simulation.run(5);
    const begun = (await get()).status.startTime;
    expect(begun).toBe('2026-01-01T00:00:05Z');
    await edit({ suspend: true });
    await simulation.run(5);
    expect((await get()).status).toMatchObject({ startTime: begun });
    expect(await simulation.pods()).toEqual([]);
    await edit({ suspend: false });
    await simulation.run(5);
    expect((await get()).status).toMatchObject({
      active: 1,
      startTime: '2026-01-01T00:00:15Z',
      conditions: [{ type: 'Suspended', status: 'False', reason: 'JobResumed' }],
    });
    expect(await eventsOf('Suspended')).toEqual(['Job suspended']);
    expect(await eventsOf('Resumed')).toEqual(['Job resumed']);
  });
});

describe('failing pods', () => {
  it('that never ran are replaced after 0, 10, 20, 40 seconds', async () => {
    simulation = await simulate(1);
    await create({ backoffLimit: 4 }, { 'sim/run-seconds': '0', 'sim/exit-code': '1' });
    await simulation.run(300);
    // Each starts a second after it was made, and fails; the first failure is seen a second later.
    expect(creations()).toEqual([0, 2, 13, 34, 75]);
    expect(failedAt()).toBe(76 + 80);
    expect((await get()).status).toMatchObject({ failed: 5, ready: 0 });
    expect(await eventsOf('BackoffLimitExceeded')).toEqual([
      'Job has reached the specified backoff limit',
    ]);
  });

  it('that were ready are replaced after the same delays', async () => {
    simulation = await simulate(1);
    await create({ backoffLimit: 2 }, { 'sim/run-seconds': '5', 'sim/exit-code': '1' });
    await simulation.run(60);
    // Each fails six seconds after it was made.
    expect(creations()).toEqual([0, 7, 23]);
    expect(failedAt()).toBe(29 + 20);
    expect((await get()).status).toMatchObject({ failed: 3 });
    expect((await get()).status).not.toHaveProperty('completionTime');
  });

  it('are too many as soon as the limit is lowered below them', async () => {
    simulation = await simulate(1);
    await create({ backoffLimit: 5 }, { 'sim/run-seconds': '5', 'sim/exit-code': '1' });
    await simulation.run(25);
    expect((await get()).status).toMatchObject({ active: 1, failed: 2 });
    await edit({ backoffLimit: 1 });
    await simulation.run(1);
    expect(failedAt()).toBe(25);
    expect((await get()).status).toMatchObject({ failed: 3 });
  });

  it('that are restarted in place count by their restarts', async () => {
    simulation = await simulate(1);
    const annotations = { 'sim/run-seconds': '2', 'sim/exit-code': '1' };
    const { spec } = working({}, annotations);
    const { template } = spec!;
    await create({
      backoffLimit: 2,
      template: { ...template, spec: { ...template.spec, restartPolicy: 'OnFailure' } },
    });
    await simulation.run(60);
    expect((await get()).status).toMatchObject({
      failed: 1,
      conditions: [{ type: 'Failed', reason: 'BackoffLimitExceeded' }],
    });
    expect(await simulation.pods()).toEqual([]);
  });
});

describe('a deadline', () => {
  it.each([
    ['whose pods keep running', {}],
    ['without pods', { parallelism: 0 }],
  ])('ends a job %s', async (_which, spec) => {
    simulation = await simulate(1);
    await create({ activeDeadlineSeconds: 7, ...spec });
    await simulation.run(60);
    expect(failedAt()).toBe(7);
    const message = 'Job was active longer than specified deadline';
    const conditions = [{ reason: 'DeadlineExceeded', message }];
    expect((await get()).status).toMatchObject({ conditions });
    expect(await simulation.pods()).toEqual([]);
  });

  it('ends a job whose changes and pods wake it again and again', async () => {
    simulation = await simulate(1);
    const annotations = { 'sim/run-seconds': '3', 'sim/exit-code': '1' };
    await create({ activeDeadlineSeconds: 40, backoffLimit: 50 }, annotations);
    for (let i = 0; i < 4; i++) {
      const body = { metadata: { annotations: { touched: `${i}` } } };
      await simulation.client.patch(job, work, { type: 'merge', body });
      await simulation.run(5);
    }
    await edit({ parallelism: 3 });
    await simulation.run(40);
    expect(failedAt()).toBe(40);
  });

  it('counts from the first start of a job that was made suspended', async () => {
    simulation = await simulate(1);
    await create({ activeDeadlineSeconds: 7, suspend: true });
    await simulation.run(30);
    await edit({ suspend: false });
    await simulation.run(30);
    expect(failedAt()).toBe(37);
  });

  it('that is set later is kept', async () => {
    simulation = await simulate(1);
    await create({});
    await simulation.run(20);
    await edit({ activeDeadlineSeconds: 25 });
    await simulation.run(20);
    expect(failedAt()).toBe(25);
  });
});

describe('a finished job', () => {
  it('is removed with its pods after its time to live', async () => {
    simulation = await simulate(1);
    await create({ ttlSecondsAfterFinished: 30 }, { 'sim/run-seconds': '2' });
    await simulation.run(33);
    expect(await simulation.pods()).toHaveLength(1);
    expect((await get()).status.completionTime).toBe('2026-01-01T00:00:04Z');
    await simulation.run(3);
    expect(await simulation.pods()).toEqual([]);
    expect((await simulation.client.list(job)).items).toEqual([]);
  });
});
