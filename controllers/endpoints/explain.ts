/** Explains the subsets of Endpoints: pod by pod, and how they are grouped. */
import {
  endpoints as endpointsKind,
  pod as podKind,
  service as serviceKind,
  targetPortOf,
} from '#kinds';
import { selectLabels } from '#values';
import type { Endpoints, EndpointSubset, Pod, Service } from '#types';
import { explainer, type Account, type Pass, type Term } from '#runtime';
import { addressCount, CAPACITY, truncate } from './capacity.ts';
import { placeOf, subsetsOf } from './subsets.ts';

const RULE =
  'lists the pods behind the selector at the ports that they have; ports with the same addresses share a subset';

function subsetsAccount({ object, past }: Pass<Endpoints>): Account {
  const { namespace, name } = object.metadata;
  const service = past.get(serviceKind, { namespace, name });
  // Over a state without the service: it is not what the reconcile saw.
  if (service === undefined) return { value: undefined, rule: RULE, terms: [] };
  const selector = selectLabels(service.spec.selector);
  const pods = past
    .list(podKind, namespace)
    .filter(({ metadata }) => selector.matches(metadata.labels));
  const desired = subsetsOf(service, pods);
  const { subsets, isTruncated } = truncate(desired);
  return {
    value: subsets.length === 0 ? undefined : subsets,
    rule: RULE,
    terms: [
      ...pods.map((pod) => podTerm(pod, service)),
      ...subsets.map(subsetTerm),
      ...(isTruncated ? [capacityTerm(desired, subsets)] : []),
    ],
  };
}

function podTerm(pod: Pod, service: Service): Term {
  const subject = `Pod ${pod.metadata.namespace}/${pod.metadata.name}`;
  const place = placeOf(pod, service);
  if (typeof place === 'string') return { subject, counts: false, because: place };
  const { ports = [], clusterIP } = service.spec;
  const found = ports.filter((port) => targetPortOf(pod, port) !== undefined);
  const lacking = ports.filter((port) => !found.includes(port));
  const names = lacking.map(({ targetPort }) => targetPort).join(', ');
  const isListed = found.length > 0 || (ports.length === 0 && clusterIP === 'None');
  if (!isListed) {
    const because = ports.length === 0 ? 'the service has no ports' : `it has no port ${names}`;
    return { subject, amount: place.ip, counts: false, because };
  }
  const ready = place.isReady ? 'it is listed as ready' : 'it is listed as not ready';
  const because = lacking.length === 0 ? ready : `${ready}, but has no port ${names}`;
  return { subject, amount: place.ip, counts: true, because };
}

function subsetTerm({ addresses, notReadyAddresses, ports }: EndpointSubset, index: number): Term {
  const numbers = (ports ?? []).map(({ name, port }) => (name ? `${name} ${port}` : `${port}`));
  const at = numbers.length === 0 ? 'without ports' : `at ${numbers.join(', ')}`;
  return {
    subject: `subset ${index}`,
    amount: (addresses?.length ?? 0) + (notReadyAddresses?.length ?? 0),
    counts: true,
    because: `${addresses?.length ?? 0} ready, ${notReadyAddresses?.length ?? 0} not ready, ${at}`,
  };
}

function capacityTerm(desired: readonly EndpointSubset[], listed: readonly EndpointSubset[]): Term {
  return {
    subject: 'capacity',
    amount: CAPACITY,
    counts: true,
    because: `of ${addressCount(desired)} addresses ${addressCount(listed)} are listed`,
  };
}

/** Accounts for the whole list. */
export const explains = [
  explainer<Endpoints>(
    endpointsKind,
    { subsets: subsetsAccount },
    { again: { fields: ['subsets'] } },
  ),
];
