import type { KubeObject } from '#values';
import { mergeJson } from '../patch/merge.ts';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';

/** What goes wrong with writes on their way. */
export interface Damage {
  /** Nothing at present. */
  readonly isIdle: boolean;
  /** A merge patch for what is written; undefined: nothing happens to it. */
  patch(request: AdmissionRequest): unknown;
}

/** Damages what is created or updated, as a client or a webhook with a defect does. */
export function damagePlugin(damage: Damage): AdmissionPlugin {
  return {
    name: 'Damage',
    handles: (_, operation, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') && subresource === undefined,
    isIdle: () => damage.isIdle,
    mutate(object, _, request) {
      const patch = damage.patch(request);
      return patch === undefined ? object : (mergeJson(object, patch) as KubeObject);
    },
  };
}
