/** The defaults of v1.24 for pods, in addition to those of their templates. */
import { defaultTransitionTimes } from '../../object/conditions.ts';
import { changeElements, changeField, fillAbsent, fillMap, emptyMap } from '#values';
import type { Profile } from '../../profile/profile.ts';
import { defaultPodResources } from './pod-level-resources.ts';
import { defaultPodSpec, noSpec } from './pod-template-defaults.ts';
import type { Container, ContainerState, ContainerStatus, Pod, PodSpec, PodStatus } from '#types';

export function defaultPod(pod: Pod, profile: Profile): Pod {
  const whole = fillAbsent(pod, { spec: noSpec, status: {} });
  const specified = changeField(whole, 'spec', (spec) => defaultSpec(spec, profile));
  return changeField(specified, 'status', defaultPodStatus);
}

function defaultSpec(spec: PodSpec, profile: Profile): PodSpec {
  let filled = defaultPodSpec(spec, profile, true);
  filled = changeElements(filled, 'containers', requestLimits);
  filled = changeElements(filled, 'initContainers', requestLimits);
  return defaultPodResources(filled);
}

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
export function defaultPodStatus(status: PodStatus): PodStatus {
  let filled = pairIps(defaultTransitionTimes(status, conditionTimes));
  filled = changeElements(filled, 'containerStatuses', defaultContainerStatus);
  filled = changeElements(filled, 'initContainerStatuses', defaultContainerStatus);
  return changeElements(filled, 'ephemeralContainerStatuses', defaultContainerStatus);
}

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
