/** The addresses and names of a server. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { defaultServiceIpRange } from '#kinds';
import { formatIpv4, parseIpv4Range } from '#values';
import { SettingsError } from './settings.ts';

/** Addresses that stand for all of the machine's. */
const anyAddress: readonly string[] = ['0.0.0.0', '::'];

/**
 * Returns the address of the Service `kubernetes`: the first of the range.
 * @param range of the addresses of Services, such as `10.0.0.0/24`
 * @throws {SettingsError}
 */
export function kubernetesIp(range: string = defaultServiceIpRange): string {
  const { base, size } = parseIpv4Range(range) ?? { base: 0, size: 0 };
  if (size >= smallestRange) return formatIpv4(base + 1);
  throw new SettingsError(
    `--service-cluster-ip-range: "${range}" is not a range of IPv4 addresses, such as 10.0.0.0/24`,
  );
}

/** A smaller one has no address for a second Service. */
const smallestRange = 4;

/** Names of an API server for clients inside and outside of a cluster, whatever it listens on. */
const usualNames: readonly string[] = [
  'localhost',
  '127.0.0.1',
  '::1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
];

/** For documentation only, so that no machine has it (RFC 5737). */
const noAddress = '192.0.2.1';

export interface ListenAddress {
  /** As `--address` has it. */
  readonly address: string;
  /** As `--advertise-address` has it. */
  readonly advertiseAddress?: string;
  /** As `--service-cluster-ip-range` has it. */
  readonly serviceClusterIpRange?: string;
}

/** Returns how clients on this machine reach it: `https://127.0.0.1:6443`. */
export function urlOf(address: string, port: number, isPlain: boolean): string {
  const reached = anyAddress.includes(address) ? '127.0.0.1' : address;
  const host = reached.includes(':') ? `[${reached}]` : reached;
  return `${isPlain ? 'http' : 'https'}://${host}:${port}`;
}

/** All names that its certificate must be valid for, each once. */
export function certifiedNames(options: ListenAddress): readonly string[] {
  const { address, serviceClusterIpRange: range } = options;
  const own = anyAddress.includes(address) ? machineAddresses() : [address];
  return [...new Set([...usualNames, kubernetesIp(range), ...own, advertisedAddress(options)])];
}

/**
 * Returns the address in the endpoints of the Service `kubernetes`. Endpoints cannot have a loopback
 * address: like v1.24, uses the machine's first other address instead.
 *
 * @throws {SettingsError}
 */
export function advertisedAddress({ address, advertiseAddress }: ListenAddress): string {
  if (advertiseAddress !== undefined) return checked(advertiseAddress);
  const isPublic = isIP(address) !== 0 && !anyAddress.includes(address) && !isLoopback(address);
  return isPublic ? address : (machineAddresses()[0] ?? noAddress);
}

function checked(address: string): string {
  if (isIP(address) !== 0 && !anyAddress.includes(address) && !isLoopback(address)) return address;
  const expected =
    'expected an address that is neither loopback nor unspecified, such as 192.0.2.1';
  throw new SettingsError(`--advertise-address: "${address}"; ${expected}`);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Returns the machine's addresses that others can reach, IPv4 first; without link-local ones. */
function machineAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address));
  const of = (family: string): string[] =>
    all.filter((each) => each.family === family).map(({ address }) => address);
  return [...of('IPv4'), ...of('IPv6')];
}
