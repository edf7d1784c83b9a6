/** The pools of devices that a node can reach, out of the slices that drivers publish. */
import { matchesNodeSelector } from '#kinds';
import type { Node, NodeSelector, resourceV1 } from '#types';

type Device = resourceV1.Device;
type ResourceSlice = resourceV1.ResourceSlice;

export interface Pool {
  readonly driver: string;
  readonly name: string;
  /** Those of the newest generation. */
  readonly slices: readonly ResourceSlice[];
  /** Slices are missing. */
  readonly isIncomplete: boolean;
  /** The name that two devices have. */
  readonly twice?: string;
}

/** A device, and where it is published. */
export interface Located {
  readonly id: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: Device;
  readonly slice: ResourceSlice;
}

/** Where devices are. */
interface Place {
  readonly nodeName?: string | undefined;
  readonly allNodes?: boolean | undefined;
  readonly nodeSelector?: NodeSelector | undefined;
}

/** Returns the pools with slices for a node, in the order of the slices. */
export function poolsFor(node: Node, slices: readonly ResourceSlice[]): readonly Pool[] {
  const found = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    if (!isFor(slice, node)) continue;
    const { driver, pool } = slice.spec;
    const id = poolId(driver, pool.name);
    const known = found.get(id);
    const ahead = known === undefined ? 1 : pool.generation - known[0]!.spec.pool.generation;
    if (ahead > 0) found.set(id, [slice]);
    else if (ahead === 0) known!.push(slice);
  }
  return Array.from(found.values(), poolOf);
}

/** Returns what identifies a pool. */
export function poolId(driver: string, pool: string): string {
  return `${driver}/${pool}`;
}

function poolOf(slices: readonly ResourceSlice[]): Pool {
  const { driver, pool } = slices[0]!.spec;
  const names = slices.flatMap(({ spec }) => (spec.devices ?? []).map(({ name }) => name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return {
    driver,
    name: pool.name,
    slices,
    isIncomplete: slices.length !== pool.resourceSliceCount,
    ...(twice !== undefined && { twice }),
  };
}

function isFor({ spec }: ResourceSlice, node: Node): boolean {
  if (spec.perDeviceNodeSelection !== true) return isAt(spec, node);
  return (spec.devices ?? []).some((device) => isAt(device, node));
}

/** Returns whether a device of a slice that is for the node can be reached from there. */
export function reaches({ spec }: ResourceSlice, device: Device, node: Node): boolean {
  return spec.perDeviceNodeSelection !== true || isAt(device, node);
}

function isAt({ nodeName, allNodes, nodeSelector }: Place, node: Node): boolean {
  if (nodeName) return nodeName === node.metadata.name;
  if (allNodes === true) return true;
  return nodeSelector != null && matchesNodeSelector(nodeSelector, node);
}

/** Returns what identifies a device. */
export function deviceId(driver: string, pool: string, device: string): string {
  return `${poolId(driver, pool)}/${device}`;
}

/** Returns the devices of a pool. */
export function devicesOf({ driver, name: pool, slices }: Pool): readonly Located[] {
  return slices.flatMap((slice) =>
    (slice.spec.devices ?? []).map((device) => {
      return { id: deviceId(driver, pool, device.name), driver, pool, device, slice };
    }),
  );
}
