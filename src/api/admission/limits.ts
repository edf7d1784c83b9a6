/** What the limit ranges of a namespace do with pods and claims. */
import { forbiddenObject, type KubeObject } from '#values';
import { limitRange, resourceOf } from '#kinds';
import type { LimitRange, PersistentVolumeClaim, Pod } from '#types';
import type { Store } from '#store';
import { claimViolations, podViolations } from './limit-checks.ts';
import { withDefaultResources } from './limit-defaults.ts';
import { listIn } from './list-in.ts';
import type { AdmissionRequest } from './plugin.ts';

const bucket = resourceOf(limitRange);

/** Fills in what the limit ranges of its namespace say of the resources of a pod. */
export async function withDefaults(
  pod: Pod,
  { namespace }: AdmissionRequest,
  store: Store,
): Promise<Pod> {
  let filled = pod;
  for (const { spec } of await listIn<LimitRange>(store, bucket, namespace!)) {
    filled = withDefaultResources(filled, itemsOf(spec));
  }
  return filled;
}

/**
 * Checks a pod or a claim.
 * @throws {ApiError} 403 where it is outside of the limits of its namespace
 */
export async function checkLimits(
  object: KubeObject,
  request: AdmissionRequest,
  store: Store,
): Promise<void> {
  for (const { spec } of await listIn<LimitRange>(store, bucket, request.namespace!)) {
    const violations =
      request.kind.kind === 'Pod'
        ? podViolations(object as Pod, itemsOf(spec))
        : claimViolations(object as PersistentVolumeClaim, itemsOf(spec));
    if (violations.length > 0) throw refuse(request, object.metadata.name, violations);
  }
}

/** Returns the items of a range; one that limits nothing says `null`. */
function itemsOf({ limits }: LimitRange['spec']): LimitRange['spec']['limits'] {
  return limits ?? [];
}

/** Returns a refusal, in which each message is printed once. */
function refuse({ kind }: AdmissionRequest, name: string, violations: readonly string[]): Error {
  const texts = [...new Set(violations)];
  return forbiddenObject(kind, name, texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`);
}
