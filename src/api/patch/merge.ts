/** JSON merge patch: RFC 7386 as the API server applies it. */
import { badRequest, type KubeObject } from '#kinds';
import { isObject, ObjectDraft, type JsonObject } from './merge-draft.ts';
import { asObject } from './merge-result.ts';

/**
 * What a merge patch makes of a document. A list takes the place of the whole document.
 *
 * @throws {Error} `Invalid JSON Document` for null as the document; `Invalid JSON Patch` for a patch
 *   that is neither object nor list
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (document === null) throw new Error('Invalid JSON Document');
  if (!isObject(patch) && !Array.isArray(patch)) throw new Error('Invalid JSON Patch');
  return mergeDocument(document, patch);
}

/** {@link applyMergePatch} to a stored object. @throws {ApiError} 400 or 422 */
export function mergePatcher(current: KubeObject, patch: unknown): KubeObject {
  if (!isObject(patch) && !Array.isArray(patch)) throw badRequest('Invalid JSON Patch');
  return asObject(mergeDocument(current, patch));
}

function mergeDocument(document: unknown, patch: unknown): unknown {
  return isObject(patch) ? mergeJson(document, patch) : withoutNulls(patch);
}

/**
 * The target with the patch merged in: objects merge, null deletes, everything else replaces.
 * Shares what stays; the very same target when nothing changes. As in v1.24's library, a list that
 * takes the place of an object keeps the null fields in it; elsewhere they are left out.
 */
export function mergeJson(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return isObject(target) ? patch : withoutNulls(patch);
  const draft = new ObjectDraft(isObject(target) ? target : {});
  for (const key of Object.keys(patch)) {
    const change = patch[key];
    if (change === null) draft.delete(key);
    else draft.set(key, mergeJson(draft.get(key), change));
  }
  return draft.result;
}

/** The value without the null fields of its objects, at any depth. Null elements of lists stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isObject(value) ? objectWithoutNulls(value) : value;
}

function objectWithoutNulls(object: JsonObject): JsonObject {
  const draft = new ObjectDraft({});
  for (const key of Object.keys(object)) {
    if (object[key] !== null) draft.set(key, withoutNulls(object[key]));
  }
  return draft.result;
}
