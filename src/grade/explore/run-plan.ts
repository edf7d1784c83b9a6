/** One plan: a client and a cluster of its own, from the start to the verdict. */
import { CommandRig } from './command-rig.ts';
import { ControllersRig } from './controllers-rig.ts';
import { judgeRun, type Finding } from './judge.ts';
import type { Learned } from './learn.ts';
import { missedText, Player, type Outcome, type PlayOptions } from './play.ts';
import type { Plan } from './plan.ts';
import type { Rig } from './rig.ts';
import type { Setting } from './setting.ts';

export type PlanResult = {
  readonly plan: Plan;
  readonly wallMs: number;
} & (
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly findings: readonly Finding[]; readonly output: string }
  | { readonly verdict: 'not exercised'; readonly reason: string }
);

export type JudgeOptions = Pick<PlayOptions, 'isHasty' | 'signal'>;

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
  options: PlayOptions = {},
): Promise<Outcome> {
  const rig = await rigFor(setting);
  try {
    return await new Player(rig, setting, plan, options).play();
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
