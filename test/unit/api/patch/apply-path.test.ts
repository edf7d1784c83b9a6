import { describe, expect, test } from 'vitest';
import { fromFieldsV1, inOrder } from '../../../../src/api/managed-fields/index.ts';
import { runToEnd } from '#values';
import { pathsOf } from '../../../../src/api/patch/apply-path.ts';

/** The set of these paths, whose elements are separated by spaces. */
function setOf(...paths: readonly string[]) {
  const set: Record<string, unknown> = {};
  for (const path of paths) {
    let at = set;
    for (const element of path.split(' ')) at = (at[element] ??= {}) as typeof set;
  }
  return fromFieldsV1(set)!;
}

describe('paths of a set, members before what is in them', () => {
  test.each([
    ['apart, as long as each has memory of its own', ['f:a f:x', 'f:a f:y'], ['.a.x', '.a.y']],
    [
      'of three elements, which are copied too',
      ['f:a f:b f:x', 'f:a f:b f:y'],
      ['.a.b.x', '.a.b.y'],
    ],
    [
      'of four, which share the room for the last one',
      ['f:a f:b f:c f:x', 'f:a f:b f:c f:y'],
      ['.a.b.c.y', '.a.b.c.y'],
    ],
    [
      'that what is deeper has overwritten',
      ['f:spec f:template f:spec f:dns', 'f:spec f:template f:spec f:list k:{"name":"m"} f:image'],
      ['.spec.template.spec.list', '.spec.template.spec.list[name="m"].image'],
    ],
    [
      'of five, in memory of their own again',
      ['a b c d x', 'a b c d y'].map(named),
      ['x', 'y'].map((last) => `.a.b.c.d.${last}`),
    ],
    [
      'of six, which share',
      ['a b c d e x', 'a b c d e y'].map(named),
      ['.a.b.c.d.e.y', '.a.b.c.d.e.y'],
    ],
  ])('%s', (_, given, shown) => {
    expect(runToEnd(pathsOf(setOf(...given), true))).toEqual(shown);
  });

  test('of four, whose memory is apart in later releases', () => {
    const set = setOf('f:a f:b f:c f:x', 'f:a f:b f:c f:y');
    expect(runToEnd(pathsOf(set, false))).toEqual(['.a.b.c.x', '.a.b.c.y']);
  });

  function named(path: string): string {
    return path.replace(/(^| )/g, '$1f:');
  }
});

test.each([
  [
    ['f:b', '.', 'f:a'],
    ['.', 'f:a', 'f:b'],
  ],
  [
    ['k:{"port":80}', 'k:{"port":9}', 'k:{"port":443}'],
    ['k:{"port":9}', 'k:{"port":80}', 'k:{"port":443}'],
  ],
  [
    ['k:{"port":80,"protocol":"UDP"}', 'k:{"port":80,"protocol":"TCP"}'],
    ['k:{"port":80,"protocol":"TCP"}', 'k:{"port":80,"protocol":"UDP"}'],
  ],
  [
    ['k:{"name":"b"}', 'k:{"name":"a b"}'],
    ['k:{"name":"a b"}', 'k:{"name":"b"}'],
  ],
  [['v:"b"', 'v:"a"', 'v:10', 'v:9'].slice(2), ['v:9', 'v:10']],
  [
    ['k:{"ip":"10"}', 'k:{"ip":"9"}'],
    ['k:{"ip":"10"}', 'k:{"ip":"9"}'],
  ],
])('elements in order: %j', (given, order) => {
  expect(inOrder(given)).toEqual(order);
});
