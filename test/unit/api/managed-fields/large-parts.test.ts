/** Objects of very many parts: compared in slices, to the same end as at once. */
import { schemas } from '#kinds';
import { describe, expect, test } from 'vitest';
import {
  beginComparing,
  compare,
  type Changes,
} from '../../../../src/api/managed-fields/compare.ts';
import { IndistinctElement, Shapes } from '../../../../src/api/managed-fields/index.ts';
import { many } from '../../../../src/api/managed-fields/large-parts.ts';
import { runToEnd, isResumable, type Resumable } from '#values';
import { growth } from '../../../support/work.ts';

const shape = new Shapes().struct(schemas.ofKind('v1', 'Pod')!);

const size = 2 * many + 5;

function* comparing(before: object, after: object): Resumable<Changes> {
  const begun = beginComparing(shape, before, after);
  return isResumable(begun) ? yield* begun : begun;
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const labels = (count: number, value = 'x'): object =>
  Object.fromEntries(numbers(count).map((index) => [`k${index}`, value]));
const finalizers = (count: number): string[] => numbers(count).map((index) => `a.b/${index}`);
const containers = (count: number, ports: readonly object[] = []): object[] =>
  numbers(count).map((index) => ({ name: `c${index}`, image: 'i', ports }));
const ports = numbers(size).map((containerPort) => ({ containerPort, protocol: 'TCP' }));

const few = {
  metadata: { labels: labels(3), finalizers: finalizers(2) },
  spec: { containers: [] },
};

const versions: readonly (readonly [string, object, object])[] = [
  ['new labels', {}, { metadata: { labels: labels(size) } }],
  ['more labels', few, { ...few, metadata: { labels: labels(size) } }],
  [
    'other labels',
    { metadata: { labels: labels(size) } },
    { metadata: { labels: labels(size, 'y') } },
  ],
  [
    'fewer labels',
    { metadata: { labels: labels(size) } },
    { metadata: { labels: labels(size - 9) } },
  ],
  ['no labels', { metadata: { labels: labels(size) } }, { metadata: { labels: {} } }],
  ['finalizers', few, { metadata: { finalizers: finalizers(size).reverse() } }],
  ['fewer finalizers', { metadata: { finalizers: finalizers(size) } }, few],
  ['containers', few, { spec: { containers: containers(size) } }],
  [
    'fewer containers',
    { spec: { containers: containers(size) } },
    { spec: { containers: containers(many).reverse() } },
  ],
  [
    'the same',
    { spec: { containers: containers(size) } },
    { spec: { containers: containers(size) } },
  ],
  ['large lists in a list', few, { spec: { containers: containers(2, ports) } }],
  [
    'large lists in a large list',
    { spec: { containers: containers(size) } },
    { spec: { containers: [...containers(2, ports), ...containers(size).slice(2)] } },
  ],
];

describe('a comparison in parts', () => {
  test.each(versions)('finds what one at once does: %s', (_, before, after) => {
    const atOnce = compare(shape, before, after);
    const inParts = runToEnd(comparing(before, after));
    expect(JSON.stringify(inParts)).toBe(JSON.stringify(atOnce));
  });

  test('refuses what it cannot tell apart', () => {
    const twice = { metadata: { finalizers: [...finalizers(size), 'a.b/0'] } };
    expect(() => runToEnd(comparing({}, twice))).toThrow(IndistinctElement);
    expect(() => runToEnd(comparing(few, twice))).toThrow(IndistinctElement);
  });

  test.each([
    ['labels', (count: number) => ({ metadata: { labels: labels(count) } })],
    ['finalizers', (count: number) => ({ metadata: { finalizers: finalizers(count) } })],
    ['containers', (count: number) => ({ spec: { containers: containers(count) } })],
  ])('pauses the more often, the more %s there are', (_, made) => {
    const pauses = (count: number): number => [...comparing({}, made(count))].length;
    expect(pauses(10)).toBe(0);
    expect(growth(pauses, 8 * many)).toBeCloseTo(2, 0);
  });
});
