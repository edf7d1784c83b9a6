/** JSON patch: RFC 6902 as the API server applies it. */
import {
  badRequest,
  readJsonSpelled,
  requestEntityTooLarge,
  SpelledNumber,
  unprocessable,
  type KubeObject,
} from '#kinds';
import { applyOperation, typeMismatch } from './json-operations.ts';
import { isContainer, valueAt, withReplaced, type Container } from './json-pointer.ts';
import { isObject, type JsonObject } from './merge-draft.ts';
import { asObject } from './merge-result.ts';

const mostOperations = 10_000;

/** The operations of a patch, as far as decoding checks them. */
export type JsonPatch = readonly JsonObject[];

/**
 * Reads a patch from a request body.
 *
 * @throws {Error} with the text of the 400 for what is no JSON, or no list of objects
 */
export function decodeJsonPatch(text: string): JsonPatch {
  return asJsonPatch(readJsonSpelled(text));
}

/**
 * What the operations make of a document, one after the other. Shares what stays; the very same
 * document when nothing changes.
 *
 * @throws {Error} for an operation that cannot be carried out; none of them takes effect then
 */
export function applyJsonPatch(document: Container, patch: JsonPatch): Container {
  let result = document;
  for (const operation of patch) result = applyOperation(result, operation);
  return plainNumbers(result, document) as Container;
}

/**
 * {@link applyJsonPatch} to a stored object.
 *
 * @param body a list of operations: plain JSON, or what {@link decodeJsonPatch} read
 * @throws {ApiError} 400 for what is no patch, 413 for too many operations, 422 for what fails
 */
export function jsonPatcher(current: KubeObject, body: unknown): KubeObject {
  const patch = refusing(badRequest, () => asJsonPatch(body));
  if (patch.length > mostOperations) {
    throw requestEntityTooLarge(
      `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`,
    );
  }
  const document = current as unknown as JsonObject;
  return asObject(refusing(unprocessable, () => applyJsonPatch(document, patch)));
}

function refusing<T>(refusal: (message: string) => Error, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

function asJsonPatch(body: unknown): JsonPatch {
  if (body === null) return [];
  if (!Array.isArray(body)) throw new Error(typeMismatch(body, 'jsonpatch.Patch'));
  return body.map((operation: unknown) => {
    if (operation === null) return {};
    if (isObject(operation) && !(operation instanceof SpelledNumber)) return operation;
    throw new Error(typeMismatch(operation, 'jsonpatch.Operation'));
  });
}

/** The value with plain numbers where it has others. What it shares with `old` has none. */
function plainNumbers(value: unknown, old: unknown): unknown {
  if (value === old) return value;
  if (value instanceof SpelledNumber) return value.value;
  if (!isContainer(value)) return value;
  const before = isContainer(old) && Array.isArray(old) === Array.isArray(value) ? old : undefined;
  let plain: Container = value;
  for (const key of Object.keys(value)) {
    const part = valueAt(value, key);
    const oldPart =
      before !== undefined && Object.hasOwn(before, key) ? valueAt(before, key) : undefined;
    const plainPart = plainNumbers(part, oldPart);
    if (plainPart !== part) plain = withReplaced(plain, key, plainPart);
  }
  return plain;
}
