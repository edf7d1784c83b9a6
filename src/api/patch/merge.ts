/** JSON merge patch: RFC 7386 as the API server applies it. */
import { badRequest, type KubeObject } from '#values';
import { runToEnd, type Resumable } from '#values';
import { isObject, ObjectDraft, slice, type JsonObject } from './merge-draft.ts';
import { asObject } from './merge-result.ts';

/**
 * Applies a merge patch to a document. A list replaces the whole document.
 *
 * @throws {Error} `Invalid JSON Document` for null as the document; `Invalid JSON Patch` for a
 *   patch that is neither object nor list
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (document === null) throw new Error('Invalid JSON Document');
  if (!isObject(patch) && !Array.isArray(patch)) throw new Error('Invalid JSON Patch');
  return isObject(patch) ? mergeJson(document, patch) : withoutNulls(patch);
}

/** {@link applyMergePatch} to a stored object. @throws {ApiError} 400 or 422 */
export function mergePatcher(current: KubeObject, patch: unknown): KubeObject {
  return runToEnd(mergePatching(current, patch));
}

/** {@link mergePatcher} in parts. */
export function* mergePatching(current: KubeObject, patch: unknown): Resumable<KubeObject> {
  if (!isObject(patch) && !Array.isArray(patch)) throw badRequest('Invalid JSON Patch');
  if (!isObject(patch)) return asObject(withoutNulls(patch));
  return asObject(isLarge(patch) ? yield* merging(current, patch) : mergeJson(current, patch));
}

/**
 * The target with the patch merged in: objects merge, null deletes, everything else replaces.
 * Shares the parts that stay; the same target when nothing changes. As in v1.24's library, a list
 * that replaces an object keeps the null fields in it; elsewhere they are left out.
 */
export function mergeJson(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return isObject(target) ? patch : withoutNulls(patch);
  const draft = draftOf(target);
  for (const key in patch) {
    const change = patch[key];
    if (change === null) draft.delete(key);
    else if (isObject(change)) {
      const present = draft.get(key);
      draft.put(key, mergeJson(present, change), present);
    } else draft.set(key, mergeJson(draft.get(key), change));
  }
  return draft.result;
}

/** {@link mergeJson} of a large object, in parts: for small ones generators cost too much. */
function* merging(target: unknown, patch: JsonObject): Resumable<unknown> {
  const draft = draftOf(target);
  let passed = 0;
  for (const key of Object.keys(patch)) {
    if (++passed % slice === 0) yield;
    const change = patch[key];
    if (change === null) draft.delete(key);
    else if (isObject(change)) {
      const present = draft.get(key);
      draft.put(key, yield* merging(present, change), present);
    } else draft.set(key, mergeJson(draft.get(key), change));
  }
  if (passed >= slice) yield;
  return draft.result;
}

function draftOf(target: unknown): ObjectDraft {
  return new ObjectDraft(isObject(target) ? target : {});
}

/** Whether merging an object takes long, because of its many fields and elements at any depth. */
function isLarge(patch: JsonObject): boolean {
  const pending: object[] = [patch];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const key in next) {
      if (++count >= slice) return true;
      const value = (next as JsonObject)[key];
      if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return false;
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
