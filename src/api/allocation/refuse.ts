import { invalid, invalidObject, splitKey } from '#kinds';
import type { Holder } from './number-pool.ts';

/** Refuses (422) a service because of something that others have. */
export function refuse(holder: Holder, field: string, shown: string, why: string): never {
  throw invalidObject('', 'Service', splitKey(holder.key).name, [invalid(field, shown, why)]);
}
