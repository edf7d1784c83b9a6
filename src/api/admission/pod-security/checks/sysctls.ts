/** Rules about kernel parameters. */
import type { Find } from '../subject.ts';

/** By the version of the standards that allows them first. */
const allowed: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      ...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies'],
      ...['net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start'],
    ],
  ],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      ...['net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout'],
      ...['net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes'],
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
  [37, ['net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']],
];

/** @param version of the standard */
export function sysctls(version: number): Find {
  const known = new Set(allowed.flatMap(([since, names]) => (since <= version ? names : [])));
  return ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? []).filter(({ name }) => !known.has(name));
    if (bad.length === 0) return undefined;
    return { reason: 'forbidden sysctls', detail: bad.map(({ name }) => name).join(', ') };
  };
}
