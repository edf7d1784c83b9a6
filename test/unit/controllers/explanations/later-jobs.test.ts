/** What is said about Jobs of later releases: of indexes that fail, policies, and pods on their way out. */
import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Job, JobSpec, JobStatus, ObjectMeta, Pod } from '#types';
import { makeJob, NOW, podOf, type PodParts } from '../job/jobs.ts';
import { notSaid, saidOf, type Said } from './account.ts';
import { labels, ownedBy } from './explained.ts';

const started = { startTime: '2026-11-20T19:59:30Z' };
const ready = '2026-11-20T19:59:40Z';
const finalizers = ['batch.kubernetes.io/job-tracking'];
const failuresAnnotation = 'batch.kubernetes.io/job-index-failure-count';

const jobOf = (spec: Partial<JobSpec>, status: JobStatus = {}): Job =>
  makeJob({ selector: { matchLabels: labels }, ...spec }, { ...started, ...status });

/** A pod that its job keeps count of. */
function own(job: Job, name: string, parts: PodParts, metadata: Partial<ObjectMeta> = {}): Pod {
  const pod = podOf(parts, name);
  const annotations = { ...pod.metadata.annotations, ...metadata.annotations };
  const shared = { ...ownedBy(job), labels, finalizers };
  return { ...pod, metadata: { ...pod.metadata, ...shared, ...metadata, annotations } } as Pod;
}

/** What stands in a container that has ended with a code. */
function exited(pod: Pod, exitCode: number, finishedAt = '2026-11-20T19:59:55Z'): Pod {
  const main = { name: 'main', state: { terminated: { exitCode, finishedAt } } };
  return { ...pod, status: { ...pod.status, containerStatuses: [main] } } as unknown as Pod;
}

const at = (minor: number, object: Job, pods: readonly Pod[], evidence?: object) => ({
  ...{ object, objects: [object, ...pods], now: NOW, profile: profileOf(minor) },
  ...(evidence !== undefined && { evidence }),
});
const round = { created: 0, removed: 0, isManaged: true, released: [] };

it('tells which indexes have failed for good, and which are tried again', () => {
  const job = jobOf(
    { completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 1 },
    { failedIndexes: '3' },
  );
  const tries = (number: string) => ({ annotations: { [failuresAnnotation]: number } });
  const pods = [
    own(job, 'a', { phase: 'Failed', index: 0 }, tries('1')),
    own(job, 'b', { phase: 'Failed', index: 1 }, tries('0')),
    own(job, 'c', { phase: 'Running', index: 2 }, tries('0')),
    own(job, 'd', { phase: 'Failed' }),
  ];
  expect(saidOf('job', 'status.failedIndexes', at(34, job, pods))).toEqual({
    value: '0,3',
    rule: 'lists the indexes with more failed pods than backoffLimitPerIndex, or with one that podFailurePolicy lets end them',
    terms: [
      '+ before 3: the status before',
      '+ Pod default/a: it has failed, and its index 0 is not tried again',
      '- Pod default/b: its index 1 is tried again',
      '- Pod default/c: it has not failed',
      '- Pod default/d: it has not failed',
    ],
  });
});

const leaving = (minor: number, field: string): Said => {
  const job = jobOf({ parallelism: 1, completions: 5 });
  const running: PodParts = { phase: 'Running', ready };
  const pods = [
    own(job, 'a', { ...running, created: '2026-11-20T19:00:00Z' }),
    own(job, 'b', { phase: 'Pending', created: '2026-11-20T19:00:00Z' }),
    own(job, 'c', { ...running, deleting: true }),
    own(job, 'd', { phase: 'Failed', deleting: true }),
  ];
  return saidOf('job', `status.${field}`, at(minor, job, pods, { ...round, removed: 1 }));
};

it('counts pods on their way out, with those that the pass deletes', () => {
  expect(leaving(34, 'terminating')).toEqual({
    value: 2,
    rule: 'counts the pods that are being deleted and have not ended, with those that the pass deletes',
    terms: [
      '- Pod default/a: it is not being deleted, or has ended',
      '+ Pod default/b: the pass deletes it',
      '+ Pod default/c: it is being deleted and has not ended',
      '- Pod default/d: it is not being deleted, or has ended',
    ],
  });
});

