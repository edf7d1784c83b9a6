import { programOf } from '#values';
import type { RequestContext } from '../context.ts';

/**
 * The field manager of a write: the one that the request names, else the program that the writer
 * belongs to in a cluster.
 */
export function managerOf({ fieldManager, origin }: RequestContext): string {
  return fieldManager || programOf(origin);
}
