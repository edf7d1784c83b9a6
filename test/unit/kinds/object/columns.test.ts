/** Columns that many kinds share. */
import { describe, expect, it } from 'vitest';
import { columnsOf, configMap, type Column, type Kind } from '#kinds';
import { parseTime, type KubeObject } from '#values';
import {
  ageColumn,
  ageOf,
  columnsBesideName,
  createdAtColumn,
  labelsText,
  nameColumn,
  readyColumn,
  replicaColumns,
  workloadColumns,
} from '../../../../src/kinds/object/columns.ts';

const now = parseTime('2026-01-01T00:00:00Z');
const object = (metadata: object): KubeObject => ({ metadata }) as unknown as KubeObject;
const shown = <T>(columns: readonly Column<T>[], value: T): string[] =>
  columns.map((one) => `${one.name}/${one.priority}: ${String(one.cell(value, now))}`);

describe('the name', () => {
  it('comes first in every table, except where rows have none', () => {
    const own = configMap.table.columns.map(({ name }) => name);
    expect(columnsOf(configMap).map(({ name }) => name)).toEqual(['Name', ...own]);
    const unnamed = { ...configMap, table: { unnamedRows: true } } as Kind<KubeObject>;
    expect(columnsOf(unnamed)).toBe(unnamed.table.columns);
  });

  it('is left out of the columns beside it', () => {
    const columns = [nameColumn, ageColumn];
    expect(columnsBesideName({ ...configMap, table: { columns } } as Kind<KubeObject>)).toEqual([
      ageColumn,
    ]);
  });

  it('is empty for a bookmark', () => {
    expect(nameColumn.cell(object({ name: 'a' }), now)).toBe('a');
    expect(nameColumn.cell(object({}), now)).toBe('');
    expect(nameColumn.format).toBe('name');
  });
});

describe('an age', () => {
  it('is counted to now, and unknown without a time', () => {
    expect(ageOf('2025-12-31T23:59:30Z', now)).toBe('30s');
    expect([undefined, null, ''].map((time) => ageOf(time, now))).toEqual(
      Array(3).fill('<unknown>'),
    );
    const created = object({ creationTimestamp: '2025-12-31T00:00:00Z' });
    expect(shown([ageColumn, createdAtColumn], created)).toEqual([
      ...['Age/0: 24h', 'Created At/0: 2025-12-31T00:00:00Z'],
    ]);
    expect([ageColumn.type, createdAtColumn.type]).toEqual(['string', 'date']);
  });
});

describe('counts', () => {
  it('are 0 where there is none', () => {
    type Counts = { ready?: number; wanted?: number };
    const column = readyColumn<Counts>(
      ({ ready }) => ready,
      ({ wanted }) => wanted,
    );
    expect(shown([column], { ready: 1, wanted: 3 })).toEqual(['Ready/0: 1/3']);
    expect(shown([column], {})).toEqual(['Ready/0: 0/0']);
    expect(shown(replicaColumns(), { spec: {} })).toEqual([
      ...['Desired/0: 0', 'Current/0: 0', 'Ready/0: 0'],
    ]);
    const status = { replicas: 2, readyReplicas: 1 };
    expect(shown(replicaColumns(), { spec: { replicas: 3 }, status })).toEqual([
      ...['Desired/0: 3', 'Current/0: 2', 'Ready/0: 1'],
    ]);
  });
});

describe('the wide columns of a workload', () => {
  const containers = [{ name: 'a', image: 'x' }, { name: 'b' }];
  const table = (selector: unknown, ifNone?: string): string[] =>
    shown(
      workloadColumns(
        () => containers,
        () => selector as never,
        ifNone,
      ),
      {},
    );

  it('list its containers and images', () => {
    const columns = workloadColumns(() => containers);
    expect(shown(columns, {})).toEqual(['Containers/1: a,b', 'Images/1: x,']);
  });

  it.each<[unknown, string]>([
    [{ matchLabels: { b: '2', a: '1' } }, 'a=1,b=2'],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 'a'],
    [{ matchExpressions: [{ key: 'a', operator: 'Odd' }] }, '<error>'],
    [{}, '<none>'],
  ])('select by %j', (selector, text) => {
    expect(table(selector).at(-1)).toBe(`Selector/1: ${text}`);
  });

  it('say for no selector what the kind says', () => {
    expect(table({}, 'all').at(-1)).toBe('Selector/1: all');
  });
});

it('labels are sorted by key', () => {
  expect(labelsText({ x: 'y', a: 'b' })).toBe('a=b,x=y');
  expect([undefined, {}].map(labelsText)).toEqual(['<none>', '<none>']);
});
