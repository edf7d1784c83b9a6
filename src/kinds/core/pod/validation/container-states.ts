/** Checks of how the states of containers change. */
import { checkEach, forbidden, isSince, type FieldErrors } from '#values';
import type { Container, ContainerStatus, Pod, PodSpec, PodStatus } from '#types';
import { isSidecar } from '../sidecars.ts';

/** Says whether a container may start again after it has ended. */
type MayRestart = (name: string, exitCode: number) => boolean;

/** A container that is not restarted stays terminated. */
export function validateStates(
  errors: FieldErrors,
  status: PodStatus,
  { spec, status: old }: Pod,
): void {
  if (haveEnded(old.containerStatuses)) {
    const mayRestart = rule(errors, spec, spec.containers, false);
    validateList(errors, status, old, 'containerStatuses', mayRestart);
  }
  if (haveEnded(old.initContainerStatuses)) {
    const mayRestart = rule(errors, spec, spec.initContainers ?? [], true);
    validateList(errors, status, old, 'initContainerStatuses', mayRestart);
  }
  validateList(errors, status, old, 'ephemeralContainerStatuses', () => false);
}

/** Tells whether a container of some has ended: of most pods none has. */
function haveEnded(statuses: readonly ContainerStatus[] | undefined): boolean {
  return statuses?.some(({ state }) => state?.terminated != null) === true;
}

/** Undefined where any state may follow any other. */
function rule(
  errors: FieldErrors,
  spec: PodSpec,
  containers: readonly Container[],
  isInit: boolean,
): MayRestart | undefined {
  const { restartPolicy } = spec;
  const of = (name: string): Container | undefined => containers.find((each) => each.name === name);
  if (isSince(errors, 'ContainerRestartRules')) {
    if (isSince(errors, 'RestartAllContainersOnContainerExits') && restartsAll(spec)) {
      return undefined;
    }
    return (name, exitCode) => {
      const container = of(name);
      return container !== undefined && mayRestart(container, restartPolicy, exitCode);
    };
  }
  if (restartPolicy === 'Always') return undefined;
  return (name, exitCode) => {
    if (isInit && isSidecar(of(name))) return true;
    return exitCode !== 0 && restartPolicy === 'OnFailure';
  };
}

function restartsAll({ containers, initContainers = [] }: PodSpec): boolean {
  return [...initContainers, ...containers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
}

/** By the first of its rules that is about the exit code, its own policy, or that of the pod. */
function mayRestart(
  { restartPolicy: own, restartPolicyRules = [] }: Container,
  ofPod: PodSpec['restartPolicy'],
  exitCode: number,
): boolean {
  const found = restartPolicyRules.find(({ exitCodes }) => {
    if (exitCodes == null) return false;
    return (exitCodes.values ?? []).includes(exitCode) === (exitCodes.operator === 'In');
  });
  if (own != null && found?.action.startsWith('Restart') === true) return true;
  const policy = own ?? ofPod;
  return policy === 'OnFailure' ? exitCode !== 0 : policy !== 'Never';
}

function validateList(
  errors: FieldErrors,
  status: PodStatus,
  old: PodStatus,
  list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  mayStart: MayRestart | undefined,
): void {
  if (mayStart === undefined) return;
  const statuses: readonly ContainerStatus[] = status[list] ?? [];
  checkEach(errors, old[list], ({ name, state }, index) => {
    const exit = state?.terminated;
    if (exit == null || mayStart(name, exit.exitCode ?? 0)) return;
    const now = statuses.find((each) => each.name === name);
    if (now === undefined || now.state?.terminated != null) return;
    const why = 'may not be transitioned to non-terminated state';
    errors.push(forbidden(`status.${list}[${index}].state`, why));
  });
}
