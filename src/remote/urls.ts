/** The URLs of requests. */
import type { ResourceType } from '#catalog';
import type { Ref } from '#request';

export function collectionPath(
  { group, version, plural, namespaced }: ResourceType,
  namespace: string | undefined,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const inside = namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${inside}/${plural}`;
}

/** @param subresource absent: the object itself */
export function objectPath(kind: ResourceType, ref: Ref, subresource?: string): string {
  const path = `${collectionPath(kind, ref.namespace)}/${encodeURIComponent(ref.name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Options as a query; a namespace belongs in the path. */
export function queryOf(options: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options) as [string, string | number | undefined][]) {
    if (value !== undefined && name !== 'namespace') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
