/** The objects at a moment as tables, as kubectl prints them. */
import { bucketOf, columnsBesideName, type Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Past } from '#store';

export interface TableView {
  readonly kind: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

/** Objects that every cluster has in numbers, and that say little. */
const leftOut = new Set([
  'Event',
  'Lease',
  'Namespace',
  'PriorityClass',
  'ServiceAccount',
  'ControllerRevision',
]);
const madeForAll = new Set(['kube-root-ca.crt', 'kubernetes']);
/** More rows than this are not shown. */
const MOST = 500;

/** @param time virtual ms, for ages */
export function tablesAt(
  past: Past,
  kinds: KindRegistry,
  revision: number,
  time: number,
): readonly TableView[] {
  const buckets = new Set(past.buckets);
  return kinds.all
    .filter(
      (kind) =>
        !leftOut.has(kind.kind) && buckets.has(bucketOf(kind)) && kind.storage === undefined,
    )
    .map((kind) => tableOf(past, kind, revision, time))
    .filter(({ rows }) => rows.length > 0);
}

function tableOf(past: Past, kind: Kind, revision: number, time: number): TableView {
  const columns = columnsBesideName(kind).filter(({ priority }) => priority === 0);
  const objects = past
    .list(bucketOf(kind), revision)
    .filter(({ metadata: { name } }) => !madeForAll.has(name) && !name.startsWith('system:'));
  return {
    kind: kind.kind,
    columns: columns.map(({ name }) => name),
    rows: objects.slice(0, MOST).map((object) => ({
      key: kind.namespaced
        ? `${object.metadata.namespace}/${object.metadata.name}`
        : object.metadata.name,
      cells: columns.map(({ cell }) => String(cell(object, time))),
    })),
  };
}
