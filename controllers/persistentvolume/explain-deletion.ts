/** Explains why a volume was deleted: its claim is gone. */
import type { PersistentVolume } from '#types';
import { deletionBecause, type Deletion } from '#runtime';

export const deletion: Deletion = (pass) => {
  const { spec } = pass.object as PersistentVolume;
  const { namespace = '', name = '' } = spec.claimRef ?? {};
  return deletionBecause(pass, 'its claim is gone', [
    { subject: `PersistentVolumeClaim ${namespace}/${name}`, counts: true, because: 'it is gone' },
    {
      subject: 'reclaim policy',
      amount: spec.persistentVolumeReclaimPolicy,
      counts: true,
      because: 'what is to happen then',
    },
  ]);
};
