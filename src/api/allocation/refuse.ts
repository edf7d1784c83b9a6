import { invalid, invalidObject, splitKey } from '#values';
import type { Holder } from './number-pool.ts';

/** Rejects (422) a service because of the value of a field. */
export function refuse(holder: Holder, field: string, shown: string, why: string): never {
  throw invalidObject('', 'Service', splitKey(holder.key).name, [invalid(field, shown, why)]);
}
