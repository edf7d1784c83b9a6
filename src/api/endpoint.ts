/** Through what objects of a kind are written: themselves, and those of their subresources that are parts. */
import { type Kind, type KubeObject, type ObjectMeta, type Part, subresourceOf } from '#kinds';

/** Made once for each kind, so that what is derived from one is kept by it. */
export interface Endpoint {
  /** Undefined for the object itself. */
  readonly subresource: string | undefined;
  readonly part: Part;
  /** Whether a write of an object that does not exist may make it: PUT where the kind allows that, apply. */
  readonly makes: boolean;
  /** Raised whenever what it answers changes; see `Kind.generation`. */
  generation?(object: KubeObject): unknown;
}

/** The object itself: all of it but the status, where that is written apart. */
export function mainEndpoint(kind: Kind): Endpoint {
  const hasStatus = subresourceOf(kind, 'status') !== undefined;
  const { generation, prepareCreate, prepareUpdate, validateUpdate } = kind;
  return {
    subresource: undefined,
    makes: true,
    part: {
      take: hasStatus ? withoutStatus : whole,
      keeps: hasStatus ? ['status'] : [],
      prepare: prepareUpdate,
      make: prepareCreate,
      validate: validateUpdate,
    },
    ...(generation !== undefined && { generation }),
  };
}

/** By subresource. */
export function partEndpoints({ subresources = {} }: Kind): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const [subresource, { part }] of Object.entries(subresources)) {
    if (part === undefined) continue;
    endpoints.set(subresource, { subresource, part, makes: part.make !== undefined });
  }
  return endpoints;
}

/** What it is may be left out of what is wanted. */
function whole(
  wanted: KubeObject,
  { apiVersion, kind }: KubeObject,
  metadata: ObjectMeta,
): KubeObject {
  return { ...wanted, apiVersion, kind, metadata };
}

function withoutStatus(wanted: KubeObject, old: KubeObject, metadata: ObjectMeta): KubeObject {
  const { apiVersion, kind, status } = old as KubeObject & { readonly status?: unknown };
  return { ...wanted, apiVersion, kind, metadata, status } as KubeObject;
}
