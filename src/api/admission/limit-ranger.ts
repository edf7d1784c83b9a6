import { limitRange, resourceOf, withCode, type Kind } from '#kinds';
import type { Pod } from '#types';
import { limits } from './late-limits.ts';
import type { AdmissionPlugin } from './plugin.ts';

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
    return withCode(limits, (code) => code.withDefaults(object as Pod, request, store));
  },

  validate(object, old, request, { store }) {
    if (old?.metadata.deletionTimestamp != null || store.isEmpty(bucket)) return;
    return withCode(limits, (code) => code.checkLimits(object, request, store));
  },
};

function isPod({ group, plural }: Kind): boolean {
  return group === '' && plural === 'pods';
}

function isClaim({ group, plural }: Kind): boolean {
  return group === '' && plural === 'persistentvolumeclaims';
}
