/** Objects reduced to their metadata, and tables. */
import { columnsOf, type Column } from '#kinds';
import { type KubeObject, badRequest } from '#values';
import type { ObjectList } from '#request';
import type { Served } from '../exchange/served-kinds.ts';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Shape of a table's or a list's own metadata. */
export type ListMetadata = ObjectList['metadata'];

export interface TableOptions {
  /** `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`. */
  readonly apiVersion: string;
  readonly include: IncludeObject;
  /** Virtual time for ages, ms. */
  readonly now: number;
}

export function partialObject({ kind }: Served, object: KubeObject, apiVersion: string): object {
  const metadata = kind.wire.partialMetadata?.(object.metadata) ?? object.metadata;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

/** @throws {ApiError} 400 */
export function readIncludeObject(text = ''): IncludeObject {
  if (text === '') return 'Metadata';
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  const why = `Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`;
  throw badRequest(`Unable to convert to Table as requested: includeObject: ${why}`);
}

/**
 * Returns a table of some objects of a kind; `withColumns` is false for the rest of another table.
 */
export function table(
  served: Served,
  items: readonly KubeObject[],
  metadata: ListMetadata | { readonly resourceVersion?: string },
  options: TableOptions,
  withColumns = true,
): object {
  return {
    ...tableHead(served, metadata, options, withColumns),
    rows:
      served.kind.table.defaultTable === true && items.length === 0
        ? null
        : items.map(rowsOf(served, options)),
  };
}

export function tableHead(
  { kind }: Served,
  metadata: ListMetadata | { readonly resourceVersion?: string },
  { apiVersion }: TableOptions,
  withColumns = true,
): object {
  const declared = columnsOf(kind).filter(({ isUndeclared }) => isUndeclared !== true);
  const columnDefinitions = withColumns ? declared.map(definition) : null;
  return { kind: 'Table', apiVersion, metadata, columnDefinitions };
}

/** Makes an object's row. */
export function rowsOf(served: Served, options: TableOptions): (object: KubeObject) => object {
  const columns = columnsOf(served.kind);
  return (object) => row(served, columns, object, options);
}

function definition({
  name,
  type,
  format = '',
  description,
  priority,
}: Column<KubeObject>): object {
  return { name, type, format, description, priority };
}

function row(
  served: Served,
  columns: readonly Column<KubeObject>[],
  object: KubeObject,
  options: TableOptions,
): object {
  const conditions = served.kind.table.rowConditions?.(object) ?? [];
  return {
    cells: columns.map((column) => column.cell(object, options.now)),
    ...(conditions.length > 0 && { conditions }),
    object: included(served, object, options),
  };
}

function included(served: Served, object: KubeObject, options: TableOptions): object | null {
  switch (options.include) {
    case 'None':
      return null;
    case 'Metadata':
      return partialObject(served, object, options.apiVersion);
    case 'Object':
      return served.encoder.value(object);
  }
}
