/** The cells that `kubectl get pods` shows. */
import { ageColumn, ageOf, column, none, wide } from '../../object/columns.ts';
import type { Column, RowCondition } from '../../object/kind-table.ts';
import { parseTime } from '#values';
import { getPodCondition, isPodReady } from './pod-status.ts';
import type { ContainerState, ContainerStatus, Pod } from '#types';

export const podColumns: readonly Column<Pod>[] = [
  column('Ready', 'string', 'Containers that are ready, of all.', readyText),
  column(
    'Status',
    'string',
    'Phase of the pod, or what is the matter with a container.',
    statusText,
  ),
  column('Restarts', 'string', 'How often containers were restarted, and when last.', restartsText),
  ageColumn,
  wide(column('IP', 'string', 'Address of the pod.', (pod) => ipOf(pod) || none)),
  wide(
    column('Node', 'string', 'Node that the pod is bound to.', (pod) => pod.spec.nodeName || none),
  ),
  wide(
    column('Nominated Node', 'string', 'Node that preemption makes room on.', (pod) => {
      return pod.status?.nominatedNodeName || none;
    }),
  ),
  wide(column('Readiness Gates', 'string', 'Readiness gates that have passed, of all.', gatesText)),
];

/** A condition of the table row marks finished pods. */
export function podRowConditions(pod: Pod): readonly RowCondition[] {
  const completed = { type: 'Completed', status: 'True' };
  const phase = pod.status?.phase;
  if (phase === 'Failed') return [{ ...completed, reason: phase, message: 'The pod failed.' }];
  if (phase !== 'Succeeded') return [];
  return [{ ...completed, reason: phase, message: 'The pod has completed successfully.' }];
}

function readyText(pod: Pod): string {
  const ready = isInitializing(pod) ? 0 : statusesOf(pod).filter(isRunning).length;
  return `${ready}/${(pod.spec.containers ?? []).length}`;
}

function statusText(pod: Pod): string {
  if (pod.metadata.deletionTimestamp != null) {
    return pod.status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  }
  const isGated = pod.status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const phase =
    isGated === true ? 'SchedulingGated' : pod.status?.reason || pod.status?.phase || '';
  return initText(pod) ?? containersText(pod, phase);
}

/** The state of a pod's init containers; undefined once all have succeeded. */
function initText(pod: Pod): string | undefined {
  const statuses = initStatusesOf(pod);
  for (const [index, { state = {} }] of statuses.entries()) {
    if (hasSucceeded(state)) continue;
    if (state.terminated) return `Init:${state.terminated.reason || exitText(state.terminated)}`;
    const waiting = state.waiting?.reason;
    if (waiting && waiting !== 'PodInitializing') return `Init:${waiting}`;
    return `Init:${index}/${(pod.spec.initContainers ?? []).length}`;
  }
  return undefined;
}

/** The reason of the first container that has one, otherwise the pod's own. */
function containersText(pod: Pod, phase: string): string {
  const statuses = statusesOf(pod);
  let text = phase;
  for (const { state = {} } of [...statuses].reverse()) {
    if (state.waiting?.reason) text = state.waiting.reason;
    else if (state.terminated) text = state.terminated.reason || exitText(state.terminated);
  }
  if (text !== 'Completed' || !statuses.some(isRunning)) return text;
  return isPodReady(pod) ? 'Running' : 'NotReady';
}

function exitText({ signal, exitCode }: { signal?: number; exitCode: number }): string {
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

/**
 * Restarts of the containers; while init containers run, those of init containers up to the one
 * that runs.
 */
function restartsText(pod: Pod, now: number): string {
  const inits = initStatusesOf(pod);
  const statuses = statusesOf(pod);
  const atWork = inits.findIndex(({ state = {} }) => !hasSucceeded(state));
  const started = atWork < 0 ? inits : inits.slice(0, atWork + 1);
  const counted = atWork < 0 ? statuses : started;
  let restarts = 0;
  for (const { restartCount } of counted) restarts += restartCount ?? 0;
  const last = lastTermination(atWork < 0 ? [...inits, ...statuses] : started);
  return last === undefined ? String(restarts) : `${restarts} (${ageOf(last, now)} ago)`;
}

function lastTermination(statuses: readonly ContainerStatus[]): string | undefined {
  let last: string | undefined;
  for (const { lastState } of statuses) {
    const finished = lastState?.terminated?.finishedAt;
    if (finished && (last === undefined || parseTime(finished) > parseTime(last))) last = finished;
  }
  return last;
}

function gatesText(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return none;
  const passed = gates.filter(
    (gate) => getPodCondition(pod, gate.conditionType)?.status === 'True',
  );
  return `${passed.length}/${gates.length}`;
}

/** If the two fields differ, the older one wins. */
function ipOf({ status }: Pod): string | undefined {
  return status?.podIP || status?.podIPs?.[0]?.ip;
}

function isInitializing(pod: Pod): boolean {
  return initStatusesOf(pod).some(({ state = {} }) => !hasSucceeded(state));
}

function hasSucceeded({ terminated }: ContainerState): boolean {
  return terminated !== undefined && (terminated.exitCode ?? 0) === 0;
}

function isRunning({ ready, state }: ContainerStatus): boolean {
  const isHeld = Boolean(state?.waiting?.reason) || state?.terminated !== undefined;
  return ready === true && state?.running !== undefined && !isHeld;
}

function statusesOf(pod: Pod): readonly ContainerStatus[] {
  return pod.status?.containerStatuses ?? [];
}

function initStatusesOf(pod: Pod): readonly ContainerStatus[] {
  return pod.status?.initContainerStatuses ?? [];
}
