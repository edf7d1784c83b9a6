/** Objects of callers in the process, in the form that the decoder gives to objects from HTTP. */
import { badRequest, type KubeObject } from '#values';
import { decodeAs, foreignOf, type LostFields } from '#kinds';
import { TypeMismatch, UnreadableValue } from '#schema';
import type { RequestContext } from './context.ts';
import type { Resource } from './resource.ts';

/**
 * @param known an object in this form: parts that are shared with it are not checked
 * @param lost gets unknown fields
 * @throws {ApiError} 400 for a value that does not fit its type
 */
export function fitted<T extends object>(
  { isDecoded = false }: RequestContext,
  { kind }: Resource,
  object: T,
  known: KubeObject | undefined,
  lost: LostFields | undefined,
): T {
  if (isDecoded) return object;
  try {
    const onForeign = foreignOf(kind, lost);
    const options = { fitting: known, version: kind.version, onForeign };
    return decodeAs(kind, object, options) as T;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    throw badRequest(`${kind.kind}: ${error.message}`);
  }
}
