import type { Kind, KubeObject } from '#kinds';
import type { Patch } from '../request.ts';
import { jsonPatcher } from './json-patch.ts';
import { mergePatcher } from './merge.ts';
import { strategicPatcher } from './strategic.ts';

/**
 * What a patch makes of an object. Pure: shares what stays, and answers the very same object when
 * nothing changes. The result need not obey any rule; that is looked at afterwards.
 */
export type Patcher = (current: KubeObject, patch: unknown, kind: Kind) => KubeObject;

/** By form; a form that is missing here is refused (415). */
export const patchers: Readonly<Partial<Record<Patch['type'], Patcher>>> = {
  json: jsonPatcher,
  merge: mergePatcher,
  strategic: strategicPatcher,
};
