/** The numbers that services have, each for one only: addresses of the cluster, and ports on all nodes. */
import { ipv4Number, parseIp } from '#values';
import type { Service } from '#types';

/** As kubeadm sets it up. The first address is reserved for the service `kubernetes`. */
export const defaultServiceIpRange = '10.96.0.0/12';
export const nodePortRange = { first: 30_000, size: 2768 } as const;

/** IPv4 addresses, as numbers. */
export function ipsOfService(service: Service | undefined): readonly number[] {
  const { clusterIPs = [] } = service?.spec ?? {};
  return clusterIPs.flatMap((text) => {
    const bytes = parseIp(text);
    return bytes?.length === 4 ? ipv4Number(bytes) : [];
  });
}

export function portsOfService(service: Service | undefined): readonly number[] {
  const { ports = [], healthCheckNodePort } = service?.spec ?? {};
  const nodePorts = ports.flatMap(({ nodePort }) => nodePort || []);
  return healthCheckNodePort ? [...nodePorts, healthCheckNodePort] : nodePorts;
}
