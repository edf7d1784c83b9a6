/** What the status of a job may become, in the releases where that changed. */
import { describe, expect, it } from 'vitest';
import { profileOf, worded, type Kind } from '#kinds';
import type { JobSpec, JobStatus } from '#types';
import { apiRig, context } from '../../../support/api.ts';
import { ApiError } from '#values';

const time = '2026-01-02T03:04:05Z';
const later = '2026-01-02T03:04:06Z';
const condition = (type: string, status = 'True') => ({ type, status });
const indexed: Partial<JobSpec> = { completionMode: 'Indexed', completions: 3, parallelism: 1 };

/** The errors of the last of several writes of a job's status, each on top of the one before. */
async function errorsOf(minor: number, spec: object, ...steps: readonly Partial<JobStatus>[]) {
  const profile = profileOf(minor);
  const { api } = await apiRig({ profile });
  const job = api.kinds.byResource('batch', 'v1', 'jobs') as Kind;
  const metadata = { namespace: 'default', name: 'j' };
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  await api.create(context, job, { metadata, spec: { template, ...spec } } as never);
  for (const [index, status] of steps.entries()) {
    const change = { type: 'merge', body: { status } } as const;
    try {
      await api.patch(context, job, metadata, change, 'status');
    } catch (error) {
      if (!(error instanceof ApiError) || index < steps.length - 1) throw error;
      const causes = worded(error, profile).details?.causes ?? [];
      return causes.map(({ field, message }) => `${field}: ${message}`);
    }
  }
  return [];
}

const ended = (...types: readonly string[]): Partial<JobStatus> => ({
  startTime: time,
  conditions: types.map((type) => condition(type)) as JobStatus['conditions'],
});
const complete = { ...ended('SuccessCriteriaMet', 'Complete'), completionTime: later };
const refused = 'Invalid value: cannot set';

describe('a job that ends', () => {
  it('may be whatever is written until 1.31', async () => {
    expect(await errorsOf(31, {}, ended('Complete', 'Failed'))).toEqual([]);
    expect(await errorsOf(31, {}, { ready: 2, completionTime: time })).toEqual([]);
  });

  it('needs times, the conditions before and no pods from 1.32', async () => {
    expect(await errorsOf(32, {}, complete)).toEqual([]);
    expect(await errorsOf(32, {}, { ...ended('Complete', 'Failed'), active: 1 })).toEqual([
      `status.conditions: ${refused} Complete=True and Failed=true conditions`,
      'status.completionTime: Required value: completionTime is required for Complete jobs',
      `status.conditions: ${refused} Failed=True condition without the FailureTarget=true condition`,
      `status.conditions: ${refused} Complete=True condition without the SuccessCriteriaMet=true condition`,
      'status.active: Invalid value: 1: active>0 is invalid for finished job',
    ]);
    expect(
      await errorsOf(32, {}, {
        conditions: [condition('FailureTarget'), condition('Failed')],
        terminating: 1,
      } as never),
    ).toEqual([
      'status.startTime: Required value: startTime is required for finished job',
      'status.terminating: Invalid value: 1: terminating>0 is invalid for finished job',
    ]);
    expect(await errorsOf(32, {}, { ready: 2, active: 1 })).toEqual([
      'status.ready: Invalid value: 2: cannot set more ready pods than active',
    ]);
  });

  it.each([
    [
      33,
      'completionTime cannot be set before startTime',
      'uncountedTerminatedPods needs to be',
      'batch.UncountedTerminatedPods{Succeeded:[]types.UID{"u"}, Failed:[]types.UID(nil)}',
      '2026-01-02 03:04:05 +0000 UTC',
    ],
    [
      34,
      'must be equal to or after `startTime`',
      'must be',
      '{"Succeeded":["u"],"Failed":null}',
      `"${time}"`,
    ],
  ])('is refused in the words of 1.%i', async (minor, before, empty, pods, shown) => {
    const uncountedTerminatedPods = { succeeded: ['u'] };
    expect(
      await errorsOf(
        minor,
        {},
        { ...complete, startTime: later, completionTime: time, uncountedTerminatedPods },
      ),
    ).toEqual([
      `status.completionTime: Invalid value: ${shown}: ${before}`,
      `status.uncountedTerminatedPods: Invalid value: ${pods}: ${empty} empty for finished job`,
    ]);
  });

  it('stays as it ended', async () => {
    const back = { completionTime: time, conditions: [], succeeded: 1, failed: -1 };
    expect(await errorsOf(37, {}, { ...complete, succeeded: 2 }, back)).toEqual([
      'status.failed: Invalid value: -1: must be greater than or equal to 0',
      `status.completionTime: Invalid value: "${time}": cannot set completionTime when there is no Complete=True condition`,
      'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
      'status.failed: Invalid value: -1: cannot decrease the failed counter',
      'status.succeeded: Invalid value: 1: cannot decrease the succeeded counter',
      `status.completionTime: Invalid value: "${time}": field is immutable`,
      'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
    ]);
  });

  it('has started when it has, in the words of 1.35 and 1.36', async () => {
    const change = [{ startTime: time }, { startTime: later }] as const;
    expect(await errorsOf(35, {}, ...change)).toEqual([
      'status.startTime: Required value: startTime cannot be removed for unsuspended job',
    ]);
    expect(await errorsOf(36, {}, ...change)).toEqual([
      `status.startTime: Invalid value: "${later}": field is immutable for unsuspended job once set`,
    ]);
  });
});

describe('conditions about what is enough', () => {
  const both = ended('SuccessCriteriaMet', 'FailureTarget');
  const failing = `status.conditions: ${refused} SuccessCriteriaMet=True and FailureTarget=true conditions`;

  it('are not looked at until 1.29', async () => {
    expect(await errorsOf(29, {}, both)).toEqual([]);
  });

  it('are for policies of indexed jobs at 1.30', async () => {
    expect(await errorsOf(30, {}, both)).toEqual([
      `status.conditions: ${refused} SuccessCriteriaMet to NonIndexed Job`,
      failing,
      `status.conditions: ${refused} SuccessCriteriaMet=True for Job without SuccessPolicy`,
    ]);
  });

  it('are for all jobs from 1.31', async () => {
    expect(await errorsOf(31, {}, both)).toEqual([failing]);
  });
});

describe('indexes of a job', () => {
  it('are for jobs that have them, and never in both lists', async () => {
    expect(await errorsOf(32, {}, { completedIndexes: '0', failedIndexes: '' })).toEqual([
      'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      'status.failedIndexes: Invalid value: "": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
    ]);
    const spec = { ...indexed, backoffLimitPerIndex: 1 };
    expect(await errorsOf(32, spec, { completedIndexes: '0,2', failedIndexes: '3,1-2' })).toEqual([
      'status.failedIndexes: Invalid value: "3,1-2": error parsing failedIndexes: too large index: "3"',
      'status.failedIndexes: Invalid value: "3,1-2": failedIndexes and completedIndexes overlap at index: 2',
    ]);
    expect(await errorsOf(32, spec, { completedIndexes: '2', failedIndexes: '0-1' })).toEqual([]);
  });
});
