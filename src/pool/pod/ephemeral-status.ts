/** The status of containers that debuggers add to a pod: they begin at once, are never ready, and never start again. */
import { deepEqual } from '#values';
import type { Millis } from '#clock';
import type { Container, ContainerStatus, Pod } from '#types';
import {
  byName,
  ended,
  isBroken,
  KILLED,
  LOST,
  running,
  waiting,
  waitingForImage,
  type ContainerFacts,
  type Exit,
} from './container-status.ts';
import { withoutStarted } from './init-status.ts';

type EphemeralFacts = Pick<ContainerFacts, 'stage'> & { readonly now: Millis };

/** Returns them sorted by name; undefined for a pod without them, the identical list when nothing changes. */
export function ephemeralStatuses(
  pod: Pod,
  { stage, now }: EphemeralFacts,
): readonly ContainerStatus[] | undefined {
  // Its machine has been off.
  if (stage === 'starting') return endedEphemeral(pod, now, LOST);
  if (stage === 'ended') return endedEphemeral(pod, now, KILLED);
  return changed(pod, (container, old) => {
    if (old?.state?.running != null || old?.state?.terminated != null) return old;
    const { image } = container;
    if (isBroken(image)) return waiting(container, old, waitingForImage(container, { reason: '' }));
    return running(pod, container, old, now, { started: false, ready: false });
  });
}

/** Returns those of a pod whose containers are stopped: what has not begun has no status. */
export function endedEphemeral(
  pod: Pod,
  at: Millis,
  exit: Exit = KILLED,
): readonly ContainerStatus[] | undefined {
  return changed(pod, (container, old) =>
    old?.state?.running == null ? old : ended(pod, container, old, { since: at, exit }),
  );
}

/** Changes the list. @param next the status of a container; undefined: it has none */
function changed(
  { spec, status }: Pod,
  next: (container: Container, old: ContainerStatus | undefined) => ContainerStatus | undefined,
): readonly ContainerStatus[] | undefined {
  const { ephemeralContainerStatuses: before } = status;
  if (spec.ephemeralContainers === undefined) return before;
  const statuses = byName(spec.ephemeralContainers as readonly Container[]).flatMap((container) => {
    const found = next(
      container,
      before?.find(({ name }) => name === container.name),
    );
    return found === undefined ? [] : [withoutStarted(found)];
  });
  if (statuses.length === 0) return before;
  return deepEqual(before, statuses) ? before : statuses;
}
