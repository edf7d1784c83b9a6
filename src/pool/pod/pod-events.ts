/** The events of a kubelet about a pod, derived from the status change just written. */
import { durationText } from '#clock';
import { parseTime } from '#values';
import type { Container, ContainerStatus, Pod, PodStatus } from '#types';
import type { EventRecorder } from '#runtime';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { isBroken } from './container-status.ts';
import type { Verdict } from './probes.ts';
import type { Refusal } from './refusal.ts';

export interface PodEventRecord {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The container it is about, as `containers{web}`; absent: the pod as a whole. */
  readonly container?: string;
  /** Recorded even where events of kubelets are not: nothing else says why the pod waits. */
  readonly isAlwaysRecorded?: true;
}

/** The reasons of kubelet events; no controller uses them. */
export const kubeletEventReasons = [
  'Pulling',
  'Pulled',
  'Created',
  'Started',
  'Failed',
  'BackOff',
  'Killing',
  'Unhealthy',
] as const;

type Reason = (typeof kubeletEventReasons)[number];

/** Returns the events of a status change; `before` is the status it had. */
export function eventsOf(pod: Pod, before: PodStatus | undefined): readonly PodEventRecord[] {
  if (pod.status === before) return [];
  const events: PodEventRecord[] = [];
  const { initContainers = [], containers } = pod.spec;
  const recordAll = (list: 'initContainers' | 'containers', all: readonly Container[]): void => {
    for (const container of all) {
      const old = statusOf(before, list, container);
      const now = statusOf(pod.status, list, container);
      if (now === undefined || now.state === old?.state) continue;
      const about = `${list}{${container.name}}`;
      const record: RecordEvent = (type, reason, message, more) =>
        void events.push({ type, reason, message, container: about, ...more });
      recordChange(container, old, now, pod.status.startTime, record);
    }
  };
  recordAll('initContainers', initContainers);
  recordAll('containers', containers);
  return events;
}

type RecordEvent = (
  type: PodEventRecord['type'],
  reason: Reason,
  message: string,
  more?: Pick<PodEventRecord, 'isAlwaysRecorded'>,
) => void;

function recordChange(
  { name, image = '' }: Container,
  old: ContainerStatus | undefined,
  now: ContainerStatus,
  startTime: string | undefined,
  record: RecordEvent,
): void {
  const wasRunning = old?.state?.running != null;
  const hasRestarted =
    old?.state?.waiting?.reason === 'CrashLoopBackOff' || old?.state?.terminated != null;
  if (old === undefined) record('Normal', 'Pulling', `Pulling image "${image}"`);
  if (now.state?.running != null || (now.state?.terminated != null && !wasRunning)) {
    const startedAt = now.state.running?.startedAt ?? now.state.terminated?.startedAt;
    record('Normal', 'Pulled', hasRestarted ? present(image) : pulled(image, startTime, startedAt));
    record('Normal', 'Created', `Created container ${name}`);
    record('Normal', 'Started', `Started container ${name}`);
  }
  if (now.state?.waiting?.reason === 'ImagePullBackOff' && isBroken(image)) {
    const why = `Failed to pull image "${image}": the image is broken, as its name says`;
    record('Warning', 'Failed', why, { isAlwaysRecorded: true });
    record('Warning', 'Failed', 'Error: ErrImagePull');
    record('Normal', 'BackOff', `Back-off pulling image "${image}"`);
    record('Warning', 'Failed', 'Error: ImagePullBackOff');
  }
  if (now.state?.waiting?.reason === 'CrashLoopBackOff') {
    record('Warning', 'BackOff', 'Back-off restarting failed container');
  }
}

export function killingEvents(pod: Pod): readonly PodEventRecord[] {
  const running = (pod.status.containerStatuses ?? []).filter(
    ({ state }) => state?.running != null,
  );
  return running.map(({ name }) => ({
    type: 'Normal',
    reason: 'Killing',
    message: `Stopping container ${name}`,
    container: `containers{${name}}`,
  }));
}

/** A probe has failed often enough: the kubelet kills the container. */
export function unhealthyEvents({ probe, container: name }: Verdict): readonly PodEventRecord[] {
  const container = `containers{${name}}`;
  const failed = `${probe} probe failed: simulated, nothing runs`;
  const killing = `Container ${name} failed ${probe.toLowerCase()} probe, will be restarted`;
  return [
    { type: 'Warning', reason: 'Unhealthy', message: failed, container },
    { type: 'Normal', reason: 'Killing', message: killing, container },
  ];
}

/** Volumes cannot be mounted: nothing else says why the pod waits. */
export function unmountedEvents({ unmounted = '' }: Behaviour): readonly PodEventRecord[] {
  return [{ type: 'Warning', reason: 'FailedMount', message: unmounted }];
}

/** Returns the events of containers that cannot be configured. */
export function unconfiguredEvents(
  { spec }: Pod,
  { unconfigured = '' }: Behaviour,
): readonly PodEventRecord[] {
  const message = `Error: ${unconfigured}`;
  return spec.containers.map(({ name }) => ({
    ...{ type: 'Warning', reason: 'Failed', message },
    container: `containers{${name}}`,
  }));
}

export function refusalEvents({ reason, event }: Refusal): readonly PodEventRecord[] {
  return [{ type: 'Warning', reason, message: event }];
}

/** Annotations that cannot be read. */
export function problemEvents({ problems }: Behaviour): readonly PodEventRecord[] {
  return problems.map((message) => ({ type: 'Warning', reason: 'InvalidAnnotation', message }));
}

/** Records them on the pod, from the kubelet of its node. */
export function recordEvents(
  recorder: EventRecorder,
  pod: Pod,
  events: readonly PodEventRecord[],
): void {
  for (const { type, reason, message, container } of events) {
    const regarding = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: pod.metadata,
      ...(container === undefined ? undefined : { fieldPath: `spec.${container}` }),
    };
    recorder.event(regarding, type, reason, message, { host: pod.spec.nodeName });
  }
}

function statusOf(
  status: PodStatus | undefined,
  list: 'initContainers' | 'containers',
  { name }: Container,
): ContainerStatus | undefined {
  const all = list === 'containers' ? status?.containerStatuses : status?.initContainerStatuses;
  return all?.find((container) => container.name === name);
}

/** The start counts as part of the pull: the status does not distinguish them. */
function pulled(image: string, from: string | undefined, to: string | undefined): string {
  const tookMs = from == null || to == null ? 0 : parseTime(to) - parseTime(from);
  return `Successfully pulled image "${image}" in ${durationText(tookMs)}`;
}

function present(image: string): string {
  return `Container image "${image}" already present on machine`;
}
