import type { Kind } from '#kinds';
import type { KubeObject, Release } from '#values';
import type { Patch } from '#request';
import type { Resumable } from '#values';
import { jsonPatcher, jsonPatching } from './json-patch.ts';
import { mergePatcher, mergePatching } from './merge.ts';
import { strategicPatcher, strategicPatching } from './strategic.ts';

/**
 * Applies a patch to an object. Pure: shares the parts that stay, and returns the same object when
 * nothing changes. The result may be invalid; that is checked afterwards.
 */
export type Patcher = (
  current: KubeObject,
  patch: unknown,
  kind: Kind,
  release?: Release,
) => KubeObject;

/** A {@link Patcher} in parts. */
export type Patching = (
  current: KubeObject,
  patch: unknown,
  kind: Kind,
  release?: Release,
) => Resumable<KubeObject>;

type Form = Exclude<Patch['type'], 'apply'>;

/** By form. (Apply does more than a patch: it decides who owns which fields.) */
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
