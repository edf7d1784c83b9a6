/**
 * The binder of claims: finds volumes for them, names who is to make one, and releases volumes
 * whose claims are gone. Where there are neither storage classes nor volumes there is no storage,
 * and claims are left alone.
 */
import {
  bucketOf,
  late,
  persistentVolume,
  persistentVolumeClaim,
  pod as podKind,
  storageClass,
  withCode,
} from '#kinds';
import { isConflict, keyOf, type Cause } from '#values';
import { addClaimIndex, type ControllerDefinition, type ReconcileResult } from '#runtime';
import { isUnbound, Latest, type BinderCaches } from './binder-caches.ts';

const reconciling = late(() => import('./reconcile.ts'));

export const persistentVolumeBinder: ControllerDefinition = {
  name: 'persistentvolume',
  actor: 'persistentvolume-controller',
  account: 'persistent-volume-binder',
  keys: bucketOf(persistentVolumeClaim),
  load: reconciling.load,
  start(context) {
    const claimInformer = context.informer(persistentVolumeClaim);
    const volumeInformer = context.informer(persistentVolume);
    const classInformer = context.informer(storageClass);
    const podInformer = context.informer(podKind);
    addClaimIndex(podInformer);
    const caches: BinderCaches = {
      claims: new Latest(claimInformer.lister),
      volumes: new Latest(volumeInformer.lister),
      classes: classInformer.lister,
      pods: podInformer.lister,
    };
    const claims = context.queue({
      name: 'claims',
      workers: 1,
      async reconcile(key, tools) {
        const claim = caches.claims.getByKey(key);
        if (claim === undefined) return {};
        const hasStorage = caches.classes.size > 0 || caches.volumes.size > 0;
        if (!hasStorage && isUnbound(claim)) return {};
        return unlessConflict(
          withCode(reconciling, ({ syncClaim }) => syncClaim(claim, caches, tools)),
        );
      },
    });
    const volumes = context.queue({
      name: 'volumes',
      workers: 1,
      async reconcile(key, tools) {
        const volume = caches.volumes.getByKey(key);
        if (volume === undefined) return {};
        return unlessConflict(
          withCode(reconciling, ({ syncVolume }) => syncVolume(volume, caches, tools, claims)),
        );
      },
    });
    /** v1.24 looks at them again every 15 seconds; here they are when there is reason to. */
    const retryUnbound = (cause: Cause): void => {
      if (claimInformer.lister.size === 0) return;
      for (const claim of claimInformer.lister.list()) {
        if (isUnbound(claim)) claims.add(keyOf(claim), cause);
      }
    };
    claimInformer.addHandlers({
      added: (claim, cause) => claims.add(keyOf(claim), cause),
      updated: (claim, _, cause) => claims.add(keyOf(claim), cause),
      deleted(claim, cause) {
        caches.claims.forget(keyOf(claim));
        if (claim.spec.volumeName) volumes.add(claim.spec.volumeName, cause);
      },
    });
    volumeInformer.addHandlers({
      added: (volume, cause) => volumes.add(keyOf(volume), cause),
      updated(volume, old, cause) {
        volumes.add(keyOf(volume), cause);
        const isFree = volume.status.phase === 'Available';
        if (isFree && old.status.phase !== 'Available') retryUnbound(cause);
      },
      deleted(volume, cause) {
        caches.volumes.forget(keyOf(volume));
        const { claimRef } = volume.spec;
        if (claimRef != null) claims.add(`${claimRef.namespace!}/${claimRef.name!}`, cause);
      },
    });
    classInformer.addHandlers({ added: (_, cause) => retryUnbound(cause) });
  },
};

/** Claims and volumes are written by both queues and by the scheduler: the next try sees it. */
async function unlessConflict(sync: Promise<void>): Promise<ReconcileResult> {
  try {
    await sync;
    return {};
  } catch (error) {
    if (!isConflict(error)) throw error;
    return { retry: true, requeueReason: 'written by another at the same time' };
  }
}
