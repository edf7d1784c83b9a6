/** How endpoints are spread over the slices of one port list: with as few changes as possible. */
import { deepEqual } from '#values';
import type { discoveryV1 } from '#types';
import { endpointKey } from './endpoint.ts';

type Endpoint = discoveryV1.Endpoint;
type Slice = discoveryV1.EndpointSlice;

/** Endpoints in one slice. */
export const CAPACITY = 100;

export interface Filling {
  /** Slices with what they hold from now on; only those whose endpoints change. */
  readonly changed: readonly { readonly slice: Slice; readonly endpoints: readonly Endpoint[] }[];
  readonly unchanged: readonly Slice[];
  readonly emptied: readonly Slice[];
  /** What new slices hold. */
  readonly added: readonly (readonly Endpoint[])[];
}

/**
 * Endpoints stay where they are. New ones first fill the slices that change anyway, then new
 * slices; what does not fill one goes to a slice that has room for all of it.
 *
 * @param desired by their keys
 */
export function fill(existing: readonly Slice[], desired: ReadonlyMap<string, Endpoint>): Filling {
  const waiting = new Map(desired);
  const changed: { slice: Slice; endpoints: Endpoint[] }[] = [];
  const unchanged: Slice[] = [];
  const emptied: Slice[] = [];
  for (const slice of existing) {
    const { remaining, isChanged } = keep(slice, waiting);
    if (!isChanged) unchanged.push(slice);
    else if (remaining.length === 0) emptied.push(slice);
    else changed.push({ slice, endpoints: remaining });
  }
  const fullestFirst = [...changed].sort((a, b) => b.endpoints.length - a.endpoints.length);
  for (const { endpoints } of fullestFirst) take(endpoints, waiting);
  const added: Endpoint[][] = [];
  let roomy: Slice | undefined;
  while (waiting.size > 0) {
    roomy = waiting.size < CAPACITY ? bestFit(unchanged, waiting.size) : undefined;
    const endpoints = take([...(roomy?.endpoints ?? [])], waiting);
    if (roomy === undefined) added.push(endpoints);
    else changed.push({ slice: roomy, endpoints });
  }
  return { changed, unchanged: unchanged.filter((slice) => slice !== roomy), emptied, added };
}

/**
 * The slice's endpoints that are still desired, in their present state; they are removed from
 * `waiting`.
 */
function keep(slice: Slice, waiting: Map<string, Endpoint>) {
  const present = slice.endpoints ?? [];
  const remaining: Endpoint[] = [];
  let isChanged = false;
  for (const endpoint of present) {
    const key = endpointKey(endpoint);
    const desired = waiting.get(key);
    if (desired === undefined) continue;
    waiting.delete(key);
    remaining.push(desired);
    if (!deepEqual(desired, endpoint)) isChanged = true;
  }
  return { remaining, isChanged: isChanged || remaining.length < present.length };
}

/** Moves what waits into a list, up to the capacity. */
function take(endpoints: Endpoint[], waiting: Map<string, Endpoint>): Endpoint[] {
  for (const [key, endpoint] of waiting) {
    if (endpoints.length >= CAPACITY) break;
    endpoints.push(endpoint);
    waiting.delete(key);
  }
  return endpoints;
}

/** The fullest slice that has room for this many. */
function bestFit(slices: readonly Slice[], count: number): Slice | undefined {
  let best: Slice | undefined;
  for (const slice of slices) {
    const size = slice.endpoints?.length ?? 0;
    if (size + count > CAPACITY) continue;
    if (best === undefined || size > (best.endpoints?.length ?? 0)) best = slice;
  }
  return best;
}
