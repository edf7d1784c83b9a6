/** What the podFailurePolicy of a job says about a failed pod. Mirrors the Job controller since v1.26; pure. */
import type { ContainerStatus, Job, Pod, PodFailurePolicyRule } from '#types';
import { hasFailed, type JobRules } from './rules.ts';

/** The first rule that a pod matches. */
export interface Match {
  readonly action: string;
  /** Of the rule. */
  readonly index: number;
  /** What it matches, as messages say it: `Container main for pod default/work-x failed with exit code 42`. */
  readonly what: string;
}

/** Returns the rule that decides about a failed pod; undefined without one. */
export function matchOf({ spec }: Job, pod: Pod, rules: JobRules): Match | undefined {
  if (!rules.readsFailurePolicy) return undefined;
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const action: string = rule.action;
    if (action === 'FailIndex' && !rules.limitsIndexes) continue;
    const what = matched(rule, pod);
    if (what !== undefined) return { action, index, what };
  }
  return undefined;
}

/** Whether the failure of a pod counts towards limits. */
export function counts(job: Job, pod: Pod, rules: JobRules): boolean {
  return matchOf(job, pod, rules)?.action !== 'Ignore';
}

/** Why a failed pod fails its job, as the condition says it; undefined while none does. */
export function failedBy(job: Job, pods: readonly Pod[], rules: JobRules): string | undefined {
  if (job.spec.podFailurePolicy == null) return undefined;
  for (const pod of pods) {
    if (!hasFailed(job, pod, rules)) continue;
    const match = matchOf(job, pod, rules);
    if (match?.action === 'FailJob') return textOf(match);
  }
  return undefined;
}

/** A match, as conditions and explanations say it. */
export function textOf({ action, index, what }: Match): string {
  return `${what} matching ${action} rule at index ${index}`;
}

function matched(rule: PodFailurePolicyRule, { metadata, status }: Pod): string | undefined {
  const name = `${metadata.namespace}/${metadata.name}`;
  const { onExitCodes, onPodConditions } = rule;
  if (onExitCodes != null) {
    const all = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
    const found = all.find((each) => hasExitCode(each, onExitCodes));
    if (found === undefined) return undefined;
    const code = found.state!.terminated!.exitCode;
    return `Container ${found.name} for pod ${name} failed with exit code ${code}`;
  }
  const condition = (status.conditions ?? []).find((each) =>
    onPodConditions?.some(({ type, status: desired }) => {
      return each.type === type && each.status === desired;
    }),
  );
  return condition && `Pod ${name} has condition ${condition.type}`;
}

type ExitCodes = NonNullable<PodFailurePolicyRule['onExitCodes']>;

/** A container that has succeeded, or still runs, matches nothing. */
function hasExitCode(
  { name, state }: ContainerStatus,
  { containerName, operator, values }: ExitCodes,
): boolean {
  const code = state?.terminated?.exitCode ?? 0;
  if (code === 0 || (containerName != null && containerName !== name)) return false;
  const isListed = values.includes(code);
  return operator === 'In' ? isListed : operator === 'NotIn' && !isListed;
}
