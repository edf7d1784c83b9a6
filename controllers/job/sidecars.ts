/** The containers of a pod that run beside the others. */
import { isSidecar } from '#kinds';
import type { ContainerStatus, Pod } from '#types';

/** Returns the statuses of a pod's sidecars. */
export function sidecarStatuses({ spec, status }: Pod): readonly ContainerStatus[] {
  const names = new Set(spec.initContainers?.filter(isSidecar).map(({ name }) => name));
  return (status.initContainerStatuses ?? []).filter(({ name }) => names.has(name));
}
