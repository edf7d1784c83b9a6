/** What each kind declares in plain words: names, columns, subresources and the like. */
import { defaultProfile } from '#kinds';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindsOf } from '#catalog';

const kinds = kindsOf(defaultProfile);

/** Schemas are written out in the OpenAPI documents. */
const leftOut = new Set(['schema', 'kind']);

/** Plain values as they are; a function only as being there. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value === 'function') return 'function';
  if (value instanceof Map || value instanceof Set)
    return plain([...(value as Set<unknown>)], depth);
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  // Other kinds are named.
  if (depth > 0 && 'plural' in value && 'kind' in value) return `kind ${String(value.kind)}`;
  if (depth > 4) return 'more';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, each]) => [name, plain(each, depth + 1)]),
  );
}

it('kinds declare what they declare', async () => {
  const text = kinds.map((kind) => {
    const lines = Object.entries(plain(kind) as object).flatMap(([name, value]) =>
      name === 'columns' && Array.isArray(value)
        ? value.map((column) => `  column ${JSON.stringify(column)}`)
        : [`  ${name} ${JSON.stringify(value)}`],
    );
    return [kind.kind, ...lines, ''].join('\n');
  });
  await expect(text.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'declarations.txt'));
});

it('columns show something of an object that has nothing', async () => {
  const empty = {
    apiVersion: 'v1',
    metadata: {
      name: 'x',
      namespace: 'default',
      uid: 'u',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {},
    status: {},
  };
  const text = kinds.flatMap((kind) => {
    const { columns } = kind;
    if (!Array.isArray(columns)) return [];
    const cells = columns.map((column: { cell(object: unknown, now: number): unknown }) => {
      try {
        return JSON.stringify(column.cell({ ...empty, kind: kind.kind }, 1_767_312_000_000));
      } catch {
        return 'needs more';
      }
    });
    return [`${kind.kind}: ${cells.join(', ')}`];
  });
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'empty-cells.txt'),
  );
});
