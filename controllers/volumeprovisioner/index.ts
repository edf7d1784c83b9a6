/**
 * Stands in for the programs that make volumes, outside of Kubernetes: makes one for every claim
 * whose storage class names a provisioner, lets it grow with the claim, and deletes it when it is
 * released.
 */
import {
  classOfClaim,
  node as nodeKind,
  persistentVolume,
  persistentVolumeClaim,
  provisionedByAnnotation,
  storageClass,
} from '#kinds';
import { isAlreadyExists, isNotFound, keyOf, type Cause } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import type { ControllerDefinition, Lister, ReconcileTools } from '#runtime';
import { dueAfter, provisionerOf } from './due.ts';
import { grow, isToGrow } from './grow.ts';
import { volumeFor, volumeName, type Makings } from './volume.ts';

interface Caches {
  readonly claims: Lister<PersistentVolumeClaim>;
  readonly volumes: Lister<PersistentVolume>;
  makingsOf(claim: PersistentVolumeClaim): Makings | undefined;
}

export const volumeProvisioner: ControllerDefinition = {
  name: 'volumeprovisioner',
  actor: 'volume-provisioner',
  account: false,
  isPretend: true,
  start(context) {
    const { clock } = context;
    const claims = context.informer(persistentVolumeClaim);
    const volumes = context.informer(persistentVolume);
    const classes = context.informer(storageClass).lister;
    const nodes = context.informer(nodeKind).lister;
    const caches: Caches = {
      claims: claims.lister,
      volumes: volumes.lister,
      makingsOf(claim) {
        const found = classes.getByKey(classOfClaim(claim));
        return found && { storageClass: found, nodeOf: (name) => nodes.getByKey(name) };
      },
    };
    /** When the making of a volume began, by claim. */
    const begun = new Map<string, number>();
    const making = context.queue({
      name: 'claims to make volumes for',
      workers: 10,
      async reconcile(key, tools) {
        const claim = caches.claims.getByKey(key);
        const makings = claim && caches.makingsOf(claim);
        if (makings === undefined || !isToBeMade(claim!, caches.volumes)) {
          begun.delete(key);
          return;
        }
        if (!begun.has(key)) {
          const message = `External provisioner is provisioning volume for claim ${JSON.stringify(key)}`;
          tools.events.event(claim!, 'Normal', 'Provisioning', message);
          begun.set(key, clock.now());
        }
        const left = begun.get(key)! + dueAfter - clock.now();
        if (left > 0) {
          for (const cause of tools.causes.first) making.addAfter(key, left, cause);
          return;
        }
        await make(claim!, makings, tools);
        begun.delete(key);
      },
    });
    const volumeOf = (claim: PersistentVolumeClaim): PersistentVolume | undefined =>
      caches.volumes.getByKey(claim.spec.volumeName ?? '');
    const growing = context.queue({
      name: 'claims that grow',
      workers: 10,
      async reconcile(key, tools) {
        const claim = caches.claims.getByKey(key);
        const volume = claim && volumeOf(claim);
        if (volume !== undefined && isToGrow(claim!, volume)) await grow(claim!, volume, tools);
      },
    });
    const deleting = context.queue({
      name: 'volumes to delete',
      workers: 10,
      async reconcile(key, { client }) {
        const volume = caches.volumes.getByKey(key);
        if (volume === undefined || !isToBeDeleted(volume)) return;
        await client.delete(persistentVolume, { name: key }).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      },
    });
    const look = (claim: PersistentVolumeClaim, cause: Cause): void => {
      if (isToBeMade(claim, caches.volumes)) making.add(keyOf(claim), cause);
      else if (isToGrow(claim, volumeOf(claim))) growing.add(keyOf(claim), cause);
    };
    claims.addHandlers({ added: look, updated: (claim, _, cause) => look(claim, cause) });
    const lookAtVolume = (volume: PersistentVolume, cause: Cause): void => {
      if (isToBeDeleted(volume)) deleting.add(keyOf(volume), cause);
    };
    volumes.addHandlers({
      added: lookAtVolume,
      updated: (volume, _, cause) => lookAtVolume(volume, cause),
    });
  },
};

function isToBeMade(claim: PersistentVolumeClaim, volumes: Lister<PersistentVolume>): boolean {
  if (claim.metadata.deletionTimestamp != null || claim.spec.volumeName) return false;
  return provisionerOf(claim) !== undefined && volumes.getByKey(volumeName(claim)) === undefined;
}

async function make(
  claim: PersistentVolumeClaim,
  makings: Makings,
  { client, events }: ReconcileTools,
): Promise<void> {
  const volume = volumeFor(claim, makings);
  try {
    await client.create(persistentVolume, volume);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  const message = `Successfully provisioned volume ${volume.metadata.name}`;
  events.event(claim, 'Normal', 'ProvisioningSucceeded', message);
}

function isToBeDeleted({ metadata, spec, status }: PersistentVolume): boolean {
  const isMade = metadata.annotations?.[provisionedByAnnotation] !== undefined;
  const isUnused = status.phase === 'Released' || status.phase === 'Failed';
  const isForDeletion = spec.persistentVolumeReclaimPolicy === 'Delete';
  return isMade && isUnused && isForDeletion && metadata.deletionTimestamp == null;
}
