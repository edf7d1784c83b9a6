import { describe, expect, it } from 'vitest';
import type { JobSpec } from '#types';
import { endedBy } from '../../../../controllers/job/ending.ts';
import { failureDelay } from '../../../../controllers/job/handlers.ts';
import { backoffLimitExceeded } from '../../../../controllers/job/messages.ts';
import { nextStatus, nextTrackedStatus, type Round } from '../../../../controllers/job/status.ts';
import { makeJob, viewOf, type PodParts } from './jobs.ts';

const now = '2026-11-20T20:00:00Z';
const before = '2026-11-20T19:00:00Z';
const running: PodParts = { phase: 'Running', ready: before };
const succeeded: PodParts = { phase: 'Succeeded' };

const times = { lastProbeTime: now, lastTransitionTime: now };

const managed: Round = { created: 0, removed: 0, isManaged: true };
const waiting: Round = { ...managed, isManaged: false };
const creating: Round = { ...managed, created: 1 };

describe('the status', () => {
  it('is the very same when no count changes', () => {
    const job = makeJob({}, { startTime: before, active: 1, ready: 1 });
    const next = nextStatus(viewOf(job, [running]), managed);
    expect(next.status).toBe(job.status);
    expect(next.events).toEqual([]);
  });

  it('begins with the time of the first pass, and leaves zeros out', () => {
    const next = nextStatus(viewOf(makeJob(), []), creating);
    expect(next).toMatchObject({ isStarting: true, isFinished: false });
    expect(next.status).toEqual({ startTime: now, active: 1, ready: 0 });
  });

  it('ends with more successes than were asked for, and says so', () => {
    const job = makeJob({ completions: 1, completionMode: 'NonIndexed' }, { startTime: before });
    const next = nextStatus(viewOf(job, [succeeded, succeeded]), managed);
    expect(next.events.map(({ reason }) => reason)).toEqual(['TooManySucceededPods', 'Completed']);
    expect(next.status).toEqual({
      startTime: before,
      completionTime: now,
      succeeded: 2,
      ready: 0,
      conditions: [{ type: 'Complete', status: 'True', ...times }],
    });
  });

  it('counts active pods of a failed job as failed', () => {
    const job = makeJob({}, { startTime: before, active: 2, ready: 2 });
    const view = viewOf(job, [running, running, { phase: 'Failed' }]);
    const next = nextStatus(view, { ...waiting, ending: endedBy(backoffLimitExceeded) });
    const { reason, message } = backoffLimitExceeded;
    expect(next.status).toEqual({
      startTime: before,
      failed: 3,
      ready: 2,
      conditions: [{ type: 'Failed', status: 'True', ...times, reason, message }],
    });
    expect(next.events).toEqual([backoffLimitExceeded]);
  });

  it('does not report suspension before pods could be dealt with', () => {
    const job = makeJob({ suspend: true }, { startTime: before, active: 1, ready: 1 });
    const unsettled = nextStatus(viewOf(job, [running]), waiting);
    expect(unsettled.status).toBe(job.status);
    const suspended = nextStatus(viewOf(job, [running]), { ...managed, removed: 1 });
    expect(suspended.status).toMatchObject({
      startTime: before,
      conditions: [{ type: 'Suspended', status: 'True', reason: 'JobSuspended' }],
    });
  });

  it('keeps the probe time of a condition that turns', () => {
    const old = { lastProbeTime: before, lastTransitionTime: before };
    const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', ...old };
    const job = makeJob({ suspend: false }, { startTime: before, conditions: [suspended] });
    const next = nextStatus(viewOf(job, []), creating);
    expect(next.status.conditions).toEqual([
      {
        type: 'Suspended',
        status: 'False',
        reason: 'JobResumed',
        message: 'Job resumed',
        lastProbeTime: before,
        lastTransitionTime: now,
      },
    ]);
  });

  it.each<
    [what: string, job: Partial<JobSpec>, status: object, pods: readonly PodParts[], boolean]
  >([
    ['a success', {}, { succeeded: 1 }, [succeeded, succeeded, running], true],
    ['being suspended', { suspend: true }, {}, [], true],
    ['a failure', {}, {}, [{ phase: 'Failed' }], false],
    ['pods that get ready', {}, { active: 1, ready: 0 }, [running], false],
  ])('lets the delay after failures start over: %s: %#', (_what, spec, status, pods, expected) => {
    const job = makeJob({ completions: 3, ...spec }, { startTime: before, ...status });
    expect(nextStatus(viewOf(job, pods), managed).hasProgress).toBe(expected);
    expect(nextTrackedStatus(viewOf(job, pods), managed).hasProgress).toBe(expected);
  });

  it('never begins with a condition that it is not suspended', () => {
    const next = nextStatus(viewOf(makeJob({ suspend: false }), []), creating);
    expect(next.status).not.toHaveProperty('conditions');
  });

  it('of an indexed job tells the indexes', () => {
    const job = makeJob({ completionMode: 'Indexed', completions: 3 }, { startTime: before });
    const pods = [0, 1].map((index): PodParts => ({ phase: 'Succeeded', index }));
    const next = nextStatus(viewOf(job, pods), creating);
    expect(next.status).toMatchObject({ succeeded: 2, completedIndexes: '0,1' });
  });
});

it.each([
  [0, 0],
  [1, 10_000],
  [3, 40_000],
  [6, 320_000],
  [7, 360_000],
  [1000, 360_000],
])('after %d failures in a row a failed pod waits for %d ms', (failures, delay) => {
  expect(failureDelay(failures)).toBe(delay);
});
