/** What one pass does to the Endpoints of a service: pure. */
import { deepEqual, mapShared, omitFields, type Labels, type NewObject } from '#values';
import { hasClusterIp, headlessLabel, lastChangeAnnotation } from '#kinds';
import type { EndpointAddress, Endpoints, EndpointSubset, Pod, Service } from '#types';
import { addressCount, CAPACITY, truncate } from './capacity.ts';
import { subsetsOf } from './subsets.ts';

/** Says that there are more addresses than are listed. */
const overCapacity = 'endpoints.kubernetes.io/over-capacity';

/** Says who writes it. */
const managedBy = 'endpoints.kubernetes.io/managed-by';

export type Plan =
  | { readonly action: 'none' }
  | { readonly action: 'create'; readonly endpoints: NewObject<Endpoints> }
  | { readonly action: 'update'; readonly endpoints: Endpoints };

/**
 * The write that makes the Endpoints list the pods, if it takes one: what users changed in the
 * annotations alone stays.
 *
 * @param pods those that the service selects
 * @param changedAt the instant of the change that this pass answers, if there is one
 * @param isMarked whether a label says who manages the Endpoints
 */
export function plan(
  service: Service,
  pods: readonly Pod[],
  existing: Endpoints | undefined,
  changedAt: string | undefined,
  isMarked = false,
): Plan {
  const desired = subsetsOf(service, pods);
  const labels = labelsFor(service, isMarked);
  if (existing !== undefined && isUpToDate(existing, desired, labels)) return { action: 'none' };
  const { subsets, isTruncated } = truncate(desired);
  const annotations = marked(existing?.metadata.annotations, changedAt, isTruncated);
  if (existing === undefined) {
    const { namespace, name } = service.metadata;
    const metadata = {
      namespace,
      name,
      ...filled('labels', labels),
      ...filled('annotations', annotations),
    };
    return { action: 'create', endpoints: { metadata, ...listed(subsets) } };
  }
  const metadata = {
    ...omitFields(existing.metadata, ['labels', 'annotations']),
    ...filled('labels', labels),
    ...filled('annotations', annotations),
  };
  const rest = omitFields(existing, ['subsets']);
  return { action: 'update', endpoints: { ...rest, metadata, ...listed(subsets) } };
}

/** Versions of pods do not count, nor does the label that follows from the service's address. */
function isUpToDate(
  { metadata, subsets = [] }: Endpoints,
  desired: readonly EndpointSubset[],
  expected: Labels,
): boolean {
  const labels = omitFields(metadata.labels ?? {}, [headlessLabel]);
  return (
    deepEqual(mapShared(subsets, withoutVersions), desired) &&
    deepEqual(labels, omitFields(expected, [headlessLabel])) &&
    addressCount(subsets) <= CAPACITY &&
    metadata.annotations?.[overCapacity] === undefined
  );
}

function withoutVersions(subset: EndpointSubset): EndpointSubset {
  const { addresses, notReadyAddresses } = subset;
  const [ready, notReady] = [unversioned(addresses), unversioned(notReadyAddresses)];
  if (ready === addresses && notReady === notReadyAddresses) return subset;
  return { ...subset, addresses: ready, notReadyAddresses: notReady };
}

function unversioned(addresses: readonly EndpointAddress[] | undefined) {
  return (
    addresses &&
    mapShared(addresses, (address) => {
      if (address.targetRef?.resourceVersion === undefined) return address;
      return { ...address, targetRef: omitFields(address.targetRef, ['resourceVersion']) };
    })
  );
}

/** The service's labels, whether it is headless, and who manages its Endpoints. */
function labelsFor(service: Service, isMarked: boolean): Labels {
  const own = omitFields(service.metadata.labels ?? {}, [headlessLabel]);
  const labels = isMarked ? { ...own, [managedBy]: 'endpoint-controller' } : own;
  return hasClusterIp(service) ? labels : { ...labels, [headlessLabel]: '' };
}

function marked(
  present: Labels | undefined,
  changedAt: string | undefined,
  isTruncated: boolean,
): Labels {
  return {
    ...omitFields(present ?? {}, [lastChangeAnnotation, overCapacity]),
    ...(changedAt !== undefined && { [lastChangeAnnotation]: changedAt }),
    ...(isTruncated && { [overCapacity]: 'truncated' }),
  };
}

function filled(field: 'labels' | 'annotations', map: Labels): object {
  return Object.keys(map).length === 0 ? {} : { [field]: map };
}

function listed(subsets: readonly EndpointSubset[]): { readonly subsets?: typeof subsets } {
  return subsets.length === 0 ? {} : { subsets };
}
