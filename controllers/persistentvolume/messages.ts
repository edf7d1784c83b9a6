/** The messages of the binder, word for word as in v1.24. */
import { keyOf } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';

type Reported = readonly [reason: string, message: string];

export const noVolumes =
  'no persistent volumes available for this claim and no storage class is set';

/** Why a claim that was bound is lost. */
export function lost(
  { spec }: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): Reported {
  if (volume !== undefined) {
    return [
      'ClaimMisbound',
      'Two claims are bound to the same volume, this one is bound incorrectly',
    ];
  }
  const what = spec.volumeName ? 'its PersistentVolume' : 'reference to PersistentVolume';
  return ['ClaimLost', `Bound claim has lost ${what}. Data on the volume is lost!`];
}

export function misfit({ metadata }: PersistentVolume, why: string): string {
  return `Cannot bind to requested volume ${JSON.stringify(metadata.name)}: ${why}`;
}

export function taken({ metadata }: PersistentVolume): string {
  return `volume ${JSON.stringify(metadata.name)} already bound to a different claim.`;
}

export function misbound(claim: PersistentVolumeClaim, volume: PersistentVolume): string {
  const { namespace = '', name = '' } = volume.spec.claimRef ?? {};
  const [own, target, other] = [
    keyOf(claim),
    claim.spec.volumeName ?? '',
    `${namespace}/${name}`,
  ].map((text) => JSON.stringify(text));
  return `invalid binding of claim ${own!} to volume ${target!}: volume already claimed by ${other!}`;
}

/** @param pods the names of the pods without a node that use the claim */
export function waiting(pods: readonly string[]): Reported {
  if (pods.length === 0) {
    const message = 'waiting for first consumer to be created before binding';
    return ['WaitForFirstConsumer', message];
  }
  const which = pods.length === 1 ? 'pod' : 'pods';
  return ['WaitForPodScheduled', `waiting for ${which} ${pods.join(',')} to be scheduled`];
}

export function unknownClass(name: string): string {
  return `storageclass.storage.k8s.io ${JSON.stringify(name)} not found`;
}

export function noPlugin(provisioner: string): string {
  return `no volume plugin matched name: ${provisioner}`;
}

export function waitingForVolume(provisioner: string): string {
  const name = JSON.stringify(provisioner);
  return `waiting for a volume to be created, either by external provisioner ${name} or manually created by system administrator`;
}

export function otherMode(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): { readonly ofVolume: string; readonly ofClaim: string } {
  const name = JSON.stringify(claim.metadata.name);
  const why = 'due to incompatible volumeMode.';
  return {
    ofVolume: `Cannot bind PersistentVolume to requested PersistentVolumeClaim ${name} ${why}`,
    ofClaim: `Cannot bind PersistentVolume ${JSON.stringify(volume.metadata.name)} to requested PersistentVolumeClaim ${why}`,
  };
}

export const noRecycler = 'No recycler plugin found for the volume!';
export const recycled = 'Volume recycled';
export const unknownPolicy = 'Volume has unrecognized PersistentVolumeReclaimPolicy';

export function noDeleter({ metadata }: PersistentVolume): string {
  const name = JSON.stringify(metadata.name);
  return `error getting deleter volume plugin for volume ${name}: no deletable volume plugin matched`;
}

export function unsafePath(path: string): string {
  return `host_path deleter only supports /tmp/.+ but received provided ${path}`;
}
