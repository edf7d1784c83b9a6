import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnsOf, KindRegistry, parseTime, type KubeObject } from '#kinds';

interface TableCase {
  readonly now: string;
  readonly object: KubeObject;
  readonly columns: readonly string[];
  readonly cells: readonly unknown[];
  readonly rowConditions?: readonly unknown[];
}

interface ColumnsCase {
  readonly apiVersion: string;
  readonly kind: string;
  readonly columnDefinitions: readonly unknown[];
}

const registry = new KindRegistry();

function vectors<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), 'utf8')) as T[];
}

/** Cases of kinds that exist by now. */
const tables = vectors<TableCase>('table.json').filter(
  ({ object }) => registry.byKind(object.apiVersion, object.kind) !== undefined,
);
const definitions = vectors<ColumnsCase>('table-columns.json').filter(
  ({ apiVersion, kind }) => registry.byKind(apiVersion, kind) !== undefined,
);

describe('tables as recorded', () => {
  it('covers every kind of this room that has recordings', () => {
    const kinds = new Set(tables.map(({ object }) => object.kind));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['ControllerRevision', 'DaemonSet', 'Event', 'Node', 'Pod']),
    );
  });

  it.each(tables.map((recorded, index) => [recorded.object.kind, index, recorded] as const))(
    '%s, case %i',
    (_, __, { now, object, columns, cells, rowConditions = [] }) => {
      const kind = registry.byKind(object.apiVersion, object.kind)!;
      const table = columnsOf(kind);
      expect(table.map((column) => column.name)).toEqual(columns);
      expect(table.map((column) => column.cell(object, parseTime(now)))).toEqual(cells);
      expect(kind.rowConditions?.(object) ?? []).toEqual(rowConditions);
    },
  );

  it.each(definitions)('columns of $apiVersion $kind', (recorded) => {
    const kind = registry.byKind(recorded.apiVersion, recorded.kind)!;
    const described = columnsOf(kind).map(({ name, type, format, priority }) => {
      return { name, type, format, priority };
    });
    expect(described).toEqual(recorded.columnDefinitions);
  });
});