it.each([
  [30, 'before the pass creates or removes any', '- Pod default/b: it is not ready'],
  [34, 'without those that the pass deletes', '- Pod default/b: the pass deletes it'],
])('counts ready pods in 1.%i %s', (minor, which, second) => {
  expect(leaving(minor, 'ready')).toEqual({
    value: 1,
    rule: `counts the active pods that are ready, ${which}`,
    terms: [
      '+ Pod default/a: it is active and ready',
      second,
      '- Pod default/c: it is being deleted',
      '- Pod default/d: it has finished: Failed',
    ],
  });
});

it.each([
  [
    34,
    undefined,
    [
      '+ Pod default/a: it is neither finished nor being deleted (Running)',
      '- Pod default/b: it is removed: there were too many',
    ],
  ],
  [
    35,
    { isWaiting: true, removed: 0 },
    [
      '- Pod default/a: in this release none counts while new ones wait',
      '- Pod default/b: in this release none counts while new ones wait',
    ],
  ],
])('counts active pods of 1.%i, %o', (minor, more, terms) => {
  const job = jobOf({ parallelism: more === undefined ? 1 : 3, completions: 5 });
  const pods = [
    own(job, 'a', { phase: 'Running', ready, created: '2026-11-20T19:00:00Z' }),
    own(job, 'b', { phase: 'Pending', created: '2026-11-20T19:00:00Z' }),
  ];
  const evidence = { ...round, removed: 1, ...more };
  expect(saidOf('job', 'status.active', at(minor, job, pods, evidence)).terms).toEqual(terms);
});

const policy = {
  rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }],
} as JobSpec['podFailurePolicy'];
const noPolicy = 'no failed pod matches a rule with the action FailJob';

it.each([
  [1, `- spec.podFailurePolicy: ${noPolicy}`],
  [
    42,
    '+ spec.podFailurePolicy: Container main for pod default/a failed with exit code 42 matching FailJob rule at index 0',
  ],
])('explains a policy for failures when a pod has ended with %i', (code, term) => {
  const job = jobOf({ completions: 2, podFailurePolicy: policy });
  const pods = [exited(own(job, 'a', { phase: 'Failed' }), code)];
  const { terms } = saidOf('job', 'status.conditions', at(34, job, pods));
  expect(terms).toContain(term);
  const before = saidOf('job', 'status.conditions', at(24, job, pods)).terms;
  expect(before.filter((each) => each.includes('podFailurePolicy'))).toEqual([]);
});

const succeededIn = (...done: readonly number[]): JobStatus => ({
  completedIndexes: done.join(','),
  succeeded: done.length,
});

it.each([
  ['1', '- spec.successPolicy: no rule is met'],
  ['2', '+ spec.successPolicy: rule 1 is met, so the others need not succeed'],
])('explains a policy for success when index %s is done', (index, term) => {
  const job = jobOf(
    {
      ...{ completions: 4, completionMode: 'Indexed' },
      successPolicy: { rules: [{ succeededCount: 3 }, { succeededIndexes: '2' }] },
    },
    succeededIn(Number(index)),
  );
  expect(saidOf('job', 'status.completionTime', at(34, job, [])).terms).toEqual([
    '- succeeded 1: spec.completions is 4',
    '+ active 0: no pod may be active',
    term,
  ]);
});

const indexed: Partial<JobSpec> = {
  ...{ completions: 4, completionMode: 'Indexed', backoffLimitPerIndex: 0 },
};

