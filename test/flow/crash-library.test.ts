/**
 * Crash safety over the library: controllers that are killed at any write of any scenario, and
 * restarted, come to the same end as without the crash; no child is created twice and none is lost.
 * Compared are all stored objects but events, without generated names, uids, versions and times.
 * CRASH_RUNS says how many crashes of each scenario (default: 1), CRASH_SEED which.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { libraryFiles } from '../support/library.ts';
import { playCrashing, type Crash, type Settled } from '../support/crash/play.ts';

const runs = Number(process.env['CRASH_RUNS'] ?? 1);
const seed = Number(process.env['CRASH_SEED'] ?? 24);
/** More seeds would mean more undisturbed runs to compare with. */
const SEEDS = 3;

/** What of a scenario's end may differ: lines of its state, `resource object`. */
interface Exception {
  readonly why: string;
  readonly what: RegExp;
}

const FAILED_JOBS: Exception = {
  why: 'pods that were deleted as the Job failed are not counted',
  what: /^jobs\.batch .*"type":"Failed"/,
};

/**
 * Scenarios whose end may differ because of what v1.24 too keeps in memory only (see "What a restart
 * forgets" in docs/compatibility.md), by file. That no child is doubled holds for them as well.
 */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'a-bad-day.yaml': {
    why: 'nodes whose pods are still to be marked not ready: a rollout replaces what is down already',
    what: /^pods .*"controller-revision-hash"/,
  },
  'daemonset/surge.yaml': {
    why: 'pending wake-ups: nothing else tells that a pod that came first is ready for long enough',
    what: /^(daemonsets\.apps|pods) /,
  },
  'hpa/policies.yaml': {
    why: 'what was scaled when: the size ends elsewhere within the tolerance',
    what: /^(horizontalpodautoscalers\.autoscaling|deployments\.apps|replicasets\.apps|pods) /,
  },
  'job/deadline.yaml': {
    why: `pending wake-ups: a restart checks the deadline again; ${FAILED_JOBS.why}`,
    what: /^(jobs\.batch|pods) /,
  },
  'job/how-jobs-end.yaml': FAILED_JOBS,
  'job/restart-on-failure.yaml': FAILED_JOBS,
};

const cases = (await libraryFiles()).flatMap(({ path, scenarios }) =>
  scenarios
    .filter(({ slow }) => !slow)
    .map((scenario) => ({ path, title: `${path}: ${scenario.title}`, scenario })),
);

it('names only files that there are', () => {
  expect(cases.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
});

const anyCrash = fc.record({
  /** Where in the run, in thousandths of its writes. */
  at: fc.integer({ min: 1, max: 1000 }),
  dies: fc.constantFrom<Crash['dies']>('manager', 'writer'),
  seed: fc.integer({ min: 1, max: SEEDS }),
});

const timeout = 60_000 * (runs + 1);
it.each(cases)('$title', { timeout }, async ({ path, scenario }) => {
  const undisturbed = new Map<number, Promise<Settled>>();
  const calmly = (of: number): Promise<Settled> => {
    let calm = undisturbed.get(of);
    if (calm === undefined) undisturbed.set(of, (calm = playCrashing(scenario, of)));
    return calm;
  };
  await fc.assert(
    fc.asyncProperty(anyCrash, async ({ at, dies, seed: of }) => {
      const calm = await calmly(of);
      const atWrite = Math.ceil((calm.writes * at) / 1000);
      const crashed = await playCrashing(scenario, of, { atWrite, dies });
      fc.pre(crashed.crashed);
      expect([calm.doubled, crashed.doubled]).toEqual([[], []]);
      // A run that the CronJob has not noted yet is met as a stranger's, and only passed over in time.
      if (crashed.metUnlistedJob) return;
      expect(differenceOf(calm.state, crashed.state, EXCEPTIONS[path])).toEqual({
        missing: [],
        added: [],
      });
    }),
    { numRuns: runs, seed: seed + cases.findIndex((each) => each.scenario === scenario) },
  );
});

function differenceOf(
  before: readonly string[],
  after: readonly string[],
  exception: Exception | undefined,
): { missing: readonly string[]; added: readonly string[] } {
  const counts = (line: string): boolean => exception?.what.test(line) !== true;
  return {
    missing: without(before, after).filter(counts),
    added: without(after, before).filter(counts),
  };
}

/** Of two lists that may have the same item several times. */
function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
