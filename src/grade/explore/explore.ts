/** Explores a client: plan by plan, several side by side, within limits. */
import { machineWall } from '#clock';
import { StartedAhead } from './ahead.ts';
import { hanging, type Finding } from './judge.ts';
import { learn, type Learned } from './learn.ts';
import type { Plan } from './plan.ts';
import { plansFor } from './plans.ts';
import type { Outcome } from './play.ts';
import { judged, undisturbed, type JudgeOptions, type PlanResult } from './run-plan.ts';
import type { Setting } from './setting.ts';
import { shrink } from './shrink.ts';
import type { Undisturbed } from './sieve/import.ts';

export interface ExploreOptions {
  /** Only these. Default: those that follow from what the client does. */
  readonly plans?: readonly Plan[] | ((undisturbed: Undisturbed) => readonly Plan[]);
  /** Whether failing plans are made smaller. */
  readonly isShrunk: boolean;
  readonly most: number;
  readonly seed: number;
  readonly jobs: number;
  /** No plan is begun later than this, wall ms. */
  readonly withinMs: number;
  /** Ends with the first plan that fails. */
  readonly stopsAtFirst: boolean;
  readonly report: (progress: Progress) => void;
}

export interface Progress {
  readonly learned: Learned;
  readonly played: number;
  readonly plans: number;
  readonly failed: number;
  /** A failure is made smaller. */
  readonly isShrinking: boolean;
}

/** A mistake, by the smallest plan that shows it. */
export interface Mistake {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly output: string;
  /** How many plans show it. */
  readonly plans: number;
  /** Whether the smallest plan failed each time it was played. */
  readonly isSteady: boolean;
}

export interface Exploration {
  readonly learned: Learned;
  readonly results: readonly PlanResult[];
  readonly mistakes: readonly Mistake[];
  /** Plans for which there was no time. */
  readonly left: number;
  readonly wallMs: number;
}

/** How many plans are tried to make a failing one smaller. */
const mostShrinks = 12;

/** @throws {ExploreError} for a client that cannot be explored @throws {CheckFailedError} for a bad manifest */
export async function explore(setting: Setting, options: ExploreOptions): Promise<Exploration> {
  const began = machineWall.now();
  const ahead = new StartedAhead(setting);
  try {
    let starting = 2;
    // By then processors have time for more clients.
    const onStart = (): void => {
      if (--starting === 0) ahead.begin(firstOnes(options));
    };
    const [one, other] = await Promise.all([
      undisturbed(setting, onStart),
      undisturbed(setting, onStart),
    ]);
    const learned = learn(one, other);
    const plans =
      typeof options.plans === 'function'
        ? options.plans(one)
        : (options.plans ?? plansFor(learned, options.most, options.seed));
    const exploring = new Exploring(setting, options, { learned, plans, began, ahead });
    const mistakes = await exploring.mistakes();
    const { results, left } = exploring;
    const own = undisturbedMistakes(one, learned);
    return {
      ...{ learned, left, wallMs: machineWall.now() - began },
      results: [
        ...own.map((each) => ({ ...each, verdict: 'fail' as const, wallMs: one.wallMs })),
        ...results,
      ],
      mistakes: [...own, ...mistakes],
    };
  } finally {
    await ahead.end();
  }
}

/** Returns what is wrong with a run whatever happens. */
function undisturbedMistakes(outcome: Outcome, learned: Learned): readonly Mistake[] {
  const findings = hanging(outcome, ({ object }) => learned.hanging.includes(object));
  if (findings.length === 0) return [];
  return [{ plan: [], findings, output: outcome.output, plans: 1, isSteady: true }];
}

/** Returns how many plans begin at once. */
function firstOnes({ plans, jobs, most }: ExploreOptions): number {
  if (typeof plans === 'function') return 1;
  return Math.min(jobs, plans?.length ?? most);
}

type Failed = Extract<PlanResult, { verdict: 'fail' }>;

class Exploring {
  readonly #setting: Setting;
  readonly #options: ExploreOptions;
  readonly #learned: Learned;
  readonly #began: number;
  readonly #plans: number;
  readonly #ahead: StartedAhead;
  #queue: Plan[];
  #results: PlanResult[] = [];

  constructor(
    setting: Setting,
    options: ExploreOptions,
    about: {
      readonly learned: Learned;
      readonly plans: readonly Plan[];
      readonly began: number;
      readonly ahead: StartedAhead;
    },
  ) {
    this.#setting = setting;
    this.#options = options;
    this.#learned = about.learned;
    this.#began = about.began;
    this.#ahead = about.ahead;
    this.#plans = about.plans.length;
    this.#queue = [...about.plans];
  }

