/** A pass over a CronJob whose caches are behind, or whose calls fail. */
import { describe, expect, it } from 'vitest';
import { job as jobKind, profileOf } from '#kinds';
import { alreadyExists, internalError, notFound, parseTime, type KubeObject } from '#values';
import type { CronJob, Job } from '#types';
import type { Client, Lister, Ref, ReconcileTools } from '#runtime';
import { Schedules } from '../../../../controllers/cronjob/schedules.ts';
import { sync } from '../../../../controllers/cronjob/sync.ts';

const reference = (uid: string) => ({ kind: 'Job', namespace: 'default', name: `job-${uid}`, uid });

function cronJobOf(spec: Partial<CronJob['spec']>, status: CronJob['status'] = {}): CronJob {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name: 'tick',
      namespace: 'default',
      uid: 'cj',
      resourceVersion: '1',
      creationTimestamp: '2026-11-20T20:00:30Z',
    },
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { containers: [] } } } },
      ...spec,
    },
    status,
  };
}

function jobOf(uid: string): Job {
  const metadata = { ...reference(uid), resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: {} as Job['spec'], status: {} };
}

interface Server {
  readonly cronJob: CronJob;
  readonly jobs?: readonly Job[];
  readonly now?: string;
  /** What the cache shows of the jobs. */
  readonly cachedJobs?: readonly Job[];
  readonly live?: CronJob;
  /** Verbs on jobs that fail. */
  readonly broken?: readonly string[];
  /** A job that is there already when one is created. */
  readonly taken?: boolean;
  readonly minor?: number;
}

/** Runs a pass and tells what it did. */
async function pass(server: Server) {
  const { cronJob, live = cronJob, jobs = [], cachedJobs = jobs, broken = [] } = server;
  const { now = '2026-11-20T20:01:10Z', taken = false, minor = 24 } = server;
  const profile = profileOf(minor);
  let evidence: unknown;
  const calls: string[] = [];
  let written: CronJob | undefined;
  const call = (verb: string, name: string | undefined): void => {
    calls.push(`${verb} ${name}`);
    if (broken.includes(verb)) throw internalError('storage is down');
  };
  const client = {
    get(kind: { kind: string }, { name }: Ref): Promise<KubeObject> {
      if (kind.kind === 'CronJob') return Promise.resolve(live);
      call('get', name);
      const found = jobs.find(({ metadata }) => metadata.name === name);
      return found === undefined ? Promise.reject(notFound(jobKind, name)) : Promise.resolve(found);
    },
    create: async (_: unknown, { metadata }: Job) => {
      await Promise.resolve();
      call('create', metadata.name);
      if (taken) throw alreadyExists(jobKind, metadata.name);
      return { metadata: { ...metadata, uid: 'new', resourceVersion: '9' } };
    },
    delete: async (_: unknown, { name }: Ref) => {
      await Promise.resolve();
      call('delete', name);
    },
    update: (_: unknown, object: CronJob) => {
      written = object;
      return Promise.resolve(object);
    },
  } as unknown as Client;
  const reasons: string[] = [];
  const said: string[] = [];
  const events = {
    event(_: unknown, __: string, reason: string, message: string) {
      reasons.push(reason);
      said.push(message);
    },
  };
  const caches = {
    clock: { now: () => parseTime(now) } as never,
    cronJobs: { getByKey: () => cronJob } as unknown as Lister<CronJob>,
    jobs: { byIndex: () => cachedJobs } as unknown as Lister<Job>,
    schedules: new Schedules(profile),
    profile,
  };
  const clientKnowing = (known: unknown): Client => {
    evidence = known;
    return client;
  };
  const tools = { client, clientKnowing, events } as unknown as ReconcileTools;
  const result = await sync('default/tick', caches, tools).catch((error: unknown) => String(error));
  return { result, calls, reasons, said, status: written?.status, evidence };
}

const jobName = `tick-${parseTime('2026-11-20T20:01:00Z') / 60_000}`;

describe('a pass', () => {
  it('starts from the live CronJob where that lists a job that the cache does not', async () => {
    const spec = { suspend: true };
    const active = [reference('a'), reference('gone')];
    const live = {
      ...cronJobOf(spec, { active }),
      metadata: { ...cronJobOf(spec).metadata, resourceVersion: '7' },
    };
    const { reasons, status } = await pass({ cronJob: cronJobOf(spec), live, jobs: [jobOf('a')] });
    expect(reasons).toEqual(['MissingJob']);
    expect(status).toEqual({ active: [reference('a')] });
  });

  it('writes nothing where nothing changed', async () => {
    const cronJob = cronJobOf({ suspend: true }, { active: [reference('a')] });
    const { result, calls, status } = await pass({ cronJob, jobs: [jobOf('a')] });
    expect({ result, calls, status }).toEqual({ result: { keepFailures: true }, calls: [] });
  });

  it('starts a job, and looks again a tenth of a second after the next time', async () => {
    const { result, calls, status } = await pass({ cronJob: cronJobOf({}) });
    expect(result).toMatchObject({ requeueAfterMs: 50_100 });
    expect(calls).toEqual([`create ${jobName}`]);
    expect(status).toMatchObject({
      active: [{ apiVersion: 'batch/v1', name: jobName, uid: 'new', resourceVersion: '9' }],
      lastScheduleTime: '2026-11-20T20:01:00Z',
    });
  });

  const replacing = cronJobOf(
    { concurrencyPolicy: 'Replace' },
    { active: [reference('a'), reference('b')] },
  );
  const jobs = [jobOf('a'), jobOf('b')];

  it.each([
    ['get', ['get job-a'], ['FailedGet'], 'storage is down'],
    [
      'delete',
      ['get job-a', 'delete job-a'],
      ['FailedDelete'],
      'could not replace job default/job-a',
    ],
  ])('stops when it cannot %s a job that is to be replaced', async (verb, calls, reasons, why) => {
    const outcome = await pass({ cronJob: replacing, jobs, broken: [verb] });
    expect(outcome).toMatchObject({ calls, reasons });
    expect(outcome.result).toContain(why);
    expect(outcome.status).toBeUndefined();
  });

  it('writes down which jobs are replaced, even if it cannot start another', async () => {
    const outcome = await pass({ cronJob: replacing, jobs, broken: ['create'] });
    expect(outcome.reasons).toEqual(['SuccessfulDelete', 'SuccessfulDelete', 'FailedCreate']);
    expect(outcome.status).toEqual({});
    expect(outcome.result).toMatch(/storage is down/);
  });
});

