import { programOf } from '#values';
import type { RequestContext } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Resource } from '../resource.ts';
import type { Owner } from './entries.ts';

/**
 * Returns the field manager of a write: the one that the request names, else the program that the writer
 * belongs to in a cluster.
 */
export function managerOf({ fieldManager, origin }: RequestContext): string {
  return fieldManager || programOf(origin);
}

/** Returns the owner of what a manager updates through an endpoint. */
export function updaterIn(
  manager: string,
  { apiVersion }: Pick<Resource, 'apiVersion'>,
  { subresource }: Pick<Endpoint, 'subresource'>,
): Owner {
  return { manager, operation: 'Update', apiVersion, subresource };
}
