/** What an autoscaler scales: found by its reference, seen through its scale. */
import { kindsOf } from '#catalog';
import { notFound, unknownPath, type KubeObject } from '#values';
import { missingScale, scaleOf, scalingOf, type Kind, type Profile } from '#kinds';
import type { Scale } from '#types';
import { messageOf } from '#runtime';
import { referenceOf } from './outcome.ts';
import type { ScaleState } from './plan.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

/** Why there is no target. */
export class TargetError extends Error {
  /** What failed, for the error of the reconcile. */
  readonly doing: string;

  constructor(doing: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.doing = doing;
  }
}

/** The same for a target that only discovery knows: what is stored does not show it again. */
export class ServedTargetError extends TargetError {}

/** Where the target is looked for. */
export interface TargetPlace {
  readonly kind: Kind;
  readonly ref: { readonly namespace?: string; readonly name: string };
}

/** Undefined for a target of a kind that the release does not have. Throws a {@link TargetError}. */
export function placeOf(profile: Profile, hpa: HorizontalPodAutoscaler): TargetPlace | undefined {
  const { kind: kindName, name, apiVersion = '' } = hpa.spec.scaleTargetRef;
  const group = attempt('invalid API version in scale target reference', () => groupOf(apiVersion));
  const kind = findKind(profile, group, kindName);
  return kind && { kind, ref: { namespace: hpa.metadata.namespace, name } };
}

/**
 * The scale of the target as it was, if there was such an object and its kind has a scale.
 * Throws a {@link TargetError} with the error that a GET of its `/scale` has.
 */
export function pastScaleOf(
  hpa: HorizontalPodAutoscaler,
  { kind, ref }: TargetPlace,
  object: KubeObject | undefined,
  profile: Profile,
): ScaleState {
  return attempt(queryOf(hpa), () => {
    if (scalingOf(kind) === undefined) throw unknownPath();
    if (object !== undefined) return stateOf(scaleOf(kind, object)!);
    throw notFound(missingScale(kind, profile), ref.name);
  });
}

/** The parts of a scale that count. */
export function stateOf({ spec, status }: Scale): ScaleState {
  return {
    replicas: spec?.replicas ?? 0,
    statusReplicas: status?.replicas ?? 0,
    selector: status?.selector ?? '',
  };
}

/** What is said to fail when the scale cannot be read. */
export function queryOf(hpa: HorizontalPodAutoscaler): string {
  return `failed to query scale subresource for ${referenceOf(hpa)}`;
}

/** The error for a kind that the server does not serve. */
export function unknownTarget(hpa: HorizontalPodAutoscaler): ServedTargetError {
  const { kind, apiVersion = '' } = hpa.spec.scaleTargetRef;
  const doing = 'unable to determine resource for scale target reference';
  return new ServedTargetError(doing, noSuchKind(groupOf(apiVersion), kind));
}

function attempt<T>(doing: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw new TargetError(doing, error);
  }
}

/** The group of `apps/v1`; that of `v1` is empty. Throws an Error for more than one slash. */
export function groupOf(apiVersion: string): string {
  const parts = apiVersion.split('/');
  if (parts.length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  return parts.length === 2 ? parts[0]! : '';
}

/** A kind of the release, in any version of the group. */
export function findKind(profile: Profile, group: string, name: string): Kind | undefined {
  return kindsOf(profile).find((kind) => kind.group === group && kind.kind === name);
}

export function noSuchKind(group: string, name: string): Error {
  return new Error(`no matches for kind ${JSON.stringify(name)} in group ${JSON.stringify(group)}`);
}
