/** The paths of custom and external metrics. */
import { publishedMetrics } from '#kinds';
import type { RequestPath } from '../request/path.ts';
import type { ServedKinds } from '../exchange/served-kinds.ts';

const all: readonly { readonly group: string; readonly versions: readonly string[] }[] =
  Object.values(publishedMetrics);

/** Like the metrics of resources, they are served if there is something to measure. */
export function asksForPublished({ group, version }: RequestPath, served: ServedKinds): boolean {
  const entry = all.find((each) => each.group === group);
  return entry?.versions.includes(version) === true && served.hasGroup('metrics.k8s.io');
}