  get results(): readonly PlanResult[] {
    return this.#results;
  }

  /** Plans for which there was no time. */
  get left(): number {
    return this.#queue.length;
  }

  /** Plays plans until all are played, or what was found is enough. */
  async mistakes(): Promise<readonly Mistake[]> {
    for (;;) {
      await this.#playAll();
      const mistakes: Mistake[] = [];
      for (const same of groupsOf(this.#results)) {
        this.#tell(true);
        const mistake = await this.#smallest(same);
        if (mistake === undefined) this.#clear(same);
        else mistakes.push(mistake);
      }
      if (mistakes.length > 0 || this.#isOver || this.#queue.length === 0) return mistakes;
    }
  }

  get #isOver(): boolean {
    const isFound = this.#options.stopsAtFirst && this.#failed > 0;
    return isFound || machineWall.now() - this.#began > this.#options.withinMs;
  }

  get #failed(): number {
    return this.#results.filter(({ verdict }) => verdict === 'fail').length;
  }

  /** Several side by side. Where the first failure ends it, plans that are under way then come later, if at all. */
  async #playAll(): Promise<void> {
    const enough = new AbortController();
    const work = async (): Promise<void> => {
      while (this.#queue.length > 0 && !this.#isOver) {
        const plan = this.#queue.shift()!;
        const result = await this.#judged(plan, { signal: enough.signal });
        if (result === undefined) this.#queue.unshift(plan);
        else this.#results.push(result);
        if (this.#options.stopsAtFirst && this.#failed > 0) enough.abort();
        this.#tell(false);
      }
    };
    this.#tell(false);
    await Promise.all(Array.from({ length: this.#options.jobs }, work));
  }

  /** Undefined: it was ended. */
  async #judged(plan: Plan, options: JudgeOptions): Promise<PlanResult | undefined> {
    const { isShrunk: isHasty } = this.#options;
    try {
      const ahead = this.#ahead;
      return await judged(this.#setting, plan, this.#learned, { ahead, isHasty, ...options });
    } catch (error) {
      if (options.signal?.aborted === true) return undefined;
      throw error;
    }
  }

  /** Undefined: with more patience none of them fails. */
  async #smallest(same: readonly Failed[]): Promise<Mistake | undefined> {
    const [first] = same as readonly [Failed];
    const { isShrunk, jobs } = this.#options;
    if (!isShrunk) return mistakeOf(first, same, true);
    const fails = async (plan: Plan): Promise<boolean> =>
      (await this.#judged(plan, {}))?.verdict === 'fail';
    const confirm = (plan: Plan): Promise<PlanResult | undefined> =>
      this.#judged(plan, { isHasty: false });
    const limits = { most: mostShrinks, atOnce: jobs };
    const { plan: small, confirmed } = await shrink(first.plan, { fails, confirm }, limits);
    if (confirmed?.verdict === 'fail') return mistakeOf(confirmed, same, true);
    for (const plan of [first.plan, small]) {
      const result = await confirm(plan);
      if (result?.verdict === 'fail') return mistakeOf(result, same, false);
    }
    return undefined;
  }

  /** What seemed to fail has passed. */
  #clear(same: readonly Failed[]): void {
    this.#results = this.#results.map((result) =>
      result.verdict === 'fail' && same.includes(result)
        ? { plan: result.plan, wallMs: result.wallMs, verdict: 'pass' }
        : result,
    );
  }

  #tell(isShrinking: boolean): void {
    this.#options.report({
      ...{ learned: this.#learned, played: this.#results.length, plans: this.#plans, isShrinking },
      failed: this.#failed,
    });
  }
}

function mistakeOf(
  { plan, findings, output }: Failed,
  same: readonly Failed[],
  isSteady: boolean,
): Mistake {
  return { plan, findings, output, plans: same.length, isSteady };
}

/** Failed plans by what is wrong first, those with the fewest disturbances first. */
function groupsOf(results: readonly PlanResult[]): readonly (readonly Failed[])[] {
  const groups = new Map<string, Failed[]>();
  for (const result of results) {
    if (result.verdict !== 'fail') continue;
    const { mark } = result.findings[0]!;
    groups.set(mark, [...(groups.get(mark) ?? []), result]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.plan.length - b.plan.length));
}
