/** Grades a client in one case: a cluster and a process of their own, the steps, then the rules. */
import { machineWall } from '#clock';
import { profileNamed } from '#kinds';
import type { GradeCase } from './case/case.ts';
import { CasePlayer, type Expectations, type Played } from './play/player.ts';
import { Stage, type StageOptions } from './play/stage.ts';
import { failureOf, headOf, type CaseResult } from './result.ts';
import { grantsIn } from './rules/grants.ts';
import { judge, type Breach } from './rules/judge.ts';
import type { Subject } from './subject.ts';

export interface Graded extends StageOptions {
  readonly subject: Subject;
  readonly expectations: Expectations;
}

export async function gradeCase(played: GradeCase, graded: Graded): Promise<CaseResult> {
  const { subject, expectations } = graded;
  const unfit = misfitOf(played, graded);
  if (unfit !== undefined) return unexercised(played, unfit);
  const began = machineWall.now();
  const stage = await Stage.set({ ...graded, tokenFile: played.tokenFile });
  try {
    const end = await new CasePlayer(stage, played, subject, expectations).play();
    const startedMs = stage.startedMs;
    const breaches = breachesOf(played, end, stage, subject);
    const reason = end.notExercised ?? missedFault(end, stage);
    const figures = { requests: stage.requests.length, wallMs: machineWall.now() - began };
    const head = headOf(played);
    if (reason !== undefined) {
      const verdict = 'not exercised';
      return { ...head, verdict, reason, failures: [], ...figures };
    }
    if (breaches.length === 0) return { ...head, verdict: 'pass', failures: [], ...figures };
    const failures = breaches.map((breach) => failureOf(breach, startedMs));
    const output = stage.client?.output ?? '';
    return { ...head, verdict: 'fail', failures, output, ...figures };
  } finally {
    await stage.end();
  }
}

function unexercised(played: GradeCase, reason: string): CaseResult {
  const none = { failures: [], requests: 0, wallMs: 0 };
  return { ...headOf(played), verdict: 'not exercised', reason, ...none };
}

/** Steps about the manifest of `--change`. */
const changing: ReadonlySet<string> = new Set(['change', 'removeChanged', 'patchChanged']);

/** Returns why a case does not fit a client. */
function misfitOf(
  { audience, steps, rules, since }: GradeCase,
  graded: Graded,
): string | undefined {
  const { subject, expectations, kubernetes } = graded;
  if (since !== undefined && since > profileNamed(kubernetes).minor) {
    return `it is about Kubernetes 1.${since} and later`;
  }
  if (audience === 'applier' && !subject.applies) return 'the client does no server-side apply';
  if (steps.some(({ type }) => type === 'definition') && !subject.isCustom) {
    return 'what the client reads has no definition';
  }
  if (rules.some(({ type }) => type === 'rights') && grantsIn(graded.setup).length === 0) {
    return 'the setup (--setup) grants a service account nothing';
  }
  if (audience === 'leader' && subject.lease === undefined) return 'the client elects no leader';
  if (audience === 'writer' && subject.writes.length === 0) return 'the client writes nothing';
  for (const name of ['goal', 'ready'] as const) {
    const isWanted = steps.some((step) => step.type === 'holds' && step.condition === name);
    if (isWanted && expectations[name] === undefined) return `there is no --${name} CONDITION`;
  }
  const wantsMade = JSON.stringify(steps).includes('$made');
  if (wantsMade && subject.made === '') return 'the client creates nothing';
  const wantsChange = steps.some(({ type }) => changing.has(type));
  if (wantsChange && expectations.change === undefined) return 'there is no --change FILE';
  return undefined;
}

/** A fault that has struck no request proves nothing, unless the client has ended before it could. */
function missedFault({ faults }: Played, { cluster, client }: Stage): string | undefined {
  if (client?.ending !== undefined && client.ending.code !== 0) return undefined;
  const struck = new Set(cluster.faults.strikes().map(({ fault }) => fault));
  const missed = faults.find((name) => !struck.has(name));
  return missed === undefined ? undefined : `the fault "${missed}" struck none of its requests`;
}

function breachesOf(
  { rules, mayEnd }: GradeCase,
  { breach, marks }: Played,
  { requests, client, setup }: Stage,
  subject: Subject,
): readonly Breach[] {
  const grants = grantsIn(setup);
  const evidence = { requests, marks, subject, grants, endMs: machineWall.now() };
  const broken = rules.flatMap((rule) => judge(rule, evidence) ?? []);
  const found = breach === undefined ? broken : [breach, ...broken];
  const ending = client?.ending;
  if (mayEnd || ending === undefined || ending.code === 0) return found;
  const how = ending.code === null ? `signal ${ending.signal}` : `exit status ${ending.code}`;
  const end = {
    rule: 'the client keeps running',
    found: ending.error ?? `it ended with ${how}`,
    because: 'Whatever the cluster answers, a client lives on; restarts cost lists and time.',
    requests: requests.slice(-3),
  };
  return [end, ...found];
}
