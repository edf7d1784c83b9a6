/**
 * Node ports that pods occupy: the scheduler avoids conflicts, and kubelets reject pods that
 * conflict.
 */
import type { ContainerPort, PodSpec } from '#types';

export interface HostPort {
  /** `0.0.0.0` for all addresses of the node. */
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const noPorts: readonly HostPort[] = [];

export function hostPortsOf({ containers }: PodSpec): readonly HostPort[] {
  let ports: HostPort[] | undefined;
  for (const container of containers) {
    for (const port of container.ports ?? []) {
      if (port.hostPort) (ports ??= []).push(hostPort(port, port.hostPort));
    }
  }
  return ports ?? noPorts;
}

function hostPort({ hostIP, protocol }: ContainerPort, port: number): HostPort {
  return { ip: hostIP || '0.0.0.0', protocol: protocol ?? 'TCP', port };
}

/** Whether the ports of two pods conflict on one node. */
export function hostPortsCollide(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0';
}
