/** The object of a bookmark: an object of the kind with nothing but a revision. */
import type { StructSchema } from '#schema';
import type { KubeObject } from '#values';
import type { Served } from '../exchange/served-kinds.ts';

export function bookmarkOf(
  served: Served,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): KubeObject {
  const { kind, apiVersion, kinds } = served;
  const empty = kind.custom === undefined ? zerosOf(kind.schema) : {};
  const metadata = {
    resourceVersion: String(revision),
    ...zerosOf(kinds.profile.schemas.of('meta/v1', 'ObjectMeta')),
    ...(annotations !== undefined && { annotations }),
  };
  return { ...empty, kind: kind.kind, apiVersion, metadata } as unknown as KubeObject;
}

/** Returns a list without items, in base64: what the objects before the bookmark would be listed in. */
export function blueprintOf({ kind, apiVersion }: Served): string {
  const list = { kind: `${kind.kind}List`, apiVersion, metadata: {}, items: null };
  return Buffer.from(`${JSON.stringify(list)}\n`).toString('base64');
}

/** A whole custom resource, which has no Go type, has nothing that is not set. */
export function untypedBookmark({ metadata, ...rest }: KubeObject): object {
  const { creationTimestamp, ...own } = metadata;
  return { ...rest, metadata: creationTimestamp === null ? own : metadata };
}

/** Returns the fields that are always written, such as the creation time, which is null until v1.33. */
function zerosOf({ zero = new Map() }: StructSchema): Record<string, unknown> {
  return Object.fromEntries(zero) as Record<string, unknown>;
}
