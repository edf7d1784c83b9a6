/**
 * Who is listed at which port of a service, written down once more as plainly as can be (section 3.1 of
 * the policy reference), against the subsets of services and pods of any sort.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { EndpointAddress, EndpointSubset, Pod, Service, ServicePort } from '#types';
import { subsetsOf } from '../../../../controllers/endpoints/subsets.ts';
import { makePod } from '../objects.ts';

interface Case {
  readonly phase: Pod['status']['phase'];
  readonly isReady: boolean;
  readonly isDeleting: boolean;
  readonly ips: readonly string[];
  /** Numbers of its port `http`, over TCP and UDP. */
  readonly tcp: number | undefined;
  readonly udp: number | undefined;
  readonly subdomain: string | undefined;
}

// Few, so that some share one.
const ip4 = fc.constantFrom('10.1.9.9', '10.1.9.10', '10.1.10.1');
const ip6 = fc.constantFrom('fd00::9', 'fd00::10');
const numbers = fc.option(fc.constantFrom(8080, 9090), { nil: undefined });
const pods: fc.Arbitrary<readonly Case[]> = fc.array(
  fc.record({
    phase: fc.constantFrom('Running', 'Running', 'Pending', 'Succeeded', 'Failed'),
    isReady: fc.boolean(),
    isDeleting: fc.constantFrom(false, false, true),
    ips: fc.oneof(fc.constant([]), fc.tuple(ip4), fc.tuple(ip4, ip6), fc.tuple(ip6, ip4)),
    tcp: numbers,
    udp: numbers,
    subdomain: fc.constantFrom('web', 'other', undefined),
  }) as fc.Arbitrary<Case>,
  { maxLength: 6 },
);
const ports: fc.Arbitrary<ServicePort[]> = fc.uniqueArray(
  fc.record({
    port: fc.constantFrom(80, 81, 82),
    protocol: fc.constantFrom('TCP', 'UDP'),
    targetPort: fc.constantFrom(8080, 8081, 'http', 'nosuch'),
  }),
  { maxLength: 3, selector: ({ port }) => port },
) as fc.Arbitrary<ServicePort[]>;
const services = fc.record({
  ports: ports.map((list) => list.map((port) => ({ ...port, name: `p${port.port}` }))),
  clusterIP: fc.constantFrom('10.96.0.1', 'None'),
  ipFamilies: fc.constantFrom(['IPv4'], ['IPv6'], ['IPv6', 'IPv4']),
  publishNotReadyAddresses: fc.boolean(),
}) as fc.Arbitrary<Service['spec']>;

function podOf(each: Case, index: number): Pod {
  const { phase, isReady, isDeleting, ips, tcp, udp, subdomain } = each;
  const named = [
    { name: 'http', protocol: 'UDP', containerPort: udp },
    { name: 'http', protocol: 'TCP', containerPort: tcp },
  ].filter(({ containerPort }) => containerPort !== undefined);
  const container = { name: 'main', image: 'app:v1', ports: named };
  const spec = { nodeName: 'n1', hostname: 'h', ...(subdomain && { subdomain }) };
  const pod = makePod(
    `p${index}`,
    { ...spec, containers: [container] as Pod['spec']['containers'] },
    isDeleting ? { deletionTimestamp: '2026-11-20T21:00:00Z' } : {},
  );
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  const addresses = ips.length === 0 ? {} : { podIP: ips[0]!, podIPs: ips.map((ip) => ({ ip })) };
  return { ...pod, status: { phase, conditions, ...addresses } as Pod['status'] };
}

/** `p80:8080/TCP 10.1.9.9 p0 h ready`: one pod at one port, or at none. */
function byRule(spec: Service['spec'], cases: readonly Case[]): readonly string[] {
  const { ports = [], ipFamilies, publishNotReadyAddresses: all, clusterIP } = spec;
  return cases.flatMap((each, index) => {
    if (each.phase === 'Succeeded' || each.phase === 'Failed') return [];
    if (each.isDeleting && all !== true) return [];
    const ip = each.ips.find((one) => one.includes(':') === (ipFamilies![0] === 'IPv6'));
    if (ip === undefined) return [];
    const host = each.subdomain === 'web' ? 'h' : '-';
    const state = `${ip} p${index} ${host} ${each.isReady || all === true ? 'ready' : 'not'}`;
    if (ports.length === 0) return clusterIP === 'None' ? [`none ${state}`] : [];
    return ports.flatMap(({ name, protocol, targetPort }) => {
      const ofName = protocol === 'UDP' ? each.udp : each.tcp;
      const named = targetPort === 'http' ? ofName : undefined;
      const number = typeof targetPort === 'number' ? targetPort : named;
      return number === undefined ? [] : [`${name}:${number}/${protocol} ${state}`];
    });
  });
}

function flattened({ addresses = [], notReadyAddresses = [], ports }: EndpointSubset): string[] {
  const at = ports?.map(({ name, port, protocol }) => `${name}:${port}/${protocol}`) ?? ['none'];
  const shown = (list: readonly EndpointAddress[], state: string) =>
    list.map((each) => `${each.ip} ${each.targetRef!.name} ${each.hostname ?? '-'} ${state}`);
  const listed = [...shown(addresses, 'ready'), ...shown(notReadyAddresses, 'not')];
  return at.flatMap((port) => listed.map((address) => `${port} ${address}`));
}

describe('the subsets of a service', () => {
  it('list every pod once at each port that it has, and ports of the same pods together', () => {
    const check = (spec: Service['spec'], cases: readonly Case[]): void => {
      const metadata = { name: 'web', namespace: 'default' } as Service['metadata'];
      const service: Service = { apiVersion: 'v1', kind: 'Service', metadata, spec, status: {} };
      const subsets = subsetsOf(service, cases.map(podOf));
      expect(subsets.flatMap(flattened).sort()).toEqual([...byRule(spec, cases)].sort());
      const lists = subsets.map(({ addresses, notReadyAddresses }) =>
        JSON.stringify([addresses, notReadyAddresses]),
      );
      expect(new Set(lists).size).toBe(lists.length);
      for (const { addresses = [], notReadyAddresses = [] } of subsets) {
        for (const list of [addresses, notReadyAddresses]) {
          const order = list.map(({ ip, targetRef }) => `${ip} ${targetRef!.uid!}`);
          expect(order).toEqual([...order].sort());
        }
      }
    };
    fc.assert(fc.property(services, pods, check), { numRuns: 2000 });
  });
});
