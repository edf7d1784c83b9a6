/** Which plans are played, what is done with those that fail, and what is reported meanwhile. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { explore, readPlan, type Plan, type Setting } from '#grade';
import type { ExploreOptions, Progress } from '../../../../src/grade/explore/explore.ts';
import type { JudgeOptions, PlanResult } from '../../../../src/grade/explore/run-plan.ts';

// Modules are shared by all files of a worker: here they are loaded with the mocks, elsewhere without.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const fake = vi.hoisted(() => ({
  judged: undefined as unknown as (plan: Plan, options: JudgeOptions) => Promise<PlanResult>,
  begun: [] as number[],
  ended: 0,
}));
const outcome = {
  ...{ notPlayed: undefined, ending: undefined, output: '', actors: ['graded'], isAtRest: true },
  ...{
    canPermute: false,
    calmMs: 0,
    broken: [],
    lost: [],
    orphans: [],
    hanging: [],
    missed: [],
    wallMs: 1,
  },
  ...{ history: [], stepStarts: [1, 2], reads: ['pods'], end: new Map() },
  writes: [[{ verb: 'create', resource: 'pods' }]],
};

vi.mock('../../../../src/grade/explore/run-plan.ts', () => ({
  judged: (_: Setting, plan: Plan, __: unknown, options: JudgeOptions) =>
    fake.judged(plan, options),
  undisturbed: (_: Setting, onStart: () => void) => {
    onStart();
    return Promise.resolve(outcome);
  },
}));
vi.mock('../../../../src/grade/explore/ahead.ts', () => ({
  StartedAhead: class {
    begin(count: number): void {
      fake.begun.push(count);
    }

    end(): Promise<void> {
      fake.ended += 1;
      return Promise.resolve();
    }
  },
}));

const touch = (...names: readonly string[]): Plan =>
  readPlan(JSON.stringify(names.map((name) => ({ touch: `pods a/${name}`, step: 1 }))), '--plan');
const pass = (plan: Plan): PlanResult => ({ plan, wallMs: 1, verdict: 'pass' });
const fail = (plan: Plan, mark = 'm'): PlanResult => ({
  ...{ plan, wallMs: 1, verdict: 'fail', output: `of ${plan.length}` },
  findings: [{ rule: 'r', found: 'f', because: 'b', mark }],
});
const mistake = (plan: Plan, mark = 'm', plans = 1, isSteady = true): object => ({
  ...{ plan, plans, isSteady, output: `of ${plan.length}` },
  findings: [{ rule: 'r', found: 'f', because: 'b', mark }],
});

/** Whether it is about an object of this name. */
const names = (plan: Plan, name: string): boolean =>
  plan.some((each) => each.type === 'touch' && each.object === `pods a/${name}`);

let reports: Omit<Progress, 'learned'>[];
let played: (readonly [plan: Plan, isHasty: boolean | undefined])[];

beforeEach(() => {
  [reports, played] = [[], []];
  [fake.begun, fake.ended] = [[], 0];
});

async function exploring(
  judged: (plan: Plan, options: JudgeOptions) => PlanResult | Promise<PlanResult>,
  options: Partial<ExploreOptions>,
) {
  fake.judged = async (plan, how) => {
    played.push([plan, how.isHasty]);
    return judged(plan, how);
  };
  const { learned, wallMs, ...found } = await explore({} as Setting, {
    ...{ isShrunk: false, most: 5, seed: 1, jobs: 1, withinMs: 60_000, stopsAtFirst: false },
    report: ({ played: count, plans, failed, isShrinking }) =>
      void reports.push({ played: count, plans, failed, isShrinking }),
    ...options,
  });
  expect(learned.reads).toEqual(['pods']);
  expect(wallMs).toBeGreaterThanOrEqual(0);
  return found;
}

