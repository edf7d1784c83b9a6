/** Bodies posted to subresources: of kinds that have no paths of their own. */
import { schemas } from '#kinds';
import type { Serializer } from '../media/serializer.ts';
import type { Expected } from '../served.ts';
import { conformed, identifyBody, readBody } from './object.ts';

/** What each subresource takes. */
const kinds: Readonly<Record<string, { group: string; version: string; kind: string }>> = {
  binding: { group: '', version: 'v1', kind: 'Binding' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
};

/** Which versions of these it takes is for the API to say. @throws {ApiError} 400 */
export async function decodePosted(
  bytes: Buffer,
  serializer: Serializer,
  subresource: string,
): Promise<unknown> {
  const expected = expectedOf(subresource);
  if (expected === undefined) return (await serializer.read(bytes, undefined)).value;
  const body = await readBody(bytes, serializer, expected);
  identifyBody(body, bytes, expected);
  return conformed(body.value ?? {}, expected, undefined);
}

function expectedOf(subresource: string): Expected | undefined {
  const kind = kinds[subresource];
  if (kind === undefined) return undefined;
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  const schema = schemas.ofKind(apiVersion, kind.kind);
  return schema && { kind: { ...kind, schema }, apiVersion };
}
