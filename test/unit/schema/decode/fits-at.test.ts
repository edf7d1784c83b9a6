/** Where a changed scalar is said to fit, the whole object does: `conform` leaves it as it is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conform, fitsAt } from '#schema';
import { KindRegistry } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import { applied } from '#record';

type Path = readonly (string | number)[];
type Schema = Kind['schema'] | NonNullable<ReturnType<Kind['schema']['fields']['get']>>['schema'];

const kinds = new KindRegistry(defaultProfile).all.filter(({ custom }) => custom === undefined);
const MOST_DEPTH = 5;

/** All paths of a kind, down to scalars, by the first item of each list. */
function* pathsIn(schema: Schema, path: Path = []): Generator<Path> {
  if (path.length > MOST_DEPTH) return;
  if (schema.type === 'struct')
    for (const [name, field] of schema.fields) yield* pathsIn(field.schema, [...path, name]);
  else if (schema.type === 'list') yield* pathsIn(schema.items, [...path, 0]);
  else if (path.length > 0) yield path;
}

/** A value with maps and lists where a path leads through. */
function holding(path: Path): unknown {
  let value: unknown;
  for (const segment of path.toReversed()) {
    if (typeof segment === 'number') value = [value ?? {}];
    else value = value === undefined ? {} : { [segment]: value };
  }
  return value;
}

const texts = [
  '',
  'a',
  '1',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.5Z',
  '1000m',
  '0.1',
  'Og==',
];
const values = [...texts, 0, 1, -1, 1.5, 2 ** 31, 2 ** 60, true, false, null, undefined, {}, []];

const anywhere = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.record({ kind: fc.constant(kind), path: fc.constantFrom(...pathsIn(kind.schema)) }),
  );

it('a value that fits at a path fits in its object', () => {
  let fitting = 0;
  fc.assert(
    fc.property(anywhere, fc.constantFrom(...values), ({ kind: { schema }, path }, value) => {
      if (!fitsAt(schema, path, value)) return;
      fitting += 1;
      const base = conform(schema, holding(path));
      const made = applied(base, [{ path, to: value }]);
      expect(conform(schema, made, { fitting: base })).toBe(made);
      expect(conform(schema, made)).toEqual(made);
    }),
    { numRuns: 3000 },
  );
  expect(fitting).toBeGreaterThan(100);
});

const deployment = kinds.find(({ kind }) => kind === 'Deployment')!.schema;
const pod = kinds.find(({ kind }) => kind === 'Pod')!.schema;

it.each<[string, Kind['schema'], Path, unknown, boolean]>([
  ['a number', deployment, ['status', 'readyReplicas'], 2, true],
  ['a text', pod, ['status', 'phase'], 'Running', true],
  ['a text in an item of a list', pod, ['status', 'conditions', 0, 'status'], 'True', true],
  ['a time', pod, ['status', 'startTime'], '2026-01-01T00:00:00Z', true],
  ['a time in another form', pod, ['status', 'startTime'], '2026-01-01T01:00:00+01:00', false],
  ['zero', deployment, ['status', 'readyReplicas'], 0, false],
  ['no text', pod, ['status', 'phase'], '', false],
  ['a text for a number', deployment, ['status', 'readyReplicas'], '2', false],
  ['a number for a text', pod, ['status', 'phase'], 2, false],
  ['nothing', pod, ['status', 'phase'], undefined, false],
  ['a field that is not known', pod, ['status', 'other'], 'x', false],
  ['a place in a map', pod, ['metadata', 'labels', 'app'], 'x', false],
  ['a field of a list', pod, ['status', 'conditions', 'type'], 'x', false],
  ['an item of a text', pod, ['status', 'phase', 0], 'x', false],
  ['a map', pod, ['status'], {}, false],
  ['the whole', pod, [], {}, false],
])('%s', (_, schema, path, value, fits) => {
  expect(fitsAt(schema, path, value)).toBe(fits);
});