it.each<[string, Partial<JobSpec>, JobStatus, string]>([
  [
    'without a limit',
    indexed,
    { failedIndexes: '0', ...succeededIn(1) },
    '- failed indexes 1: spec.maxFailedIndexes is not set; 1 of 4 indexes have succeeded',
  ],
  [
    'as many as may',
    { ...indexed, maxFailedIndexes: 1 },
    { failedIndexes: '0', ...succeededIn(1, 2) },
    '- failed indexes 1: spec.maxFailedIndexes is 1; 2 of 4 indexes have succeeded',
  ],
  [
    'more than may',
    { ...indexed, maxFailedIndexes: 1 },
    { failedIndexes: '0,3', ...succeededIn(1) },
    '+ failed indexes 2: spec.maxFailedIndexes is 1; 1 of 4 indexes have succeeded',
  ],
  [
    'and nothing is left to do',
    indexed,
    { failedIndexes: '0', ...succeededIn(1, 2, 3) },
    '+ failed indexes 1: spec.maxFailedIndexes is not set; 3 of 4 indexes have succeeded',
  ],
])('tells how many indexes have failed: %s', (_, spec, status, term) => {
  expect(saidOf('job', 'status.conditions', at(34, jobOf(spec, status), [])).terms).toContain(term);
});

it.each([
  [[], '+ pods on their way out 0: the last condition comes once no pod is left'],
  [['a'], '- pods on their way out 1: the last condition comes once no pod is left'],
])('tells that the last condition waits for pods on their way out, here %o', (names, term) => {
  const job = jobOf({ completions: 2 });
  const pods = names.map((name) => own(job, name, { phase: 'Running', deleting: true }));
  expect(saidOf('job', 'status.conditions', at(31, job, pods)).terms).toContain(term);
  const before = saidOf('job', 'status.conditions', at(30, job, pods)).terms;
  expect(before.filter((each) => each.includes('way out'))).toEqual([]);
});

it('tells that a suspended job has lost its start', () => {
  const job = jobOf({ suspend: true, completions: 1 });
  expect(saidOf('job', 'status.startTime', at(36, job, []))).toEqual({
    value: undefined,
    rule: 'is when a pass first found the job not suspended, or last resumed',
    terms: ['+ spec.suspend true: it had never been suspended'],
  });
  const { value, terms } = saidOf('job', 'status.startTime', at(34, job, []));
  expect([value, terms]).toEqual([
    started.startTime,
    [`+ before ${started.startTime}: it had already started`],
  ]);
});

const more = { what: 'more' } as const;
const wanted = (number: number): string =>
  `+ wanted ${number}: as many as are left of its completions, and parallelism at most`;
const starts = 'starts pods until enough are active';

it('tells that new pods wait after failures, and for how long', () => {
  const job = jobOf({ completions: 5, parallelism: 2 });
  const pods = [
    exited(own(job, 'a', { phase: 'Failed' }), 1, '2026-11-20T19:59:40Z'),
    exited(own(job, 'b', { phase: 'Failed' }), 1, '2026-11-20T19:59:55Z'),
    own(job, 'c', { phase: 'Running', ready }),
  ];
  expect(notSaid('job', more, at(34, job, pods))).toEqual({
    value: 'has 1 active pods',
    rule: starts,
    terms: [
      wanted(2),
      '- new pods in 15 s: they wait after 2 failures, the last at 2026-11-20T19:59:55Z: 10 s, and twice as long for each more',
    ],
  });
});

it('tells that a pod is replaced once it has ended', () => {
  const job = jobOf({ completions: 5, parallelism: 2, podReplacementPolicy: 'Failed' });
  const pods = [
    own(job, 'a', { phase: 'Running', deleting: true }),
    own(job, 'b', { phase: 'Running' }),
  ];
  const { terms } = notSaid('job', more, at(34, job, pods)) as Said;
  const awaited = 'it is being deleted, and is replaced once it has ended';
  expect(terms).toEqual([wanted(2), `+ Pod default/a: ${awaited}`]);
  const other = { ...job, spec: { ...job.spec, podReplacementPolicy: 'TerminatingOrFailed' } };
  expect((notSaid('job', more, at(34, other as Job, pods)) as Said).terms).toEqual([wanted(2)]);
});

it('says no more of a job that has as many pods as it wants', () => {
  const job = jobOf({ completions: 5, parallelism: 1 });
  const pods = [own(job, 'b', { phase: 'Running' })];
  expect(notSaid('job', more, at(34, job, pods))).toEqual({
    value: 'has 1 active pods',
    rule: starts,
    terms: [wanted(1)],
  });
  expect(() => notSaid('job', { what: 'run' }, at(34, job, pods))).toThrow('no answer');
});
