import type { Machinery } from '#scenario';
import type { Simulator } from '#simulator';

/**
 * Returns what steps control on a server that shares its store: faults of its own, not what belongs
 * to all servers.
 */
export function sharedMachinery({ faults }: Simulator): Machinery {
  const refuse = (): never => {
    throw new Error(
      'servers that share an etcd have no outages, jumps, upgrades and stopped controllers; stop the server that leads instead',
    );
  };
  return {
    faults,
    killControllers: refuse,
    startControllers: refuse,
    beginOutage: refuse,
    endOutage: refuse,
    jump: refuse,
    move: refuse,
  };
}
