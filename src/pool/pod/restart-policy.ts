/** Whether containers that have ended are started again. */
import type { Container, ContainerRestartRule, PodSpec } from '#types';

/**
 * Returns whether the containers of a pod, which end together, are started again: where one of them is, by its own
 * rules and policy (gate ContainerRestartRules), or by that of the pod.
 */
export function restartsAfter(
  { containers, restartPolicy: ofPod = 'Always' }: PodSpec,
  exitCode: number,
): boolean {
  return containers.some((container) => restartsContainer(container, ofPod, exitCode));
}

function restartsContainer(
  { restartPolicy, restartPolicyRules = [] }: Container,
  ofPod: string,
  exitCode: number,
): boolean {
  const isRestarted =
    restartPolicy !== undefined && restartPolicyRules.some((rule) => matches(rule, exitCode));
  const policy = restartPolicy ?? ofPod;
  return isRestarted || policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

function matches({ action, exitCodes }: ContainerRestartRule, exitCode: number): boolean {
  if (!action.startsWith('Restart') || exitCodes == null) return false;
  const isListed = exitCodes.values?.includes(exitCode) === true;
  return exitCodes.operator === 'NotIn' ? !isListed : isListed;
}
