/** What there is to describe: the discovery documents, taken apart. */
import type { APIResource, APIResourceList } from '#kinds';
import { kindOf, type GroupVersionKind } from './types.ts';

/** A group in one version. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** Without the leading slash: `api/v1`, `apis/apps/v1`. */
  readonly path: string;
  /** Resources and, behind each, its subresources. */
  readonly resources: readonly APIResource[];
}

/** @param documents by path, as discovery serves them */
export function groupVersionsOf(documents: ReadonlyMap<string, object>): readonly GroupVersion[] {
  const found: GroupVersion[] = [];
  for (const [path, document] of documents) {
    const { kind, groupVersion, resources } = document as APIResourceList;
    if (kind !== 'APIResourceList') continue;
    const { group, version } = kindOf(groupVersion, '');
    found.push({ group, version, path: path.slice(1), resources });
  }
  return found;
}

/** What a resource is about. Subresources may be about a kind of another group. */
export function kindOfResource(
  { group, version }: GroupVersion,
  resource: APIResource,
): GroupVersionKind {
  const isOther = resource.version !== undefined;
  return {
    group: isOther ? (resource.group ?? '') : group,
    kind: resource.kind,
    version: resource.version ?? version,
  };
}
