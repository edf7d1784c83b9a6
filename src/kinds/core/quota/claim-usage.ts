/** What a PersistentVolumeClaim uses of quotas. */
import { parseQuantity, quantityOf, type ExactQuantity } from '#values';
import type { PersistentVolumeClaim } from '#types';
import { classOfClaim } from '../volume/volume-rules.ts';
import { one } from './amounts.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { isClaimInScope } from './scopes.ts';

const claims = 'persistentvolumeclaims';
const count = `count/${claims}`;
const storage = 'requests.storage';
/** Between the name of a storage class and the name of its limited resource. */
const ofClass = '.storageclass.storage.k8s.io/';

export const claimEvaluator: QuotaEvaluator = {
  resource: { group: '', plural: claims },
  updates: [''],
  isInScope: (requirement, object) => isClaimInScope(requirement, object as PersistentVolumeClaim),

  tracks(name) {
    if (name === claims || name === count || name === storage) return true;
    return name.endsWith(ofClass + claims) || name.endsWith(ofClass + storage);
  },

  usage(object) {
    const claim = object as PersistentVolumeClaim;
    const storageClass = classOfClaim(claim);
    const usage = new Map([
      [claims, one],
      [count, one],
    ]);
    if (storageClass !== '') usage.set(storageClass + ofClass + claims, one);
    const requested = claim.spec?.resources?.requests?.['storage'];
    if (requested === undefined) return usage;
    const bytes = wholeBytes(parseQuantity(requested));
    usage.set(storage, bytes);
    if (storageClass !== '') usage.set(storageClass + ofClass + storage, bytes);
    return usage;
  },
};

function wholeBytes(amount: ExactQuantity): ExactQuantity {
  const whole = amount.exponent < 0 ? amount.value() : undefined;
  return whole === undefined ? amount : quantityOf(whole, 0, amount.format);
}
