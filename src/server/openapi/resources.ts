/** What the documents describe: the discovery documents, parsed. */
import type { APIResource, APIResourceList } from '#types';
import type { GroupVersionKind } from './group-version.ts';
import { kindOf } from './types.ts';

/** A group in one version. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** Without the leading slash: `api/v1`, `apis/apps/v1`. */
  readonly path: string;
  /** Resources, each followed by its subresources. */
  readonly resources: readonly APIResource[];
}

/** @param documents by path, as discovery serves them */
export function groupVersionsOf(documents: ReadonlyMap<string, object>): readonly GroupVersion[] {
  const found: GroupVersion[] = [];
  for (const [path, document] of documents) {
    const { kind, groupVersion, resources: all } = document as APIResourceList;
    if (kind !== 'APIResourceList') continue;
    // What stands for all published metrics has no documents.
    const resources = all.filter(({ name }) => !name.includes('*'));
    const { group, version } = kindOf(groupVersion, '');
    found.push({ group, version, path: path.slice(1), resources });
  }
  return found;
}

/** Returns the kind of a resource. Subresources may have a kind of another group. */
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
