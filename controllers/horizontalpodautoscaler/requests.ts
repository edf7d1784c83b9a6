/** What pods request, which their use is compared with. */
import { isSidecar, podRequests, type Profile } from '#kinds';
import { milliOf } from '#values';
import type { Container, Pod } from '#types';

/** A resource of whole pods, or of one container of each. */
export interface Source {
  readonly resource: string;
  readonly container?: string | undefined;
}

/**
 * What each pod requests, in thousandths, by name: as a whole, or of all its containers, or of the one
 * named. Throws when one of them requests nothing.
 */
export function requestsOf(
  pods: readonly Pod[],
  source: Source,
  profile: Profile,
): ReadonlyMap<string, number> {
  return new Map(pods.map((pod) => [pod.metadata.name, requestOf(pod, source, profile)]));
}

function requestOf(pod: Pod, source: Source, profile: Profile): number {
  const { resource, container } = source;
  const isShared = Object.keys(pod.spec.resources?.requests ?? {}).length > 0;
  if (container === undefined && isShared && profile.enabled('PodLevelResources')) {
    return sharedRequest(pod, resource);
  }
  const containers = countedContainers(pod, profile).filter(
    ({ name }) => container === undefined || name === container,
  );
  if (containers.length === 0 && profile.enabled('MeasuredContainersExist')) {
    throw new Error(`container ${container} not found in Pod ${pod.metadata.name}`);
  }
  return containers.reduce((sum, each) => sum + ofContainer(each, resource, pod, profile), 0);
}

/** As the pod requests it for all its containers together. */
function sharedRequest({ metadata, spec }: Pod, resource: string): number {
  const amount = podRequests(spec)[resource];
  if (amount === undefined) {
    throw new Error(`missing pod-level request for ${resource} in Pod ${metadata.name}`);
  }
  return resource === 'cpu' ? amount : amount * 1000;
}

/** Those that run beside each other. */
function countedContainers({ spec }: Pod, profile: Profile): readonly Container[] {
  if (!profile.enabled('AutoscalersCountSidecars')) return spec.containers;
  return [...spec.containers, ...(spec.initContainers ?? []).filter(isSidecar)];
}

function ofContainer(
  { name, resources }: Container,
  resource: string,
  { metadata }: Pod,
  profile: Profile,
): number {
  const request = resources?.requests?.[resource];
  if (request !== undefined) return milliOf(request);
  const place = ` in container ${name} of Pod ${metadata.name}`;
  throw new Error(
    `missing request for ${resource}${profile.enabled('MetricErrorsInFull') ? place : ''}`,
  );
}
