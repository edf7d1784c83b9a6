/** What a webhook makes of an object. */
import { apiVersionOf, decodeAs, type Kind } from '#kinds';
import {
  fromBase64,
  internalError,
  type KubeObject,
  serverError,
  utf8Text,
  withSortedKeys,
} from '#values';
import { type KindRegistry, internalGroupOf, knownType, packageOf } from '#catalog';
import { notRegistered, TypeMismatch, UnreadableValue } from '#schema';
import {
  applyJsonPatch,
  decodeJsonPatch,
  mostOperations,
  type JsonPatch,
} from '../../patch/json-patch.ts';
import type { JsonObject } from '../../patch/merge-draft.ts';

/** @param text in base64 @throws {ApiError} 500 */
export function readHookPatch(text: string): JsonPatch {
  const patch = orInternal(() => decodeJsonPatch(utf8Text(fromBase64(text))));
  if (patch.length <= mostOperations) return patch;
  throw internalError(`the patch has more than ${mostOperations} operations`);
}

/**
 * The patched object, decoded again: unknown fields are dropped, defaults are not filled in.
 * @param kinds of the server: the result may name another type
 * @throws {ApiError} 500 for a patch that cannot be applied, or a result of another type
 */
export function applyHookPatch(
  object: KubeObject,
  patch: JsonPatch,
  kind: Kind,
  kinds: KindRegistry,
): KubeObject {
  const document = object as unknown as JsonObject;
  const result = orInternal(() => applyJsonPatch(document, patch)) as unknown as KubeObject;
  if (result === object) return object;
  checkType(result, kind, kinds);
  const { apiVersion, kind: name } = object;
  return { ...decoded(result, kind), apiVersion, kind: name };
}

function orInternal<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw internalError((error as Error).message);
  }
}

/** Without kind or apiVersion the type stays. */
function checkType(
  { apiVersion, kind: name }: Partial<KubeObject>,
  kind: Kind,
  kinds: KindRegistry,
): void {
  const own = apiVersionOf(kind);
  const [input, named] = [apiVersion || own, name || kind.kind];
  if (input === own && named === kind.kind) return;
  const found = knownType(kinds, kind, input, named);
  if (found === undefined) throw internalError(notRegistered(input, named));
  const group = packageOf(internalGroupOf(kind));
  throw serverError(`converting (${found.goType}) to (${group}.${kind.kind}): unknown conversion`);
}

/** The object in the form of its type, without unknown fields. @throws {ApiError} 500 */
export function decoded(result: KubeObject, kind: Kind): KubeObject {
  const { version } = kind;
  try {
    return decodeAs(kind, result, { version }) as KubeObject;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    // Go reads text whose keys are sorted, and reports the first error in it.
    orInternal(() => decodeAs(kind, withSortedKeys(result), { version }));
    throw internalError(error.message);
  }
}
