import { describe, expect, it } from 'vitest';
import { endingOf } from '../../../../controllers/job/ending.ts';
import { planPods } from '../../../../controllers/job/plan.ts';
import { podsToRemove } from '../../../../controllers/job/removal.ts';
import { makeJob, NOW, podOf, viewOf, type PodParts } from './jobs.ts';

const running: PodParts = { phase: 'Running' };
const succeeded: PodParts = { phase: 'Succeeded' };
const failed: PodParts = { phase: 'Failed' };
const leaving: PodParts = { phase: 'Running', deleting: true };

function planned(...[job, pods]: Parameters<typeof viewOf>): string {
  const { create, remove, indexes } = planPods(viewOf(job, pods));
  return `+${create} -${remove.length}${indexes === undefined ? '' : ` [${indexes.join(' ')}]`}`;
}

describe('pods to create and delete', () => {
  it.each([
    ['as many as may run', { completions: 9, parallelism: 3 }, [running], '+2 -0'],
    ['no more than are missing', { completions: 3, parallelism: 3 }, [succeeded, running], '+1 -0'],
    ['none that failed count', { completions: 1 }, [failed, failed], '+1 -0'],
    ['none that are leaving count', { completions: 1 }, [leaving], '+1 -0'],
    ['too many go', { completions: 9, parallelism: 1 }, [running, running, running], '+0 -2'],
    ['at most 500 at once', { completions: 900, parallelism: 800 }, [], '+500 -0'],
    ['without a number, parallelism', { parallelism: 2 }, [], '+2 -0'],
    ['without a number, none after a success', { parallelism: 2 }, [succeeded], '+0 -0'],
    ['without a number, others run on', { parallelism: 1 }, [succeeded, running, running], '+0 -0'],
    ['suspended, none', { parallelism: 2, suspend: true }, [running, running], '+0 -2'],
  ])('%s', (_what, spec, pods, expected) => {
    expect(planned(makeJob(spec), pods)).toBe(expected);
  });

  it('of an indexed job make up for what is missing, but only once others are gone', () => {
    const job = makeJob({ completionMode: 'Indexed', completions: 6, parallelism: 3 });
    const at = (index: number, phase: PodParts['phase'] = 'Running'): PodParts => ({
      index,
      phase,
    });
    expect(planned(job, [at(0, 'Succeeded'), at(1), at(3)])).toBe('+1 -0 [2]');
    expect(planned(job, [at(1), at(1), at(3)])).toBe('+0 -1');
    expect(planned(job, [at(1), at(6)])).toBe('+0 -1');
    expect(planned(job, [at(1), running])).toBe('+0 -1');
  });
});

describe('the order of removal', () => {
  const names = (atLeast: number, parts: readonly PodParts[]) =>
    podsToRemove(
      makeJob(),
      parts.map((part, i) => podOf(part, `p${i}`)),
      atLeast,
    ).map(({ metadata }) => metadata.name);

  const bound: PodParts = { phase: 'Running', node: 'n', ready: '2026-11-20T19:00:00Z' };
  it.each<[string, PodParts, PodParts]>([
    ['unbound', { ...bound, node: undefined }, bound],
    ['not running', { ...bound, phase: 'Pending' }, bound],
    ['not ready', { ...bound, ready: undefined }, { ...bound, phase: 'Running' }],
    ['ready for less time', { ...bound, ready: '2026-11-20T19:30:00Z' }, bound],
    ['more restarts', { ...bound, restarts: 2 }, { ...bound, restarts: 1 }],
    ['newer', { ...bound, created: '2026-11-20T20:00:01Z' }, bound],
  ])('%s first', (_what, goes, stays) => {
    expect(names(1, [stays, goes])).toEqual(['p1']);
    expect(names(1, [goes, stays])).toEqual(['p0']);
  });

  it('of one index keeps the pod that has done most', () => {
    const job = makeJob({ completionMode: 'Indexed', completions: 2 });
    const pods = [
      podOf({ ...bound, index: 0 }, 'done most'),
      podOf({ index: 0 }, 'unbound'),
      podOf({ ...bound, phase: 'Pending', index: 0 }, 'pending'),
    ];
    const gone = podsToRemove(job, pods, 0).map(({ metadata }) => metadata.name);
    expect(gone.sort()).toEqual(['pending', 'unbound']);
  });
});

describe('a job has failed', () => {
  const onFailure = makeJob().spec.template;
  const inPlace = {
    template: { ...onFailure, spec: { ...onFailure.spec, restartPolicy: 'OnFailure' as const } },
  };
  const started = { startTime: '2026-11-20T19:59:00Z' };

  it.each<[string, ReturnType<typeof makeJob>, readonly PodParts[], string | undefined]>([
    [
      'at more failures than allowed',
      makeJob({ backoffLimit: 1 }),
      [failed, failed],
      'BackoffLimitExceeded',
    ],
    ['not at as many', makeJob({ backoffLimit: 2 }), [failed, failed], undefined],
    [
      'at old failures that are too many since the limit was lowered',
      makeJob({ backoffLimit: 1 }, { failed: 2 }),
      [failed, failed],
      'BackoffLimitExceeded',
    ],
    [
      'while as many pods run as should',
      makeJob({ backoffLimit: 0 }),
      [failed, running],
      'BackoffLimitExceeded',
    ],
    [
      'at restarts',
      makeJob({ ...inPlace, backoffLimit: 2 }),
      [{ ...running, restarts: 2 }],
      'BackoffLimitExceeded',
    ],
    [
      'not at fewer',
      makeJob({ ...inPlace, backoffLimit: 2 }),
      [{ ...running, restarts: 1 }],
      undefined,
    ],
    [
      'at the first with limit 0',
      makeJob({ ...inPlace, backoffLimit: 0 }),
      [{ ...running, restarts: 1 }],
      'BackoffLimitExceeded',
    ],
    ['not at none with limit 0', makeJob({ ...inPlace, backoffLimit: 0 }), [running], undefined],
    [
      'not at restarts with Never',
      makeJob({ backoffLimit: 0 }),
      [{ ...running, restarts: 1 }],
      undefined,
    ],
    [
      'at the deadline',
      makeJob({ activeDeadlineSeconds: 60 }, started),
      [running],
      'DeadlineExceeded',
    ],
    ['not before', makeJob({ activeDeadlineSeconds: 61 }, started), [running], undefined],
    ['not 1 ms before', makeJob({ activeDeadlineSeconds: 60.001 }, started), [running], undefined],
    [
      'not while suspended',
      makeJob({ activeDeadlineSeconds: 9, suspend: true }, started),
      [],
      undefined,
    ],
  ])('%s', (_when, job, pods, reason) => {
    expect(endingOf(viewOf(job, pods, NOW))?.reason).toBe(reason);
  });
});
