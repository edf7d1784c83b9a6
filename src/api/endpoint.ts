/** The endpoints that write objects of a kind: the object itself, and its subresources that are parts. */
import {
  type Kind,
  type ObjectPart,
  type Profile,
  subresourceOf,
  withoutDisabledFields,
} from '#kinds';
import type { KubeObject } from '#values';
import type { ObjectMeta } from '#types';

/** Made once for each kind, and keeps what is derived from it. */
export interface Endpoint {
  /** Undefined for the object itself. */
  readonly subresource: string | undefined;
  readonly part: ObjectPart;
  /**
   * Whether a write of an object that does not exist may create it: PUT where the kind allows that,
   * and apply.
   */
  readonly makes: boolean;
  /** The generation is raised whenever this value changes; see `KindRules.generation`. */
  generation?(object: KubeObject): unknown;
  /** To the generation, an empty list differs from none. */
  readonly countsEmpty?: boolean;
  /** To the generation, what gates take away counts. */
  readonly countsDisabled?: boolean;
}

/** The object itself: all of it except the status, where that has its own endpoint. */
export function mainEndpoint(kind: Kind, profile: Profile): Endpoint {
  const hasStatus = subresourceOf(kind, 'status') !== undefined;
  const { fixedParts = [], validateUpdate } = kind.rules;
  return {
    subresource: undefined,
    makes: true,
    part: {
      take: hasStatus ? takeWithoutStatus(kind) : whole,
      keeps: [...(hasStatus ? ['status'] : []), ...fixedParts],
      prepare(object, old, context) {
        const enabled = enabledIn(kind, object, old, context.profile);
        return kind.rules.prepareUpdate?.(enabled, old, context) ?? enabled;
      },
      make(object, context, user) {
        const enabled = enabledIn(kind, object, undefined, context.profile);
        return kind.rules.prepareCreate?.(enabled, context, user) ?? enabled;
      },
      validate: validateUpdate,
    },
    ...counting(kind, profile),
  };
}

/** Returns an object without what gates that are off take away. */
function enabledIn(
  kind: Kind,
  object: KubeObject,
  old: KubeObject | undefined,
  profile: Profile,
): KubeObject {
  const whole = kind.rules.withoutDisabled?.(object, old, profile) ?? object;
  return withoutDisabledFields(kind, whole, old, profile);
}

/** How writes raise the generation. */
function counting(
  { rules, custom }: Kind,
  profile: Profile,
): Pick<Endpoint, 'generation' | 'countsEmpty' | 'countsDisabled'> {
  const { generation, generationWith } = rules;
  const isCounted = generationWith === undefined || profile.enabled(generationWith);
  const countsEmpty = custom !== undefined || rules.generationCountsEmpty === true;
  return {
    ...(generation !== undefined && isCounted && { generation }),
    ...(countsEmpty && { countsEmpty }),
    ...(rules.generationCountsDisabled === true && { countsDisabled: true }),
  };
}

/** By subresource. */
export function partEndpoints(kind: Kind, profile: Profile): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const [subresource, { part }] of Object.entries(kind.subresources ?? {})) {
    if (part === undefined) continue;
    const owned = withMetadataRules(part, profile);
    const makes = part.make !== undefined;
    endpoints.set(
      subresource,
      part.writesSpec === true
        ? { subresource, part: onSpec(kind, owned), makes, ...counting(kind, profile) }
        : { subresource, part: owned, makes },
    );
  }
  return endpoints;
}

/** Returns a part that loses what gates that are off take away. */
function onSpec(kind: Kind, part: ObjectPart): ObjectPart {
  return {
    ...part,
    trim(object, old, context) {
      const kept = part.trim?.(object, old, context) ?? object;
      return enabledIn(kind, kept, old, context.profile);
    },
  };
}

/** Returns a part with what holds for metadata in the release. */
function withMetadataRules(part: ObjectPart, profile: Profile): ObjectPart {
  const holds = (behaviour: string | undefined): boolean =>
    behaviour === undefined || profile.enabled(behaviour);
  const { ownersWith, keepsMetadataWith, ownsNoMetadataWith } = part;
  let { keepsMetadata, ownsNoMetadata } = part;
  if (ownersWith !== undefined && profile.enabled(ownersWith)) keepsMetadata = 'all but owners';
  if (!holds(keepsMetadataWith)) keepsMetadata = undefined;
  if (!holds(ownsNoMetadataWith)) ownsNoMetadata = undefined;
  return { ...part, keepsMetadata, ownsNoMetadata };
}

/** The wanted object may leave out apiVersion and kind. */
function whole(
  desired: KubeObject,
  { apiVersion, kind }: KubeObject,
  metadata: ObjectMeta,
): KubeObject {
  return { ...desired, apiVersion, kind, metadata };
}

function takeWithoutStatus(kind: Kind): ObjectPart['take'] {
  if (kind.rules.keepsStatus === undefined) return withoutStatus;
  return (desired, old, metadata) =>
    (kind.rules.keepsStatus!(old) ? withoutStatus : whole)(desired, old, metadata);
}

function withoutStatus(desired: KubeObject, old: KubeObject, metadata: ObjectMeta): KubeObject {
  const { apiVersion, kind, status } = old as KubeObject & { readonly status?: unknown };
  return { ...desired, apiVersion, kind, metadata, status } as KubeObject;
}
