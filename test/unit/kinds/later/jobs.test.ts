/** What later releases let jobs say, and how they check it. */
import { describe, expect, it } from 'vitest';
import { job } from '#kinds';
import { countIndexes } from '../../../../src/kinds/batch/validate-job-policies.ts';
import { changeErrorsIn, createdIn, errorsIn } from './release.ts';

const containers = [{ name: 'main', image: 'img' }];
const jobOf = (parts: object, policy = 'Never') => ({
  metadata: { name: 'a', namespace: 'default', uid: 'u' },
  spec: { template: { spec: { containers, restartPolicy: policy } }, ...parts },
});
const indexed = { completionMode: 'Indexed', completions: 5 };
const failure = (...rules: readonly object[]) => ({ podFailurePolicy: { rules } });
const codes = (parts: object) =>
  failure({ action: 'Ignore', onExitCodes: { operator: 'In', values: [1], ...parts } });
const success = (...rules: readonly object[]) => ({ ...indexed, successPolicy: { rules } });
const first = 'spec.podFailurePolicy.rules[0]';

describe('a job', () => {
  it.each([
    [{ backoffLimitPerIndex: 1 }, 'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed'],
    [
      { ...indexed, maxFailedIndexes: 1 },
      'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
    ],
    [
      { ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 6 },
      'spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions',
    ],
    [{ managedBy: 'x' }, 'spec.managedBy: Invalid value: "x": must be a domain-prefixed path'],
    [failure({ action: 'Ignore' }), `${first}: Invalid value: specifying one of OnExitCodes`],
    [
      failure({ action: 'FailIndex', onPodConditions: [{ type: 'A' }] }),
      'requires the backoffLimit',
    ],
    [codes({ values: [0] }), 'must not be 0 for the In operator'],
    [codes({ values: [2, 1] }), `${first}.onExitCodes.values: Invalid value: `],
    [codes({ containerName: 'none' }), 'must be one of the container or initContainer names'],
    [success(), 'spec.successPolicy.rules: Required value: at least one rules must be'],
    [success({ succeededCount: 6 }), 'must be less than or equal to 5 (the number of specified'],
    [
      success({ succeededIndexes: '0-1', succeededCount: 3 }),
      'must be less than or equal to 2 (the number of indexes',
    ],
    [
      { ...codes({}), podReplacementPolicy: 'TerminatingOrFailed' },
      'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
    ],
  ])('is refused: %j', (parts, told) => {
    expect(errorsIn(37, job, jobOf(parts))).toEqual([expect.stringContaining(told)]);
  });

  it('with a policy for failures never restarts containers', () => {
    const told = 'only "Never" is supported when podFailurePolicy is specified';
    expect(errorsIn(37, job, jobOf(codes({}), 'OnFailure'))).toEqual([
      `spec.template.spec.restartPolicy: Invalid value: "OnFailure": ${told}`,
    ]);
  });

  it('with a limit by index has no limit of its own by default', () => {
    const limits = [{ ...indexed, backoffLimitPerIndex: 1 }, indexed].map(
      (parts) => createdIn(37, job, jobOf(parts)).spec.backoffLimit,
    );
    expect(limits).toEqual([2_147_483_647, 6]);
  });

  it('asks for conditions that are true by default', () => {
    const policy = failure({ action: 'Ignore', onPodConditions: [{ type: 'A' }] });
    const { podFailurePolicy } = createdIn(37, job, jobOf(policy)).spec;
    expect(podFailurePolicy!.rules[0]!.onPodConditions![0]!.status).toBe('True');
  });

  it('keeps its policies', () => {
    const told = changeErrorsIn(37, job, jobOf(codes({})), jobOf(codes({ values: [2] })));
    expect(told).toEqual([expect.stringContaining('spec.podFailurePolicy: Invalid value: ')]);
  });

  it('with indexes grows by as many pods as completions', () => {
    const [three, five, odd] = [
      [3, 3],
      [5, 5],
      [5, 3],
    ].map(([completions, parallelism]) => jobOf({ ...indexed, completions, parallelism }));
    expect(changeErrorsIn(37, job, three!, five!)).toEqual([]);
    const why = 'can only be modified in tandem with spec.parallelism';
    expect(changeErrorsIn(37, job, three!, odd!)).toEqual([
      `spec.completions: Invalid value: 5: ${why}`,
    ]);
    expect(changeErrorsIn(26, job, three!, five!)).toHaveLength(1);
  });
});

it.each([
  ['', 0],
  ['0-2,4', 4],
  ['5', 'too large index: "5"'],
  ['3-1', 'non-increasing order, previous: 3, current: 1'],
  ['1,1', 'non-increasing order, previous: 1, current: 1'],
  ['x', 'cannot convert string to integer for index: "x"'],
  ['1-', 'cannot convert string to integer for index: ""'],
])('counts the indexes of %j', (text, count) => {
  expect(countIndexes(text, 5)).toBe(count);
});
