/** Explores a client: plan by plan, several side by side, within limits. */
import { machineWall } from '#clock';
import { CommandRig } from './command-rig.ts';
import { ControllersRig } from './controllers-rig.ts';
import { judgeRun, type Finding } from './judge.ts';
import { learn, type Learned } from './learn.ts';
import { Player, missedText, type Outcome } from './play.ts';
import type { Plan } from './plan.ts';
import { plansFor } from './plans.ts';
import type { Rig } from './rig.ts';
import type { Setting } from './setting.ts';
import { shrink } from './shrink.ts';

export interface ExploreOptions {
  /** Only these. Default: those that follow from what the client does. */
  readonly plans?: readonly Plan[];
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

export type PlanResult = {
  readonly plan: Plan;
  readonly wallMs: number;
} & (
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly findings: readonly Finding[]; readonly output: string }
  | { readonly verdict: 'not exercised'; readonly reason: string }
);

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
  const [one, other] = await Promise.all([play(setting, []), play(setting, [])]);
  const learned = learn(one, other);
  const plans = options.plans ?? plansFor(learned, options.most, options.seed);
  const results: PlanResult[] = [];
  const isFailed = ({ verdict }: PlanResult): boolean => verdict === 'fail';
  const tell = (isShrinking: boolean): void =>
    options.report({
      ...{ learned, played: results.length, plans: plans.length, isShrinking },
      failed: results.filter(isFailed).length,
    });
  const isOver = (): boolean =>
    machineWall.now() - began > options.withinMs ||
    (options.stopsAtFirst && results.some(isFailed));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < plans.length && !isOver(); i = next++) {
      results.push(await playAndJudge(setting, plans[i]!, learned));
      tell(false);
    }
  };
  tell(false);
  await Promise.all(Array.from({ length: Math.min(options.jobs, plans.length) }, work));
  const mistakes: Mistake[] = [];
  for (const same of groupsOf(results)) {
    tell(true);
    mistakes.push(await smallest(same, setting, learned, options.isShrunk));
  }
  const left = plans.length - results.length;
  return { learned, results, mistakes, left, wallMs: machineWall.now() - began };
}

type Failed = Extract<PlanResult, { verdict: 'fail' }>;

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

async function smallest(
  same: readonly Failed[],
  setting: Setting,
  learned: Learned,
  isShrunk: boolean,
): Promise<Mistake> {
  let best = same[0]!;
  const fails = async (plan: Plan): Promise<boolean> => {
    const result = await playAndJudge(setting, plan, learned);
    if (result.verdict !== 'fail') return false;
    best = result;
    return true;
  };
  let isSteady = true;
  if (isShrunk) {
    const { plan } = best;
    const found = await shrink(plan, fails, mostShrinks);
    isSteady = found !== plan || (await fails(plan));
  }
  const { plan, findings, output } = best;
  return { plan, findings, output, plans: same.length, isSteady };
}

async function playAndJudge(setting: Setting, plan: Plan, learned: Learned): Promise<PlanResult> {
  const outcome = await play(setting, plan, learned);
  const { wallMs, output, missed, notPlayed } = outcome;
  const findings = judgeRun(outcome, learned);
  if (findings.length > 0) return { plan, wallMs, verdict: 'fail', findings, output };
  if (missed.length === 0) return { plan, wallMs, verdict: 'pass' };
  const reason = notPlayed ?? missedText(missed);
  return { plan, wallMs, verdict: 'not exercised', reason };
}

async function play(setting: Setting, plan: Plan, learned?: Learned): Promise<Outcome> {
  const rig = await rigFor(setting);
  try {
    return await new Player(rig, setting, plan, learned).play();
  } finally {
    await rig.end();
  }
}

function rigFor({ client, setup, nodes, patience }: Setting): Promise<Rig> {
  if ('command' in client) {
    return CommandRig.set({ command: client.command, setup, nodes }, patience);
  }
  return ControllersRig.set({ controllers: client.controllers, setup, nodes });
}
