import { classOfClaim, persistentVolumeClaim, resourceOf, sizeOfClaim, storageClass } from '#kinds';
import { forbiddenObject } from '#values';
import type { PersistentVolumeClaim, StorageClass } from '#types';
import type { Store } from '#store';
import { handlesObjectsOf, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';

const bucket = resourceOf(storageClass);

/** PersistentVolumeClaimResize: only a bound claim of a class that allows it may grow. */
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  handles: handlesObjectsOf(persistentVolumeClaim, 'UPDATE'),

  validate(object, stored, request, { store }) {
    const claim = object as PersistentVolumeClaim;
    const old = stored as PersistentVolumeClaim;
    if (claim.spec === old.spec || sizeOfClaim(claim).cmp(sizeOfClaim(old)) <= 0) return;
    if (old.status.phase !== 'Bound') {
      throw refuse(request, 'Only bound persistent volume claims can be expanded');
    }
    return checkClass(claim, old, request, store);
  },
};

async function checkClass(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  request: AdmissionRequest,
  store: Store,
): Promise<void> {
  const name = classOfClaim(claim);
  if (name !== '' && name === classOfClaim(old)) {
    const found = (await store.get(bucket, name)) as StorageClass | undefined;
    if (found?.allowVolumeExpansion === true) return;
  }
  const why = 'only dynamically provisioned pvc can be resized and the storageclass that';
  throw refuse(request, `${why} provisions the pvc must support resize`);
}

function refuse({ kind, name }: AdmissionRequest, why: string): Error {
  return forbiddenObject(kind, name, why);
}
