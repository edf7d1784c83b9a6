import type { KubeObject } from '#values';

/**
 * The same change to many objects at once (`Client.updateMany`), which may be carried out when they
 * are first read. All of it is pure. `apply` overwrites whatever it wrote before, so that it makes
 * the same of an object and of one that it was applied to already.
 */
export interface Edit {
  /** Whether it can be made to this object. */
  fits(object: KubeObject): boolean;
  /** The fields that it sets, as `fieldsV1` of managed fields writes them. */
  readonly sets: EditedFields;
  /** The object with the change, with metadata of its own. */
  apply(object: KubeObject): KubeObject;
}

export interface EditedFields {
  readonly [field: string]: EditedFields;
}
