/** The Content-Type header: the media type of a body. */
import { unsupportedMediaType, unsupportedPatchType } from '#values';
import type { Kind } from '#kinds';
import type { Patch } from '#request';
import { jsonType } from './accept.ts';
import type { Serializer, Serializers } from './serializer.ts';

/** Without parameters; JSON by default. */
export function mediaTypeOf(header: string | undefined): string {
  if (!header) return jsonType;
  const semicolon = header.indexOf(';');
  return (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
}

/** @throws {ApiError} 415 */
export function serializerOf(
  header: string | undefined,
  serializers: Serializers,
): Serializer | Promise<Serializer> {
  const serializer = serializers.find(mediaTypeOf(header));
  if (serializer === undefined) throw unsupportedMediaType(serializers.mediaTypes);
  return serializer;
}

const patchTypes: ReadonlyMap<string, Patch['type']> = new Map([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
]);

/** Strategic merge patches need a type: there are none for custom resources. @throws {ApiError} 415 */
export function patchTypeOf(
  header: string | undefined,
  { custom }: Pick<Kind, 'custom'>,
): Patch['type'] {
  const type = patchTypes.get(mediaTypeOf(header));
  if (custom !== undefined && (type === undefined || type === 'strategic')) {
    const rest = [...patchTypes.keys()].filter((name) => patchTypes.get(name) !== 'strategic');
    throw unsupportedMediaType(rest);
  }
  if (type === undefined) throw unsupportedPatchType();
  return type;
}
