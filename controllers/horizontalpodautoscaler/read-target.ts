/** Reads and writes what an autoscaler scales. */
import type { Client } from '#runtime';
import type { Lookups, ReadScale } from './lookups.ts';
import { queryOf, TargetError } from './target.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

export interface Target extends ReadScale {
  /** Sets its number of replicas, unless it has changed since. Throws the API's error. */
  rescale(replicas: number): Promise<unknown>;
}

/** Throws a {@link TargetError}. */
export async function readTarget(
  client: Client,
  hpa: HorizontalPodAutoscaler,
  lookups: Lookups,
): Promise<Target> {
  const place = lookups.place(hpa);
  const { kind } = place;
  const read = await client.getScale(kind, place.ref).catch((error: unknown) => {
    throw new TargetError(queryOf(hpa), error);
  });
  const { scale, selector } = lookups.scale(place, read);
  return {
    scale,
    selector,
    rescale: (replicas) => client.updateScale(kind, { ...read, spec: { replicas } }),
  };
}
