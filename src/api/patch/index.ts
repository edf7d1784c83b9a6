import type { Kind, KubeObject } from '#kinds';
import type { Patch } from '#request';
import type { Parts } from '../parts.ts';
import { jsonPatcher, jsonPatching } from './json-patch.ts';
import { mergePatcher, mergePatching } from './merge.ts';
import { strategicPatcher, strategicPatching } from './strategic.ts';

/**
 * What a patch makes of an object. Pure: shares what stays, and answers the very same object when
 * nothing changes. The result need not obey any rule; that is looked at afterwards.
 */
export type Patcher = (current: KubeObject, patch: unknown, kind: Kind) => KubeObject;

/** A {@link Patcher} in parts. */
export type Patching = (current: KubeObject, patch: unknown, kind: Kind) => Parts<KubeObject>;

type Form = Exclude<Patch['type'], 'apply'>;

/** By form. (Apply is more than a patch: it decides who owns what.) */
export const patchers: Readonly<Record<Form, Patcher>> = {
  json: jsonPatcher,
  merge: mergePatcher,
  strategic: strategicPatcher,
};

export const patchings: Readonly<Record<Form, Patching>> = {
  json: jsonPatching,
  merge: mergePatching,
  strategic: strategicPatching,
};