describe('plans', () => {
  const [a, b, c] = [touch('a'), touch('b', 'x'), touch('c')];

  it('are played one after the other, with a report after each', async () => {
    const found = await exploring(pass, { plans: [a, b] });
    expect(found).toEqual({ results: [pass(a), pass(b)], mistakes: [], left: 0 });
    expect(played).toEqual([
      [a, false],
      [b, false],
    ]);
    const report = { plans: 2, failed: 0, isShrinking: false };
    expect(reports).toEqual([0, 1, 2].map((count) => ({ ...report, played: count })));
    expect(fake.ended).toBe(1);
  });

  it('can follow from what the client does', async () => {
    const found = await exploring(pass, { plans: ({ reads }) => [touch(reads[0]!)] });
    expect(found.results).toEqual([pass(touch('pods'))]);
    const own = await exploring(pass, { most: 3 });
    expect(own.results.length).toBeGreaterThan(0);
    expect(own.results.length).toBeLessThanOrEqual(3);
  });

  it.each<[Partial<ExploreOptions>, number]>([
    [{ plans: [a, b, c], jobs: 2 }, 2],
    [{ plans: [a], jobs: 2 }, 1],
    [{ plans: () => [a, b], jobs: 2 }, 1],
    [{ most: 3, jobs: 8 }, 3],
    [{ most: 8, jobs: 3 }, 3],
  ])('have as many clients started ahead as begin at once: %#', async (options, count) => {
    await exploring(pass, options);
    expect(fake.begun).toEqual([count]);
  });

  it('are not played once the time is over', async () => {
    const found = await exploring(pass, { plans: [a, b], withinMs: -1 });
    expect(found).toEqual({ results: [], mistakes: [], left: 2 });
  });

  it('that fail are grouped by what is wrong first, the smallest first', async () => {
    const judged = (plan: Plan): PlanResult => fail(plan, names(plan, 'c') ? 'other' : 'm');
    const found = await exploring(judged, { plans: [b, a, c] });
    expect(found.mistakes).toEqual([mistake(a, 'm', 2), mistake(c, 'other')]);
    expect(reports.at(-1)).toEqual({ played: 3, plans: 3, failed: 3, isShrinking: true });
  });

  it('end with the first that fails, those under way too', async () => {
    const judged = (plan: Plan, { signal }: JudgeOptions): PlanResult | Promise<PlanResult> => {
      if (names(plan, 'a')) return fail(plan);
      return new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
      });
    };
    const found = await exploring(judged, { plans: [b, a, c], jobs: 2, stopsAtFirst: true });
    expect(found).toEqual({ results: [fail(a)], mistakes: [mistake(a)], left: 2 });
  });

  it('end with an error of another sort, and so do clients that were started', async () => {
    const judged = (): never => {
      throw new TypeError('defect');
    };
    await expect(exploring(judged, { plans: [a] })).rejects.toThrow('defect');
    expect(fake.ended).toBe(1);
  });
});

describe('a plan that fails', () => {
  const plan = touch('a', 'b');
  const options = { plans: [plan], isShrunk: true };

  it('is made smaller, and the smallest is played with patience', async () => {
    const judged = (each: Plan): PlanResult => (names(each, 'b') ? fail(each) : pass(each));
    const found = await exploring(judged, options);
    expect(found).toEqual({ results: [fail(plan)], mistakes: [mistake(touch('b'))], left: 0 });
    expect(played[0]).toEqual([plan, true]);
    expect(played).toContainEqual([touch('b'), true]);
    expect(played.at(-1)).toEqual([touch('b'), false]);
  });

  it('in haste alone has passed', async () => {
    const judged = (each: Plan, { isHasty }: JudgeOptions): PlanResult =>
      isHasty === true && each === plan ? fail(each) : pass(each);
    const found = await exploring(judged, options);
    expect(found).toEqual({ results: [pass(plan)], mistakes: [], left: 0 });
  });

  it.each([
    ['the plan itself', plan, 2],
    ['a smaller one', touch('b'), 2],
  ])('not each time is unsteady: %s', async (_, fails, time) => {
    let patient = 0;
    const judged = (each: Plan, { isHasty }: JudgeOptions): PlanResult => {
      if (isHasty === true) return each === plan || names(each, 'b') ? fail(each) : pass(each);
      if (JSON.stringify(each) !== JSON.stringify(fails)) return pass(each);
      patient += 1;
      return patient >= time ? fail(each) : pass(each);
    };
    const found = await exploring(judged, options);
    expect(found.mistakes).toEqual([mistake(fails, 'm', 1, false)]);
    expect(found.results).toEqual([fail(plan)]);
  });

  it('and turns out to pass makes room for those that are left', async () => {
    const judged = (each: Plan, { isHasty }: JudgeOptions): PlanResult =>
      isHasty === true && names(each, 'a') ? fail(each) : pass(each);
    const plans = [touch('a'), touch('c')];
    const found = await exploring(judged, { ...options, plans, stopsAtFirst: true });
    expect(found).toEqual({ results: plans.map(pass), mistakes: [], left: 0 });
  });
});
