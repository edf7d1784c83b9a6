/** Reads and writes what an autoscaler scales. */
import type { ResourceType } from '#catalog';
import type { Scale } from '#types';
import { isConflict } from '#values';
import type { Client } from '#runtime';
import type { Profile } from '#kinds';
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
  /**
   * Sets its number of replicas by a client; some releases do so although it has changed since. Throws
   * the API's error.
   */
  rescale(replicas: number, client: Client): Promise<unknown>;
}

/** Throws a {@link TargetError}. */
export async function readTarget(
  client: Client,
  hpa: HorizontalPodAutoscaler,
  lookups: Lookups,
): Promise<Target> {
  const place = lookups.place(hpa);
  if (place === undefined) return readServed(client, hpa, lookups);
  const { kind } = place;
  const read = await client.getScale(kind, place.ref).catch((error: unknown) => {
    throw new TargetError(queryOf(hpa), error);
  });
  const { scale, selector } = lookups.scale(place, read);
  return {
    scale,
    selector,
    rescale: rescaler(client, kind, place.ref, read, lookups.profile),
  };
}

/** A target of a kind that only discovery knows. */
async function readServed(
  client: Client,
  hpa: HorizontalPodAutoscaler,
  { profile }: Lookups,
): Promise<Target> {
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
    rescale: rescaler(client, resource, ref, read, profile),
  };
}

/** How often a scale is written while others change it. */
const maxTries = 5;

interface Access {
  read(): Promise<Scale>;
  write(scale: Scale): Promise<unknown>;
}

/** Returns how a target is scaled whose scale was read. */
function rescaler(
  client: Client,
  resource: ResourceType,
  ref: Parameters<Client['getScale']>[1],
  scale: Scale,
  profile: Profile,
): Target['rescale'] {
  return (replicas, by) =>
    rescaled(scale, profile, {
      read: () => client.getScale(resource, ref),
      write: (latest) => by.updateScale(resource, { ...latest, spec: { replicas } }),
    });
}

/** Writes a scale; after conflicts some releases repeat that with the live one, up to {@link maxTries} times in all. */
function rescaled(scale: Scale, profile: Profile, access: Access): Promise<unknown> {
  const written = access.write(scale);
  if (!profile.enabled('AutoscalersRetryConflicts')) return written;
  return written.catch((error: unknown) => again(error, access, maxTries - 1));
}

async function again(error: unknown, access: Access, left: number): Promise<unknown> {
  if (left === 0 || !isConflict(error)) throw error;
  const live = await access.read().catch(() => undefined);
  if (live === undefined) throw error;
  return access.write(live).catch((next: unknown) => again(next, access, left - 1));
}
