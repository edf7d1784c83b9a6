import type { Kind, KubeObject } from '#kinds';
import type { Patch } from '#request';
import { jsonPatcher } from './json-patch.ts';
import { mergePatcher } from './merge.ts';
import { strategicPatcher } from './strategic.ts';

/**
 * What a patch makes of an object. Pure: shares what stays, and answers the very same object when
 * nothing changes. The result need not obey any rule; that is looked at afterwards.
 */
export type Patcher = (current: KubeObject, patch: unknown, kind: Kind) => KubeObject;

/** By form. (Apply is more than a patch: it decides who owns what.) */
export const patchers: Readonly<Record<Exclude<Patch['type'], 'apply'>, Patcher>> = {
  json: jsonPatcher,
  merge: mergePatcher,
  strategic: strategicPatcher,
};
