import { describe, expect, it } from 'vitest';
import { formatTime } from '#values';
import { job as jobKind } from '#kinds';
import type { JobCondition } from '#types';
import { keptFor } from '../../../../controllers/ttlafterfinished/ttl.ts';
import { ttlAfterFinished } from '../../../../controllers/ttlafterfinished/index.ts';
import { start } from '../../../support/api.ts';
import { startCluster } from '../cluster.ts';
import { makeJob, NOW } from '../job/jobs.ts';

const ended = (type: string, status = 'True'): { conditions: JobCondition[] } => ({
  conditions: [{ type, status, lastTransitionTime: '2026-11-20T19:59:50Z' }],
});
/** When clusters of tests start. */
const TODAY = formatTime(start);
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

it('a job may be deleted before its time is over', async () => {
  const c = await startCluster([ttlAfterFinished]);
  const { metadata, spec } = makeJob(ttl);
  const ref = { name: metadata.name, namespace: metadata.namespace! };
  const created = await c.client.create(jobKind, { metadata: ref, spec });
  const status = { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: TODAY }] };
  await c.client.update(jobKind, { ...created, status }, { subresource: 'status' });
  await c.run(5);
  await c.client.delete(jobKind, ref, { propagationPolicy: 'Background' });
  await c.run(60);
  expect((await c.client.list(jobKind)).items).toEqual([]);
  expect(c.errors).toEqual([]);
});

it('a job that is looked at a moment before its time is over stays until then', async () => {
  const c = await startCluster([ttlAfterFinished]);
  const { metadata, spec } = makeJob(ttl);
  const ref = { name: metadata.name, namespace: metadata.namespace! };
  const created = await c.client.create(jobKind, { metadata: ref, spec });
  const status = { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: TODAY }] };
  await c.client.update(jobKind, { ...created, status }, { subresource: 'status' });
  await c.run(29.999);
  const body = { metadata: { labels: { looked: 'again' } } };
  await c.client.patch(jobKind, ref, { type: 'merge', body });
  const goneAt = async () => (await c.client.get(jobKind, ref)).metadata.deletionTimestamp;
  await c.run();
  expect(await goneAt()).toBeUndefined();
  await c.run(0.001);
  expect(await goneAt()).toBe(formatTime(start + 30_000));
});
