/** The paths of custom and external metrics, and their discovery. */
import type { RequestPath } from '../path.ts';
import type { ServedKinds } from '../served.ts';

export const customGroup = 'custom.metrics.k8s.io';
export const externalGroup = 'external.metrics.k8s.io';

/** The preferred version first. */
const versions: ReadonlyMap<string, readonly string[]> = new Map([
  [customGroup, ['v1beta2', 'v1beta1']],
  [externalGroup, ['v1beta1']],
]);

/** Like the metrics of resources, they are served if there is something to measure. */
function isMeasured(served: ServedKinds): boolean {
  return served.hasGroup('metrics.k8s.io');
}

/** Annotations decide which metrics there are at a moment: the groups list none. */
export function publishedGroups(
  served: ServedKinds,
): readonly { readonly group: string; readonly version: string }[] {
  if (!isMeasured(served)) return [];
  return [...versions].flatMap(([group, each]) => each.map((version) => ({ group, version })));
}

export function asksForPublished({ group, version }: RequestPath, served: ServedKinds): boolean {
  return versions.get(group)?.includes(version) === true && isMeasured(served);
}
