/** Reads and writes what an autoscaler scales. */
import { isNotFound, scalingOf, type KubeObject } from '#kinds';
import type { Client } from '#runtime';
import type { Lookups, ReadScale } from './lookups.ts';
import { queryOf, TargetError, type TargetPlace } from './target.ts';
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
  const object = await readScaled(client, place).catch((error: unknown) => {
    throw new TargetError(queryOf(hpa), error);
  });
  const { scale, selector } = lookups.scale(hpa, place, object);
  return {
    scale,
    selector,
    rescale: (replicas) =>
      client.update(kind, scalingOf(kind)!.set(object!, replicas), { subresource: 'scale' }),
  };
}

/**
 * The object behind a scale; undefined when there is none. Errors are those that a GET of its
 * `/scale` has.
 */
async function readScaled(
  client: Client,
  { kind, ref }: TargetPlace,
): Promise<KubeObject | undefined> {
  if (scalingOf(kind) === undefined) return undefined;
  try {
    return await client.get(kind, ref);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
