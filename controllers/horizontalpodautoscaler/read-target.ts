/** Reads and writes what an autoscaler scales. */
import type { Client } from '#runtime';
import type { Lookups, ReadScale } from './lookups.ts';
import { podSelector } from './evaluate.ts';
import type { ScaleState } from './plan.ts';
import { findServed } from './served.ts';
import {
  groupOf,
  queryOf,
  ServedTargetError,
  stateOf,
  TargetError,
  unknownTarget,
} from './target.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

export interface Target extends ReadScale {
  /** The scale, where it cannot be derived again from what is stored. */
  readonly shown?: ScaleState;
  /** Sets its number of replicas by a client, unless it has changed since. Throws the API's error. */
  rescale(replicas: number, client: Client): Promise<unknown>;
}

/** Throws a {@link TargetError}. */
export async function readTarget(
  client: Client,
  hpa: HorizontalPodAutoscaler,
  lookups: Lookups,
): Promise<Target> {
  const place = lookups.place(hpa);
  if (place === undefined) return readServed(client, hpa);
  const { kind } = place;
  const read = await client.getScale(kind, place.ref).catch((error: unknown) => {
    throw new TargetError(queryOf(hpa), error);
  });
  const { scale, selector } = lookups.scale(place, read);
  return {
    scale,
    selector,
    rescale: (replicas, by) => by.updateScale(kind, { ...read, spec: { replicas } }),
  };
}

/** A target of a kind that only discovery knows. */
async function readServed(client: Client, hpa: HorizontalPodAutoscaler): Promise<Target> {
  const { apiVersion = '', kind, name } = hpa.spec.scaleTargetRef;
  const resource = await findServed(client, groupOf(apiVersion), kind);
  if (resource === undefined) throw unknownTarget(hpa);
  const ref = { namespace: hpa.metadata.namespace, name };
  const read = await client.getScale(resource, ref).catch((error: unknown) => {
    throw new ServedTargetError(queryOf(hpa), error);
  });
  const scale = stateOf(read);
  return {
    scale,
    selector: podSelector(scale.selector),
    shown: scale,
    rescale: (replicas, by) => by.updateScale(resource, { ...read, spec: { replicas } }),
  };
}
