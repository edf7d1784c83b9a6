/** JSON patch: RFC 6902 as the API server applies it. */
import {
  badRequest,
  own,
  readJson,
  requestEntityTooLarge,
  SpelledNumber,
  unprocessable,
  type KubeObject,
  type Release,
} from '#values';
import type { Kind } from '#kinds';
import { runToEnd, type Resumable } from '#values';
import { isContainer, isList, type Container } from './json-draft.ts';
import { PatchedDocument, typeMismatch } from './json-operations.ts';
import { deepestNesting } from './json-pointer.ts';
import { isObject, withChanges, type JsonObject } from './merge-draft.ts';
import { asObject } from './merge-result.ts';

/** A patch with more operations is rejected. */
export const mostOperations = 10_000;

/** Stands for a patch with too many operations, which is rejected without being parsed. */
export class OversizedJsonPatch {
  readonly length: number;

  constructor(length: number) {
    this.length = length;
  }
}

/** The operations of a patch, as far as decoding checks them. */
export type JsonPatch = readonly JsonObject[];

/**
 * Reads a patch from a request body.
 *
 * @throws {Error} with the message of the 400 for invalid JSON, or a value that is not a list of
 *   objects
 */
export function decodeJsonPatch(text: string): JsonPatch {
  return asJsonPatch(readJson(text, { keep: 'numbers' }));
}

/**
 * Applies the operations to a document, one after the other. Shares the parts that stay; returns
 * the same document when nothing changes.
 *
 * @throws {Error} when an operation fails; then none of them takes effect
 */
export function applyJsonPatch(document: Container, patch: JsonPatch): Container {
  return runToEnd(patchingBy(document, patch, ({ value }) => value)) as Container;
}

function* patchingBy(
  document: Container,
  patch: JsonPatch,
  read: ReadNumber,
  release?: Release,
): Resumable<unknown> {
  const patched = new PatchedDocument(document, release);
  for (const operation of patch) {
    patched.apply(operation);
    yield;
  }
  const plain = patched.root.plain();
  yield;
  return settled(plain, document, 0, read);
}

/** Converts a number of the patch that is not written as the server would. */
type ReadNumber = (number: SpelledNumber) => unknown;

/**
 * {@link applyJsonPatch} to a stored object; {@link SpelledNumber}s stay, for the decoder to read.
 *
 * @param body a list of operations: plain JSON, or the result of {@link decodeJsonPatch}
 * @throws {ApiError} 400 for an invalid patch, 413 for too many operations, 422 for a failing one
 */
export function jsonPatcher(
  current: KubeObject,
  body: unknown,
  kind?: Kind,
  release?: Release,
): KubeObject {
  return runToEnd(jsonPatching(current, body, kind, release));
}

/** {@link jsonPatcher} in parts. */
export function* jsonPatching(
  current: KubeObject,
  body: unknown,
  _kind?: Kind,
  release?: Release,
): Resumable<KubeObject> {
  if (body instanceof OversizedJsonPatch) throw tooMany(body.length);
  const patch = readPatch(body);
  if (patch.length > mostOperations) throw tooMany(patch.length);
  const document = current as unknown as JsonObject;
  return asObject(yield* carryingOut(document, patch, release));
}

function tooMany(count: number): Error {
  return requestEntityTooLarge(
    `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${count}`,
  );
}

function* carryingOut(
  document: JsonObject,
  patch: JsonPatch,
  release: Release | undefined,
): Resumable<unknown> {
  try {
    return yield* patchingBy(document, patch, (number) => number, release);
  } catch {
    throw unprocessable();
  }
}

function readPatch(body: unknown): JsonPatch {
  try {
    return asJsonPatch(body);
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}

function asJsonPatch(body: unknown): JsonPatch {
  if (body === null) return [];
  if (!Array.isArray(body)) throw new Error(typeMismatch(body, 'jsonpatch.Patch'));
  return body.map((operation: unknown) => {
    if (operation === null) return {};
    if (isObject(operation)) return operation;
    throw new Error(typeMismatch(operation, 'jsonpatch.Operation'));
  });
}

/** The value with the parts of the old one that are equal. @throws {Error} when it is nested too deep */
function settled(value: unknown, old: unknown, depth: number, read: ReadNumber): unknown {
  if (value === old) return old;
  if (value instanceof SpelledNumber) return read(value);
  if (!isContainer(value)) return value;
  if (depth > deepestNesting) throw new Error('exceeded max depth');
  if (isList(value)) return settledList(value, isList(old) ? old : undefined, depth, read);
  return settledObject(value, isObject(old) ? old : undefined, depth, read);
}

function settledList(
  items: readonly unknown[],
  old: readonly unknown[] | undefined,
  depth: number,
  read: ReadNumber,
): readonly unknown[] {
  let isSame = items.length === old?.length;
  const shared = items.map((item, index) => {
    const part = settled(item, old?.[index], depth + 1, read);
    isSame &&= part === old![index];
    return part;
  });
  return isSame ? old! : shared;
}

function settledObject(
  fields: JsonObject,
  old: JsonObject | undefined,
  depth: number,
  read: ReadNumber,
): JsonObject {
  const keys = Object.keys(fields);
  let isSame = old !== undefined && keys.length === Object.keys(old).length;
  const changes = new Map<string, unknown>();
  for (const key of keys) {
    const input = fields[key];
    const before = old && own(old, key);
    const part = settled(input, before, depth + 1, read);
    // An absent field equals no value: values are JSON, so never undefined.
    isSame &&= part === before;
    if (part !== input) changes.set(key, part);
  }
  if (isSame) return old!;
  return changes.size === 0 ? fields : withChanges(fields, changes);
}
