/** Why a kubelet does not take a pod that was bound to its node: pure. */
import { hostPortsCollide, hostPortsOf, isPodTerminal, type Pod } from '#kinds';

/** Why a kubelet does not run a pod, or not any longer. */
export interface Refusal {
  readonly reason: string;
  /** In the pod's status. */
  readonly message: string;
  /** In the event. */
  readonly event: string;
}

/** The sysctls that a kubelet sets without being configured for it (v1.24). */
const safeSysctls: readonly string[] = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];

/** @param others the pods that the node has already taken */
export function refusalOf(pod: Pod, others: Iterable<Pod>): Refusal | undefined {
  return refusedSysctl(pod) ?? refusedPorts(pod, others);
}

/** A network sysctl belongs to the network that the pod has: of the host's it has none to set. */
function refusedSysctl({ spec }: Pod): Refusal | undefined {
  for (const { name } of spec.securityContext?.sysctls ?? []) {
    const usesHost = spec.hostNetwork === true && name.startsWith('net.');
    if (safeSysctls.includes(name) && !usesHost) continue;
    const why = usesHost ? 'not allowed with host net enabled' : 'not allowlisted';
    return refused('SysctlForbidden', `forbidden sysctl: "${name}" ${why}`);
  }
  return undefined;
}

function refusedPorts(pod: Pod, others: Iterable<Pod>): Refusal | undefined {
  const wanted = hostPortsOf(pod.spec);
  if (wanted.length === 0) return undefined;
  for (const other of others) {
    if (other.metadata.uid === pod.metadata.uid || isPodTerminal(other)) continue;
    const taken = hostPortsOf(other.spec);
    if (wanted.some((port) => taken.some((each) => hostPortsCollide(port, each)))) {
      return refused('NodePorts', 'Predicate NodePorts failed');
    }
  }
  return undefined;
}

function refused(reason: string, event: string): Refusal {
  return { reason, message: `Pod ${event}`, event };
}
