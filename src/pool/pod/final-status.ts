/** What a kubelet reports of a deleted pod before it removes it: a pure function, as in v1.24. */
import { deepEqual, formatTime } from '#values';
import { isPodTerminal, isSidecar } from '#kinds';
import type { Container, ContainerStatus, Pod, PodStatus } from '#types';
import { byName, ended, exitOf, waiting, type ContainerFacts } from './container-status.ts';
import { endedEphemeral } from './ephemeral-status.ts';
import { isDone, isPassed } from './init-recall.ts';
import { withoutStarted } from './init-status.ts';
import { conditions, placeOf, type PodFacts } from './pod-status.ts';

/** `since`: when the containers were stopped; `exit`: how those ended that ran. */
export type FinalFacts = Pick<PodFacts, 'now' | 'hostIP' | 'reports'> &
  Pick<ContainerFacts, 'since' | 'exit'>;

/** How a container ended that the kubelet has never seen. */
const UNSEEN = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
  // As the API prints times that are not known.
  ...({ startedAt: null, finishedAt: null } as object),
};

/**
 * The status without a running container that a pod must have before it may go
 * (`PodResourcesAreReclaimed`). A pod that is always restarted stays Running: its phase counts as
 * if its containers were to start again. The identical object when nothing is left to report.
 */
export function finalStatus(pod: Pod, facts: FinalFacts): PodStatus {
  const old = pod.status;
  if (isPodTerminal(pod)) return old;
  const hasInit = (pod.spec.initContainers ?? []).length > 0;
  const nowText = formatTime(facts.now);
  const stop = (list: readonly Container[], known: readonly ContainerStatus[] = []) =>
    list.map((container) => {
      const before = known.find(({ name }) => name === container.name);
      return stopped(pod, container, before, hasInit, facts);
    });
  const statuses = stop(byName(pod.spec.containers), old.containerStatuses);
  const initStatuses = hasInit
    ? stop(pod.spec.initContainers!, old.initContainerStatuses).map((status, index) =>
        isSidecar(pod.spec.initContainers![index]) ? status : withoutStarted(status),
      )
    : undefined;
  const phase = finalPhase(pod, statuses, initStatuses ?? []);
  const ephemeral = endedEphemeral(pod, facts.since);
  const { reason, message, ...rest } = old;
  const next: PodStatus = {
    ...rest,
    phase,
    // They belong to the phase.
    ...(phase === old.phase && { ...(reason && { reason }), ...(message && { message }) }),
    conditions: conditions(
      pod,
      { statuses, initStatuses, phase, hasSandbox: false },
      nowText,
      facts.reports,
    ),
    ...placeOf(pod, facts),
    startTime: old.startTime ?? nowText,
    ...(initStatuses !== undefined && { initContainerStatuses: unseenInit(initStatuses) }),
    containerStatuses: hasInitialized(pod) ? statuses.map(unseen) : statuses,
    ...(ephemeral !== undefined && { ephemeralContainerStatuses: ephemeral }),
  };
  return deepEqual(old, next) ? old : next;
}

function stopped(
  pod: Pod,
  container: Container,
  old: ContainerStatus | undefined,
  hasInit: boolean,
  facts: FinalFacts,
): ContainerStatus {
  if (old?.state?.terminated != null) return old;
  if (old?.state?.running != null)
    return ended(pod, container, old, isSidecar(container) ? { ...facts, exit: exitOf(0) } : facts);
  const last = old?.lastState?.terminated;
  // It waited for a start that does not come any more: its last run is what there is.
  if (last != null) return { ...old!, state: { terminated: last }, lastState: {} };
  return (
    old ?? waiting(container, old, { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' })
  );
}

/** v1.24's `getPhase`, of containers none of which runs. */
function finalPhase(
  { spec }: Pod,
  containers: readonly ContainerStatus[],
  initContainers: readonly ContainerStatus[],
): NonNullable<PodStatus['phase']> {
  const { restartPolicy: policy = 'Always' } = spec;
  const hasBegun = ({ state }: ContainerStatus): boolean =>
    state?.terminated != null && state.terminated.reason !== UNSEEN.reason;
  const initFailed = initContainers.some((each) => hasBegun(each) && !isDone(each));
  if (initFailed && policy === 'Never') return 'Failed';
  if (![...initContainers, ...containers].every(hasBegun)) return 'Pending';
  if (policy === 'Always') return 'Running';
  if (containers.every(isDone)) return 'Succeeded';
  return policy === 'Never' ? 'Failed' : 'Running';
}

/** Returns whether a container of it was ever to start. */
function hasInitialized({ spec, status }: Pod): boolean {
  if ((spec.initContainers ?? []).length === 0) return true;
  const last = status.initContainerStatuses?.at(-1);
  return (
    (last !== undefined && isPassed(last)) ||
    (status.containerStatuses ?? []).some(
      ({ state, lastState }) => state?.waiting == null || lastState?.terminated != null,
    )
  );
}

/** Init containers behind the last one that began have nothing to end. */
function unseenInit(statuses: readonly ContainerStatus[]): readonly ContainerStatus[] {
  const last = Math.max(
    0,
    statuses.findLastIndex(({ state }) => state?.terminated != null),
  );
  return statuses.map((status, index) => (index <= last ? unseen(status) : status));
}

function unseen(status: ContainerStatus): ContainerStatus {
  return status.state?.terminated == null ? { ...status, state: { terminated: UNSEEN } } : status;
}
