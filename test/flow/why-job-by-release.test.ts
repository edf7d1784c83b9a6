/** Explanations of the status of Jobs tell what they count, release by release. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { job } from '#kinds';
import { pastOf, plain, played, scenariosOf, termsOf, type PlayedPast } from '../support/past.ts';

describe('a Job past its deadline', () => {
  let before: PlayedPast, after: PlayedPast;
  beforeAll(async () => {
    const [older, newer] = await scenariosOf('versions/job-conditions.yaml');
    [before, after] = [await played(older!), await played(newer!)];
  });

  it('counts the pods that it deletes at once since 1.31', () => {
    const terms = (past: PlayedPast) => plain(termsOf(past.ask(job, 'crawl', 'status.ready', 12)));
    expect(terms(before)).toEqual(['+ Pod default/crawl-*: it is active and ready']);
    expect(terms(after)).toEqual(['- Pod default/crawl-*: the pass deletes it']);
    const told = after.ask(job, 'crawl', 'status.terminating', 12);
    expect(told).toMatchObject({ value: 1, exact: true });
    expect(plain(termsOf(told))).toEqual(['+ Pod default/crawl-*: the pass deletes it']);
  });

  it('has its last condition once no pod is left since 1.31', () => {
    const asked = (past: PlayedPast, type: string, at: number) => {
      const told = past.ask(job, 'crawl', `status.conditions[${type}].status`, at);
      expect(told).toMatchObject({ value: 'True', exact: true });
      return termsOf(told).slice(3);
    };
    expect(asked(before, 'Failed', 20)).toEqual([]);
    expect(asked(after, 'FailureTarget', 12)).toEqual([]);
    expect(asked(after, 'Failed', 20)).toEqual([
      '+ pods on their way out 0: the last condition comes once no pod is left',
    ]);
  });
});

test('a Job says which indexes it has given up, and what new pods wait for', async () => {
  const past = await pastOf('versions/job-indexes.yaml');
  const failed = past.ask(job, 'report', 'status.failedIndexes', 18);
  expect(failed).toMatchObject({ value: '1', exact: true });
  expect(failed.hinges).toMatchObject([{ name: 'JobBackoffLimitPerIndex', decides: 'value' }]);
  const active = past.ask(job, 'report', 'status.active', 8);
  expect(active).toMatchObject({ value: 3, exact: true });
  const delay = '10 s, and twice as long after each more';
  expect(termsOf(active).at(-1)).toBe(
    `- new pods in 10 s: they wait after the last failure of their index: ${delay}`,
  );
  const { account } = past.askNot('job/report', 8, { size: 'more' });
  expect(account!.terms.map(({ subject }) => subject)).toContain('new pods');
});