const finished = (uid: string, second: number): Job => ({
  ...jobOf(uid),
  status: {
    startTime: `2026-11-20T20:00:0${second}Z`,
    conditions: [{ type: 'Complete', status: 'True' }],
  } as Job['status'],
});
const three = [finished('b', 2), finished('a', 1), finished('c', 3)];

it('jobs beyond the limits go, the oldest first', async () => {
  const cronJob = cronJobOf({ suspend: true, successfulJobsHistoryLimit: 1 });
  const { calls, said } = await pass({ cronJob, jobs: three });
  expect(calls).toEqual(['delete job-a', 'delete job-b']);
  expect(said).toEqual(['Deleted job job-a', 'Deleted job job-b']);
});

describe('jobs beyond the limits', () => {
  const cronJob = cronJobOf({ successfulJobsHistoryLimit: 2 });
  const [created, deleted] = [`create ${jobName}`, 'delete job-a'];

  it.each([
    [24, [created, deleted], ['SuccessfulCreate', 'SuccessfulDelete'], undefined],
    [25, [deleted, created], ['SuccessfulDelete', 'SuccessfulCreate'], ['a']],
  ])('go in 1.%i in this order: %j', async (minor, calls, reasons, pruned) => {
    const owner = { kind: 'CronJob', name: 'tick', uid: 'cj', controller: true };
    const jobs = three.map((job) => ({
      ...job,
      metadata: { ...job.metadata, ownerReferences: [owner] },
    })) as unknown as Job[];
    const outcome = await pass({ cronJob, jobs, minor });
    expect([outcome.calls, outcome.reasons]).toEqual([calls, reasons]);
    const metadata = { name: jobName, namespace: 'default', uid: 'new', resourceVersion: '9' };
    expect(outcome.evidence).toEqual({
      replaced: [],
      ...(pruned && { pruned }),
      created: { metadata },
    });
  });

  it('that cannot be deleted are reported, and nothing else waits for that', async () => {
    const outcome = await pass({ cronJob, jobs: three, minor: 25, broken: ['delete'] });
    expect(outcome.calls).toEqual([deleted, created]);
    expect(outcome.reasons).toEqual(['FailedDelete', 'SuccessfulCreate']);
    expect(outcome.evidence).not.toHaveProperty('pruned');
    expect(outcome.result).toMatchObject({ requeueAfterMs: 50_100 });
  });
});

describe('a job that is there already', () => {
  const ownedBy = (uid: string): Job => {
    const metadata = { name: jobName, namespace: 'default', uid: 'there', resourceVersion: '4' };
    const ownerReferences = [{ kind: 'CronJob', name: 'tick', uid, controller: true }];
    return { ...jobOf('there'), metadata: { ...metadata, ownerReferences } } as unknown as Job;
  };
  const tried = (cronJob: CronJob, uid: string, minor = 25) =>
    pass({ cronJob, jobs: [ownedBy(uid)], cachedJobs: [], taken: true, minor });

  it('is an error before 1.25, without an event', async () => {
    const { calls, reasons, result, status } = await tried(cronJobOf({}), 'cj', 24);
    expect([calls, reasons, status]).toEqual([[`create ${jobName}`], [], undefined]);
    expect(result).toContain(`jobs.batch "${jobName}" already exists`);
  });

  it('is taken over without an event where it is its own', async () => {
    const { calls, reasons, status } = await tried(cronJobOf({}), 'cj');
    expect(calls).toEqual([`create ${jobName}`, `get ${jobName}`]);
    expect(reasons).toEqual([]);
    expect(status?.active?.map(({ uid }) => uid)).toEqual(['there']);
    expect(status?.lastScheduleTime).toBe('2026-11-20T20:01:00Z');
  });

  it('is left alone where it is of another CronJob', async () => {
    const { calls, reasons, status } = await tried(cronJobOf({}), 'former');
    expect(calls).toEqual([`create ${jobName}`, `get ${jobName}`]);
    expect([reasons, status]).toEqual([[], undefined]);
  });
});
