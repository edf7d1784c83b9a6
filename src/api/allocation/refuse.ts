import { invalid, invalidObject, splitKey, type Shown } from '#values';
import type { Holder } from './number-pool.ts';

/** Rejects (422) a service because of the value of a field. */
export function refuse(holder: Holder, field: string, shown: Shown, why: string): never {
  throw invalidObject('', 'Service', splitKey(holder.key).name, [invalid(field, shown, why)]);
}
