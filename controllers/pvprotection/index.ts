/** The protection of volumes: one that is deleted stays until it is not bound. */
import { keyOf, type Cause } from '#values';
import { persistentVolume, volumeProtection } from '#kinds';
import type { PersistentVolume } from '#types';
import { toggleFinalizer, type ControllerDefinition } from '#runtime';

export const pvProtection: ControllerDefinition = {
  name: 'pvprotection',
  actor: 'pv-protection-controller',
  start(context) {
    const volumes = context.informer(persistentVolume);
    const queue = context.queue({
      workers: 1,
      async reconcile(key, { client }) {
        const volume = volumes.lister.getByKey(key);
        if (volume === undefined || !hasToChange(volume)) return;
        await toggleFinalizer(client, persistentVolume, volume, volumeProtection);
      },
    });
    const look = (volume: PersistentVolume, cause: Cause): void => {
      if (hasToChange(volume)) queue.add(keyOf(volume), cause);
    };
    volumes.addHandlers({
      added: look,
      updated: (volume, _, cause) => look(volume, cause),
    });
  },
};

/** Protected is what exists, and what is being deleted while it is bound. */
function hasToChange({ metadata, status }: PersistentVolume): boolean {
  const isProtected = metadata.finalizers?.includes(volumeProtection) ?? false;
  const isDeleted = metadata.deletionTimestamp != null;
  return isProtected ? isDeleted && status.phase !== 'Bound' : !isDeleted;
}
