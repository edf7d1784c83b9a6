/** The range of addresses for Services, and an IPAddress for each address that one of them has. */
import { defaultServiceIpRange, ipAddress, noClusterIp, service, serviceCidr } from '#kinds';
import { formatTime, isIpv6, isNotFound, type NewObject } from '#values';
import type { IPAddress, Service } from '#types';
import { anyKind } from '#request';
import type { Keeper, KeeperOptions } from './keeper.ts';
import { retriable } from './retriable.ts';
import { contextOf, createMissing, listOf, writeStatus } from './write.ts';

const context = contextOf('kube-apiserver', 'addresses of Services');
const managed = 'ipaddress.kubernetes.io/managed-by';
const allocator = 'ipallocator.k8s.io';

/** Makes the range that the server was started with. */
export function keepServiceCidr({ api, now, serviceIpRange }: KeeperOptions): Keeper {
  const make = async (): Promise<void> => {
    const spec = { cidrs: [serviceIpRange ?? defaultServiceIpRange] };
    await createMissing(api, context, serviceCidr, [{ metadata: { name: 'kubernetes' }, spec }]);
    const stored = await listOf(api, serviceCidr);
    const own = stored.find(({ metadata }) => metadata.name === 'kubernetes');
    if (own === undefined || own.status.conditions !== undefined) return;
    const message = 'Kubernetes default Service CIDR is ready';
    const ready = { type: 'Ready', status: 'True', reason: '', message } as const;
    const conditions = [{ ...ready, lastTransitionTime: formatTime(now()) }];
    await writeStatus(api, context, serviceCidr, { ...own, status: { conditions } });
  };
  return { make: retriable(() => true, make) };
}

/** Follows the Services: clients see their addresses with the next request for addresses. */
export function keepIpAddresses({ api }: KeeperOptions): Keeper {
  return {
    async make() {
      const desired = (await listOf(api, service)).flatMap(addressesOf);
      const names = new Set(desired.map(({ metadata }) => metadata.name!));
      const stored = await listOf(api, ipAddress);
      const present = new Set(stored.map(({ metadata }) => metadata.name));
      const missing = desired.filter(({ metadata }) => !present.has(metadata.name!));
      await createMissing(api, context, ipAddress, missing);
      for (const { metadata } of stored) {
        const isOurs = metadata.labels?.[managed] === allocator;
        if (isOurs && !names.has(metadata.name)) await remove(api, metadata.name);
      }
    },
  };
}

function addressesOf(object: Service): readonly NewObject<IPAddress>[] {
  const { name, namespace } = object.metadata;
  const { clusterIPs = [] } = object.spec;
  const ips = clusterIPs.filter((ip) => ip !== '' && ip !== noClusterIp);
  return ips.map((ip) => {
    const family = isIpv6(ip) ? 'IPv6' : 'IPv4';
    const labels = { 'ipaddress.kubernetes.io/ip-family': family, [managed]: allocator };
    const parentRef = { group: '', resource: 'services', name, namespace };
    return { metadata: { name: ip, labels }, spec: { parentRef } };
  });
}

async function remove(api: KeeperOptions['api'], name: string): Promise<void> {
  const kind = anyKind(ipAddress);
  try {
    await api.call(context, { verb: 'delete', kind, ref: { name }, options: {} });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
