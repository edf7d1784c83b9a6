/** Which pods are behind a service. */
import { expect, it, test } from 'vitest';
import type { Pod, Service, ServicePort } from '#types';
import {
  hasClusterIp,
  hasSelector,
  hostnameBehind,
  isPodListed,
  podIpsOf,
  podReference,
  targetPortOf,
  whyUnlisted,
} from '../../../../../src/kinds/core/service/service-endpoints.ts';
import { podOf } from '../../samples.ts';

const service = (spec: object, metadata: object = {}): Service =>
  ({ metadata: { name: 's', namespace: 'default', ...metadata }, spec }) as unknown as Service;
const pod = (status: object, metadata: object = {}): Pod => ({
  ...podOf({}, metadata),
  status: status as Pod['status'],
});

test.each<[spec: object, selects: boolean, hasIp: boolean]>([
  [{}, false, false],
  [{ selector: {}, clusterIP: '' }, false, false],
  [{ selector: null, clusterIP: 'None' }, false, false],
  [{ selector: { a: 'b' }, clusterIP: '10.0.0.1' }, true, true],
])('a service %j', (spec, selects, hasIp) => {
  expect(hasSelector(service(spec))).toBe(selects);
  expect(hasClusterIp(service(spec))).toBe(hasIp);
});

const gone = { deletionTimestamp: '2026-01-01T00:00:00Z' };

it.each<[status: object, metadata: object, why?: string, whenTerminating?: string]>([
  [{ phase: 'Running', podIP: '1.1.1.1' }, {}],
  [{ phase: 'Pending', podIPs: [{ ip: '1.1.1.1' }] }, {}],
  [{ phase: 'Running' }, {}, 'it has no address yet', 'it has no address yet'],
  [{ phase: 'Running', podIPs: [] }, gone, 'it has no address yet', 'it has no address yet'],
  [{ phase: 'Succeeded', podIP: '1.1.1.1' }, {}, 'it has finished', 'it has finished'],
  [{ phase: 'Failed', podIP: '1.1.1.1' }, gone, 'it has finished', 'it has finished'],
  [{ phase: 'Running', podIP: '1.1.1.1' }, gone, 'it is being deleted', undefined],
])('a pod %j %j is not listed because %s', (status, metadata, why, whenTerminating) => {
  const given = pod(status, metadata);
  expect(whyUnlisted(given, false)).toBe(why);
  expect(isPodListed(given, false)).toBe(why === undefined);
  expect(whyUnlisted(given, true)).toBe(whenTerminating);
  expect(isPodListed(given, true)).toBe(whenTerminating === undefined);
});

it('addresses are those of a family', () => {
  const podIPs = [{ ip: '1.1.1.1' }, { ip: '::1' }, {}, { ip: 'x:y' }, { ip: '2.2.2.2' }];
  expect(podIpsOf(pod({ podIPs }), 'IPv4')).toEqual(['1.1.1.1', '', 'x:y', '2.2.2.2']);
  expect(podIpsOf(pod({ podIPs }), 'IPv6')).toEqual(['::1']);
  expect(podIpsOf(pod({}), 'IPv4')).toEqual([]);
});

it.each<[spec: object, namespace: string, hostname: string | undefined]>([
  [{ hostname: 'h', subdomain: 's' }, 'default', 'h'],
  [{ hostname: 'h', subdomain: 's' }, 'other', undefined],
  [{ hostname: 'h', subdomain: 'x' }, 'default', undefined],
  [{ hostname: 'h' }, 'default', undefined],
  [{ hostname: '', subdomain: 's' }, 'default', undefined],
  [{ subdomain: 's' }, 'default', undefined],
])('the name of a pod %j in %s under the service', (spec, namespace, hostname) => {
  expect(hostnameBehind(podOf(spec, { namespace }), service({}))).toBe(hostname);
});

const containers = [
  { name: 'none' },
  {
    name: 'a',
    ports: [
      { name: 'dns', protocol: 'UDP', containerPort: 53 },
      { name: 'dns', protocol: 'TCP', containerPort: 54 },
    ],
  },
  { name: 'b', ports: [{ name: 'web', protocol: 'TCP', containerPort: 80 }] },
];

it.each<[port: object, target: number | undefined]>([
  [{ targetPort: 8080 }, 8080],
  [{}, 0],
  [{ targetPort: 'dns', protocol: 'TCP' }, 54],
  [{ targetPort: 'dns', protocol: 'UDP' }, 53],
  [{ targetPort: 'web', protocol: 'TCP' }, 80],
  [{ targetPort: 'web', protocol: 'UDP' }, undefined],
  [{ targetPort: 'x', protocol: 'TCP' }, undefined],
])('the port %j leads to %s', (port, target) => {
  expect(targetPortOf(podOf({ containers }), port as ServicePort)).toBe(target);
});

it('an address refers to its pod', () => {
  expect(podReference(podOf({}, { uid: 'u', labels: {} }))).toEqual({
    ...{ kind: 'Pod', namespace: 'default', name: 'p', uid: 'u' },
  });
});
