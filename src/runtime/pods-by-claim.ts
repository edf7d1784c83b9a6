/** Finding pods by the claims that they use. */
import { claimKeysOf } from '#kinds';
import { keyOf } from '#values';
import type { PersistentVolumeClaim, Pod } from '#types';
import type { Informer, Lister } from './informer.ts';

const BY_CLAIM = 'claims of volumes';

/** Lets {@link podsUsing} find the pods of an informer. */
export function addClaimIndex(pods: Informer<Pod>): void {
  pods.addIndex(BY_CLAIM, claimKeysOf);
}

/** Returns the pods whose volumes use a claim, those that it is made for included. */
export function podsUsing(pods: Lister<Pod>, claim: PersistentVolumeClaim): readonly Pod[] {
  return pods.byIndex(BY_CLAIM, keyOf(claim));
}
