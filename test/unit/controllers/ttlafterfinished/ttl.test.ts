import { describe, expect, it } from 'vitest';
import { job as jobKind, type JobCondition } from '#kinds';
import { keptFor } from '../../../../controllers/ttlafterfinished/ttl.ts';
import { ttlAfterFinished } from '../../../../controllers/ttlafterfinished/index.ts';
import { startCluster } from '../cluster.ts';
import { makeJob, NOW } from '../job/jobs.ts';

const ended = (type: string, status = 'True'): { conditions: JobCondition[] } => ({
  conditions: [{ type, status, lastTransitionTime: '2026-11-20T19:59:50Z' }],
});
const ttl = { ttlSecondsAfterFinished: 30 };

describe('a finished job', () => {
  it.each([
    ['is kept until its time is over', makeJob(ttl, ended('Complete')), 20_000],
    ['also when it failed', makeJob(ttl, ended('Failed')), 20_000],
    ['goes at once', makeJob({ ttlSecondsAfterFinished: 0 }, ended('Complete')), -10_000],
    ['is kept for good without a limit', makeJob({}, ended('Complete')), undefined],
    ['is not a suspended job', makeJob(ttl, ended('Suspended')), undefined],
    ['is not a job that did not fail', makeJob(ttl, ended('Failed', 'False')), undefined],
  ])('%s', (_what, job, expected) => {
    expect(keptFor(job, NOW)).toBe(expected);
  });

  it('without the time of its end is an error', () => {
    const job = makeJob(ttl, { conditions: [{ type: 'Complete', status: 'True' }] });
    expect(() => keptFor(job, NOW)).toThrow(/unable to find the time .* default\/work finished/);
  });
});

it('a job that is gone when its turn comes is no error', async () => {
  const c = await startCluster([ttlAfterFinished]);
  const { metadata, spec } = makeJob(ttl);
  const { name, namespace } = metadata;
  await c.client.create(jobKind, { metadata: { name, namespace }, spec });
  await c.client.delete(jobKind, { name, namespace: namespace! });
  await c.run(60);
  expect(c.errors).toEqual([]);
});
