/** One plan: a client and a cluster of its own, from the start to the verdict. */
import { prepared, type StartedAhead } from './ahead.ts';
import { judgeRun, type Finding } from './judge.ts';
import type { Learned } from './learn.ts';
import { missedText, type Outcome, type PlayOptions } from './play.ts';
import type { Plan } from './plan.ts';
import type { Setting } from './setting.ts';

export type PlanResult = {
  readonly plan: Plan;
  readonly wallMs: number;
} & (
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly findings: readonly Finding[]; readonly output: string }
  | { readonly verdict: 'not exercised'; readonly reason: string }
);

export type JudgeOptions = Omit<RunOptions, 'expected'>;

export interface RunOptions extends PlayOptions {
  /** Clients that have started already, for plans that they fit. */
  readonly ahead?: StartedAhead;
}

/** Rejects when the signal ends it. */
export async function judged(
  setting: Setting,
  plan: Plan,
  learned: Learned,
  options: JudgeOptions,
): Promise<PlanResult> {
  const outcome = await played(setting, plan, { ...options, expected: learned });
  const { wallMs, output, missed, notPlayed } = outcome;
  const findings = judgeRun(outcome, learned);
  if (findings.length > 0) return { plan, wallMs, verdict: 'fail', findings, output };
  if (missed.length === 0) return { plan, wallMs, verdict: 'pass' };
  const reason = notPlayed ?? missedText(missed);
  return { plan, wallMs, verdict: 'not exercised', reason };
}

/** @throws {CheckFailedError} for a bad manifest */
export async function played(
  setting: Setting,
  plan: Plan,
  { ahead, ...options }: RunOptions,
): Promise<Outcome> {
  const { rig, player } = await (ahead?.take(plan) ?? prepared(setting));
  try {
    return await player.play(plan, options);
  } finally {
    await rig.end();
  }
}

/**
 * Returns a run that nothing disturbs. @param onStart called once the client has started @throws
 * {CheckFailedError} for a bad manifest
 */
export async function undisturbed(setting: Setting, onStart: () => void): Promise<Outcome> {
  const { rig, player } = await prepared(setting);
  try {
    await player.start();
    onStart();
    return await player.play([], {});
  } finally {
    await rig.end();
  }
}
