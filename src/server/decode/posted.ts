/** Bodies posted to subresources: of kinds that have no paths of their own. */
import { schemas } from '#kinds';
import type { Serializer } from '../media/serializer.ts';
import type { Expected, ServedKinds } from '../served.ts';
import { checkIdentity, type Identity } from './identify.ts';
import { conformed, identifyBody, readBody } from './object.ts';

/** What each subresource takes. */
const kinds: Readonly<Record<string, { group: string; version: string; kind: string }>> = {
  binding: { group: '', version: 'v1', kind: 'Binding' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
};

const olderVersions: Readonly<Record<string, readonly string[]>> = {
  Eviction: ['policy/v1beta1'],
};

/** @throws {ApiError} 400 */
export async function decodePosted(
  bytes: Buffer,
  serializer: Serializer,
  subresource: string,
  known: ServedKinds,
): Promise<unknown> {
  const expected = expectedOf(subresource);
  if (expected === undefined) return (await serializer.read(bytes, undefined)).value;
  const body = await readBody(bytes, serializer, expected);
  const identity = identifyBody(body, bytes, expected);
  if (!isOlder(identity, expected)) checkIdentity(identity, expected, known);
  return conformed(body.value ?? {}, expected).object;
}

/** An older version of the kind that has the same fields. */
function isOlder({ apiVersion, kind }: Identity, { kind: expected }: Expected): boolean {
  if (kind !== '' && kind !== expected.kind) return false;
  return olderVersions[expected.kind]?.includes(apiVersion) === true;
}

function expectedOf(subresource: string): Expected | undefined {
  const kind = kinds[subresource];
  if (kind === undefined) return undefined;
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  const schema = schemas.ofKind(apiVersion, kind.kind);
  return schema && { kind: { ...kind, schema }, apiVersion };
}
