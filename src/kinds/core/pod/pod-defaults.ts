/** The defaults of v1.24 for pods, in addition to those of their templates. */
import { defaultTransitionTimes } from '../../object/conditions.ts';
import {
  changeField,
  fillAbsent,
  fillMap,
  emptyMap,
  type Change,
  changing,
  changingElements,
  changingField,
  type Resumable,
  withField,
} from '#values';
import type { Filled } from '../../object/kind-rules.ts';
import type { Profile } from '../../profile/profile.ts';
import { defaultPodResources } from './pod-level-resources.ts';
import { defaultingPodSpec, noSpec } from './pod-template-defaults.ts';
import type { Container, ContainerState, ContainerStatus, Pod, PodSpec, PodStatus } from '#types';

/** @param alike a pod that may have been made from the same template: then the two share their spec */
export function defaultingPod(
  pod: Pod,
  profile: Profile,
  alike?: Filled<Pod>,
): Pod | Resumable<Pod> {
  const whole = withPatience(fillAbsent(pod, absentParts), profile);
  const specified =
    alike !== undefined && whole.spec === alike.before.spec
      ? withField(whole, 'spec', alike.after.spec)
      : changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
  return changing(specified, ofStatus);
}

/** Returns a pod that does not have less than no time to end: later releases give it a second. */
function withPatience(pod: Pod, profile: Profile): Pod {
  const { terminationGracePeriodSeconds: seconds } = pod.spec;
  if (seconds == null || seconds >= 0 || !profile.enabled('NegativeGraceIsASecond')) return pod;
  return changeField(pod, 'spec', (spec) => ({ ...spec, terminationGracePeriodSeconds: 1 }));
}

const absentParts: Partial<Pod> = { spec: noSpec, status: {} };

const ofStatus: readonly Change<Pod>[] = [
  (pod) => changingField(pod, 'status', defaultingPodStatus),
];

function defaultingSpec(spec: PodSpec, profile: Profile): PodSpec | Resumable<PodSpec> {
  const isHere =
    spec.resources != null &&
    profile.enabled('PodLevelResources') &&
    !profile.enabled('PodLevelResourcesFixDefaulting');
  return changing(defaultingPodSpec(spec, profile, true), isHere ? resources : ofContainers);
}

const ofContainers: readonly Change<PodSpec>[] = [
  (spec) => changingElements(spec, 'containers', requestLimits),
  (spec) => changingElements(spec, 'initContainers', requestLimits),
];

const resources: readonly Change<PodSpec>[] = [
  ...ofContainers,
  (spec) => defaultPodResources(spec, false),
];

/** A container with a limit but no request for a resource requests as much as its limit. */
function requestLimits(container: Container): Container {
  const { limits } = container.resources ?? {};
  if (limits === undefined) return container;
  return changeField(container, 'resources', (resources) => {
    const requests = fillMap(resources.requests ?? emptyMap, limits);
    return requests === resources.requests ? resources : { ...resources, requests };
  });
}

const conditionTimes = { lastProbeTime: null, lastTransitionTime: null };

/** Fields that v1.24 prints even when they are empty. */
export function defaultingPodStatus(status: PodStatus): PodStatus | Resumable<PodStatus> {
  return changing(pairIps(defaultTransitionTimes(status, conditionTimes)), containerStatuses);
}

const containerStatuses: readonly Change<PodStatus>[] = [
  (status) => changingElements(status, 'containerStatuses', defaultContainerStatus),
  (status) => changingElements(status, 'initContainerStatuses', defaultContainerStatus),
  (status) => changingElements(status, 'ephemeralContainerStatuses', defaultContainerStatus),
];

/** `podIP` is the first of `podIPs`; if they differ, `podIP` wins. */
function pairIps(status: PodStatus): PodStatus {
  const { podIP, podIPs } = status;
  const first = podIPs?.[0]?.ip;
  if ((podIP ?? '') === (first ?? '')) return status;
  return podIP ? { ...status, podIPs: [{ ip: podIP }] } : { ...status, podIP: first };
}

function defaultContainerStatus(status: ContainerStatus): ContainerStatus {
  let filled = fillAbsent(status, {
    image: '',
    imageID: '',
    ready: false,
    restartCount: 0,
    state: {},
    lastState: {},
  });
  filled = changeField(filled, 'state', defaultState);
  return changeField(filled, 'lastState', defaultState);
}

/** Unknown times are printed as null, which the types leave out. */
const noStart = { startedAt: null } as object;
const noTimes = { startedAt: null, finishedAt: null } as object;

function defaultState(state: ContainerState): ContainerState {
  const running = changeField(state, 'running', (details) => fillAbsent(details, noStart));
  return changeField(running, 'terminated', (details) =>
    fillAbsent(fillAbsent(details, { exitCode: 0 }), noTimes),
  );
}
