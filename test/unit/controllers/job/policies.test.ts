/** What the policies of a job decide: about failed pods, and about succeeded indexes. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { JobSpec, Pod, PodFailurePolicyRule } from '#types';
import { counts, failedBy, matchOf } from '../../../../controllers/job/failure-policy.ts';
import { awaitsEnds, hasFailed, rulesOf } from '../../../../controllers/job/rules.ts';
import { ruleMet } from '../../../../controllers/job/success-policy.ts';
import { makeJob, podOf } from './jobs.ts';

const rules = rulesOf(profileOf(37));

function failedWith(exitCode: number, conditions: readonly object[] = []): Pod {
  const pod = podOf({ phase: 'Failed' }, 'work-a');
  const status = { ...{ name: 'main', image: '', imageID: '', ready: false, restartCount: 0 } };
  return {
    ...pod,
    status: {
      ...pod.status,
      conditions,
      containerStatuses: [{ ...status, state: { terminated: { exitCode } } }],
    },
  } as Pod;
}

const disrupted = { type: 'DisruptionTarget', status: 'True' };
const onCode = (action: string, operator: string, values: readonly number[]) =>
  ({ action, onExitCodes: { operator, values } }) as unknown as PodFailurePolicyRule;
const onDisruption = (action: string) =>
  ({ action, onPodConditions: [disrupted] }) as unknown as PodFailurePolicyRule;
const jobWith = (...policy: readonly PodFailurePolicyRule[]) =>
  makeJob({ podFailurePolicy: { rules: policy } });

describe('a podFailurePolicy', () => {
  it('decides by the first rule that matches', () => {
    const job = jobWith(onCode('Ignore', 'In', [1, 2]), onCode('FailJob', 'NotIn', [3]));
    expect(matchOf(job, failedWith(2), rules)).toMatchObject({ action: 'Ignore', index: 0 });
    expect(matchOf(job, failedWith(4), rules)).toMatchObject({ action: 'FailJob', index: 1 });
    expect(matchOf(job, failedWith(3), rules)).toBeUndefined();
    expect(matchOf(job, failedWith(0), rules)).toBeUndefined();
  });

  it('fails the job with a message', () => {
    const job = jobWith(onDisruption('Ignore'), onCode('FailJob', 'In', [42]));
    const pods = [failedWith(42, [disrupted]), failedWith(42)];
    const message = 'Container main for pod default/work-a failed with exit code 42';
    expect(failedBy(job, pods, rules)).toBe(`${message} matching FailJob rule at index 1`);
    expect(failedBy(job, pods.slice(0, 1), rules)).toBeUndefined();
    expect(failedBy(job, pods, rulesOf(profileOf(25)))).toBeUndefined();
    const other = jobWith(onDisruption('FailJob'));
    const why =
      'Pod default/work-a has condition DisruptionTarget matching FailJob rule at index 0';
    expect(failedBy(other, pods, rules)).toBe(why);
  });

  it('counts all failures but ignored ones', () => {
    const job = jobWith(onDisruption('Ignore'), onCode('Count', 'In', [1]));
    expect(counts(job, failedWith(1, [disrupted]), rules)).toBe(false);
    expect(counts(job, failedWith(1), rules)).toBe(true);
    expect(counts(job, failedWith(9), rules)).toBe(true);
  });

  it('lets indexes fail only where they have limits', () => {
    const job = jobWith(onCode('FailIndex', 'In', [1]), onCode('Ignore', 'In', [1]));
    expect(matchOf(job, failedWith(1), rulesOf(profileOf(28)))?.action).toBe('Ignore');
    expect(matchOf(job, failedWith(1), rulesOf(profileOf(29)))?.action).toBe('FailIndex');
  });
});

it.each([
  ['no policy', {}, 37, true, false],
  ['podReplacementPolicy Failed', { podReplacementPolicy: 'Failed' }, 29, false, true],
  ['podReplacementPolicy Failed', { podReplacementPolicy: 'Failed' }, 28, true, false],
  ['a podFailurePolicy', { podFailurePolicy: { rules: [] } }, 25, true, false],
  ['a podFailurePolicy', { podFailurePolicy: { rules: [] } }, 27, false, false],
  ['a podFailurePolicy', { podFailurePolicy: { rules: [] } }, 28, false, true],
])('with %s (%j) in 1.%d a deleted pod has failed: %s, is awaited: %s', (...row) => {
  const [, spec, minor, isFailed, isAwaited] = row;
  const minorRules = rulesOf(profileOf(minor));
  const job = makeJob(spec as Partial<JobSpec>);
  expect(hasFailed(job, podOf({ phase: 'Running', deleting: true }), minorRules)).toBe(isFailed);
  expect(awaitsEnds(job, minorRules)).toBe(isAwaited);
});

it.each([
  ['all of some', [{ succeededIndexes: '1-2' }], [1, 2], 0],
  ['not all of them', [{ succeededIndexes: '1-2' }], [0, 1, 3], undefined],
  ['enough of some', [{ succeededIndexes: '1-3', succeededCount: 2 }], [0, 1, 3], 0],
  ['too few of them', [{ succeededIndexes: '1-3', succeededCount: 2 }], [0, 1], undefined],
  ['any that are enough', [{ succeededIndexes: '9' }, { succeededCount: 2 }], [0, 3], 1],
  ['none', [{ succeededCount: 0 }], [], undefined],
])('a successPolicy asks for %s: %j of %j meets rule %s', (_what, policy, done, rule) => {
  const job = makeJob({ completions: 5, successPolicy: { rules: policy } });
  expect(ruleMet(job, done)).toBe(rule);
});
