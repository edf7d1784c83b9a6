import { forbiddenObject, type KubeObject } from '#values';
import { limitRange, resourceOf, type Kind } from '#kinds';
import type { LimitRange, PersistentVolumeClaim, Pod } from '#types';
import type { Store } from '#store';
import { claimViolations, podViolations } from './limit-checks.ts';
import { withDefaultResources } from './limit-defaults.ts';
import { listIn } from './list-in.ts';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';

const bucket = resourceOf(limitRange);

/**
 * LimitRanger: containers of new pods get the default resources of the namespace's limit ranges;
 * pods and claims outside the limits are rejected.
 */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',

  // The containers of an existing pod cannot change their resources.
  handles(kind, operation, subresource) {
    if (subresource !== undefined || operation === 'DELETE') return false;
    return (operation === 'CREATE' && isPod(kind)) || isClaim(kind);
  },

  mutate(object, _old, request, { store }) {
    if (!isPod(request.kind) || store.isEmpty(bucket)) return object;
    return fillIn(object as Pod, request, store);
  },

  validate(object, old, request, { store }) {
    if (old?.metadata.deletionTimestamp != null || store.isEmpty(bucket)) return;
    return check(object, request, store);
  },
};

async function fillIn(pod: Pod, { namespace }: AdmissionRequest, store: Store): Promise<Pod> {
  let filled = pod;
  for (const { spec } of await listIn<LimitRange>(store, bucket, namespace!)) {
    filled = withDefaultResources(filled, itemsOf(spec));
  }
  return filled;
}

async function check(object: KubeObject, request: AdmissionRequest, store: Store): Promise<void> {
  for (const { spec } of await listIn<LimitRange>(store, bucket, request.namespace!)) {
    const violations = isPod(request.kind)
      ? podViolations(object as Pod, itemsOf(spec))
      : claimViolations(object as PersistentVolumeClaim, itemsOf(spec));
    if (violations.length > 0) throw refuse(request, object.metadata.name, violations);
  }
}

/** A range that limits nothing says `null`. */
function itemsOf({ limits }: LimitRange['spec']): LimitRange['spec']['limits'] {
  return limits ?? [];
}

function isPod({ group, plural }: Kind): boolean {
  return group === '' && plural === 'pods';
}

function isClaim({ group, plural }: Kind): boolean {
  return group === '' && plural === 'persistentvolumeclaims';
}

/** Duplicate messages are printed once. */
function refuse({ kind }: AdmissionRequest, name: string, violations: readonly string[]): Error {
  const texts = [...new Set(violations)];
  return forbiddenObject(kind, name, texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`);
}
