/** A check under way: what it costs, and what it takes for one change. */
import { describe, expect, it } from 'vitest';
import { VirtualClock, type Clock } from '#clock';
import type { KubeObject } from '#values';
import type { Condition } from '../../../../src/scenario/checks/condition.ts';
import type { ObservingCheck } from '../../../../src/scenario/checks/observing.ts';
import type { ObservedKinds } from '../../../../src/scenario/checks/observed-kinds.ts';
import { eventually, throughout, type Rule } from '../../../../src/scenario/checks/rules.ts';
import { CostError } from '../../../../src/scenario/expression/index.ts';
import { RunningCheck, type Finding } from '../../../../src/scenario/checks/running-check.ts';

const never = throughout(1_000, false);
const observed = { follow: () => Promise.resolve() } as unknown as ObservedKinds;
const change = { object: { metadata: { name: 'x' } } as KubeObject, deleted: false };

/** Conditions whose truth a test sets by hand, and a check of them. */
async function checkOf(
  rule: Rule,
  count = 1,
): Promise<{
  readonly clock: VirtualClock;
  readonly findings: Finding[];
  readonly timers: () => number;
  /** One change, by which the conditions become this. */
  readonly become: (...truths: readonly boolean[]) => void;
  readonly giveUp: (why: string) => void;
}> {
  const clock = new VirtualClock({ start: 0 });
  let timers = 0;
  const counting: Clock = {
    now: () => clock.now(),
    hold: (name) => clock.hold(name),
    after: (...args) => ((timers += 1), clock.after(...args)),
  };
  const truths = Array<boolean>(count).fill(false);
  let watching: ObservingCheck | undefined;
  const conditions = truths.map((_, i): Condition => ({
    text: `condition ${i}`,
    kinds: [],
    watch(_, check) {
      watching = check;
      return {
        get holds() {
          return truths[i]!;
        },
        actual: () => String(truths[i]),
        stop: () => undefined,
      };
    },
  }));
  const findings: Finding[] = [];
  const check = new RunningCheck({
    plan: { conditions, rule, expected: '', countsThePast: true },
    clock: counting,
    observed,
    name: 'test',
    onDecided: (finding) => findings.push(finding),
  });
  await check.begin();
  return {
    clock,
    findings,
    timers: () => timers,
    giveUp: (why) => watching!.giveUp(why),
    become(...values) {
      watching!.before();
      values.forEach((value, i) => (truths[i] = value));
      watching!.after(change);
    },
  };
}

describe('a check under way', () => {
  it('asks its rule only when something is different, and sets one timer', async () => {
    let asked = 0;
    const rule = throughout(1_000_000, false);
    const counting: Rule = {
      begin: (sample) => rule.begin(sample),
      next: (state, sample) => ((asked += 1), rule.next(state, sample)),
    };
    const { clock, findings, timers, become } = await checkOf(counting);
    for (let i = 0; i < 10_000; i++) become(false);
    await clock.advanceTo(10_000);
    expect({ asked, timers: timers(), findings }).toEqual({ asked: 0, timers: 1, findings: [] });
    become(true);
    expect(asked).toBe(1);
    expect(findings).toMatchObject([
      { passed: false, atMs: 10_000, undecided: false, object: change.object },
    ]);
  });

  it('sees what timers of the same instant as its deadline do that were set later than its own', async () => {
    const { clock, findings, become } = await checkOf(eventually(100));
    const name = 'change';
    clock.after(50, () => void clock.after(50, () => become(true), { name }), { name });
    await clock.advanceTo(200);
    expect(findings).toMatchObject([{ passed: true, atMs: 100 }]);
  });

  it('is not saved by a change just behind its deadline', async () => {
    const { clock, findings, become } = await checkOf(eventually(100));
    clock.after(101, () => become(true), { name: 'change' });
    await clock.advanceTo(200);
    expect(findings).toMatchObject([{ passed: false, atMs: 100, actual: 'false' }]);
  });

  it('fails, and says why, when a condition cannot be judged', async () => {
    const clock = new VirtualClock({ start: 0 });
    const condition: Condition = {
      text: '',
      kinds: [],
      watch() {
        throw new CostError('x takes more than 10 steps');
      },
    };
    const findings: Finding[] = [];
    const check = new RunningCheck({
      plan: { conditions: [condition], rule: never, expected: '', countsThePast: true },
      clock,
      observed,
      name: 'test',
      onDecided: (finding) => findings.push(finding),
    });
    await check.begin();
    expect(findings).toMatchObject([{ passed: false, actual: 'x takes more than 10 steps' }]);
  });

  it('fails when that shows later, though its rule would have it pass', async () => {
    const { clock, findings, giveUp } = await checkOf(never);
    giveUp('x takes more than 10 steps');
    await clock.advanceTo(200);
    expect(findings).toMatchObject([{ passed: false, actual: 'x takes more than 10 steps' }]);
  });

  it('decides once, and hears of no more', async () => {
    const { clock, findings, become } = await checkOf(eventually(100));
    become(true);
    become(false);
    become(true);
    await clock.advanceTo(200);
    expect(findings).toHaveLength(1);
  });

  it('shows the state of all conditions, and why it is undecided', async () => {
    const { clock, findings, become } = await checkOf(eventually(100), 2);
    become(false, true);
    await clock.advanceTo(200);
    expect(findings).toEqual([
      { passed: false, atMs: 100, undecided: false, actual: 'false; true' },
    ]);
  });
});
