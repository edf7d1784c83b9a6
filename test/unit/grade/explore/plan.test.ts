import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWords, planText, readPlan, type Plan } from '#grade';
import { shrink, simpler } from '../../../../src/grade/explore/shrink.ts';

const small = fc.integer({ min: 0, max: 3 });
const count = fc.integer({ min: 1, max: 3 });
const change = fc.constantFrom('pods', 'deployments.apps default/web');
const write = fc.constantFrom('create pods', 'update sites.example.com/status');
const moment = fc.oneof(fc.record({ step: small }), fc.record({ step: small, change, count }));
const disturbance = fc.oneof(
  fc
    .tuple(fc.constantFrom('stale', 'unseen', 'rewind'), moment, small)
    .map(([type, at, longer]) => ({ type, resource: 'pods', ...at, through: at.step + longer })),
  fc.record({
    type: fc.constant('expire'),
    resource: fc.constant('pods'),
    step: small,
    change,
    count,
  }),
  fc.record({ type: fc.constant('kill'), write, step: small, count, lagging: fc.boolean() }),
  fc.record({ type: fc.constant('conflict'), write, step: small, count, times: count }),
  fc.tuple(small, small).map(([step, longer]) => ({ type: 'away', step, through: step + longer })),
  fc.record({ type: fc.constant('touch'), object: change, step: small }),
  fc
    .tuple(fc.constantFrom('servers', 'discovery'), small, small)
    .map(([race, step, longer]) => ({ type: 'race', race, step, through: step + longer })),
);
const plans = fc.array(disturbance, { minLength: 1, maxLength: 4 }) as fc.Arbitrary<Plan>;

describe('a plan', () => {
  it('is read as it is written, on one line', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        expect(planText(plan)).not.toContain('\n');
        expect(readPlan(planText(plan), '--plan')).toEqual(plan);
      }),
    );
  });

  it.each<[string, RegExp]>([
    ['{}', /--plan: expected a list such as/],
    ['[]', /--plan: expected a list such as/],
    ['[{"slow":"pods","step":1}]', /--plan\[0\]: expected one of stale, unseen/],
    ['[{"stale":"pods"}]', /--plan\[0\]: step: expected a whole number, found nothing/],
    ['[{"stale":"pods","step":1,"until":2}]', /unknown field "until"/],
    ['[{"kill":"pods","step":1}]', /expected a write such as "create pods"/],
    ['[{"stale":"pods","step":2,"through":1}]', /through: expected step 2 or a later one/],
    ['[{', /--plan:1:/],
  ])('%s is refused', (text, message) => {
    expect(() => readPlan(text, '--plan')).toThrow(message);
  });

  it.each<[string, string]>([
    [
      '{"stale":"pods","step":1,"through":2}',
      'watches of pods show nothing newer from the beginning of step 1 until step 2 is done',
    ],
    [
      '{"kill":"create pods","step":0,"count":2,"lagging":true}',
      'it is killed right after its "create pods" number 2 in the start, and started again, on a replica that does not have the write yet',
    ],
    [
      '{"conflict":"update pods","step":1}',
      'its "update pods" number 1 in step 1 meets a conflict',
    ],
    [
      '{"conflict":"update pods","step":1,"times":3}',
      'its "update pods" number 1 in step 1 meets a conflict, 3 in a row',
    ],
    [
      '{"touch":"pods a/b","step":1}',
      'another client puts an annotation on pods a/b as step 1 begins',
    ],
    [
      '{"kill":"create pods","step":1}',
      'it is killed right after its "create pods" number 1 in step 1, and started again',
    ],
    [
      '{"unseen":"pods","step":1,"change":"pods a/b","count":2,"through":1}',
      'watches of pods show only the last state, of what happens from change 2 of pods a/b in step 1 until step 1 is done',
    ],
    [
      '{"expire":"pods","step":1,"change":"pods","count":1}',
      'the watch of pods expires (410) at change 1 of pods in step 1',
    ],
    [
      '{"rewind":"pods","step":1,"through":2}',
      'it is killed and started again once step 2 is done, on a replica that has pods as of the beginning of step 1',
    ],
    [
      '{"race":"discovery","step":0,"through":1}',
      'discovery shows what was served earlier from the beginning of the start until step 1 is done',
    ],
    [
      '{"away":"client","step":1,"through":2}',
      'it does not run from the beginning of step 1 until step 2 is done',
    ],
  ])('%s in words', (text, words) => {
    expect(planWords(readPlan(`[${text}]`, '--plan'))).toEqual(words);
  });
});

describe('making a plan smaller', () => {
  const text = (plan: Plan): string => planText(plan);

  it('leaves only what the failure needs', async () => {
    const plan = readPlan(
      '[{"stale":"pods","step":0,"through":2},{"touch":"pods a/b","step":1},{"kill":"create pods","step":1,"count":3,"lagging":true}]',
      '--plan',
    );
    let played = 0;
    const fails = (each: Plan): Promise<boolean> => {
      played += 1;
      return Promise.resolve(each.some(({ type }) => type === 'kill'));
    };
    const confirm = (each: Plan): Promise<string> => Promise.resolve(`confirmed ${text(each)}`);
    const found = await shrink(plan, { fails, confirm }, { most: 20, atOnce: 1 });
    const smallest = '[{"kill":"create pods","step":1,"count":1}]';
    expect(text(found.plan)).toBe(smallest);
    expect(found.confirmed).toBe(`confirmed ${smallest}`);
    expect(played).toBeLessThan(10);
  });

  it('tries no more plans than it may', async () => {
    let played = 0;
    const fails = (): Promise<boolean> => Promise.resolve(++played > 0);
    const confirm = (): Promise<void> => Promise.resolve();
    const plan = readPlan('[{"stale":"pods","step":0,"through":99}]', '--plan');
    await shrink(plan, { fails, confirm }, { most: 5, atOnce: 3 });
    expect(played).toBe(5);
  });

  it('confirms the smallest one while it tries smaller ones, and once', async () => {
    const begun: string[] = [];
    const fails = (each: Plan): Promise<boolean> => {
      begun.push(`try ${each.length}`);
      return Promise.resolve(false);
    };
    const confirm = (each: Plan): Promise<void> => {
      begun.push(`confirm ${each.length}`);
      return Promise.resolve();
    };
    const plan = readPlan('[{"touch":"pods a/b","step":1},{"touch":"pods a/c","step":1}]', '');
    await shrink(plan, { fails, confirm }, { most: 5, atOnce: 1 });
    expect(begun).toEqual(['confirm 2', 'try 1', 'try 1']);
  });

  it('never tries a plan that is as large, so it ends', () => {
    const size = (plan: Plan): number =>
      plan.reduce((sum, each) => {
        const {
          count: nth = 0,
          times = 0,
          through = 0,
          lagging = false,
        } = each as { count?: number; times?: number; through?: number; lagging?: boolean };
        return sum + 1 + nth + times + through + Number(lagging) + Number('change' in each);
      }, 0);
    fc.assert(
      fc.property(plans, (plan) => {
        for (const each of simpler(plan)) expect(size(each)).toBeLessThan(size(plan));
      }),
    );
  });
});
