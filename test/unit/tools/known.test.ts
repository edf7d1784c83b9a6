import { expect, test } from 'vitest';
import { Known, type ConfigMap } from '../../../tools/torture/known.ts';

function at(revision: number, count = 0, name = 'a', uid = 'u'): ConfigMap {
  return {
    metadata: { name, uid, resourceVersion: String(revision) },
    data: { count: String(count) },
  };
}

function knowing(...objects: readonly ConfigMap[]): Known {
  const known = new Known();
  for (const object of objects) known.note(object);
  return known;
}

test.each<[string, ConfigMap | undefined, number, readonly string[]]>([
  ['as it was', at(5, 1), 5, []],
  ['written once more before the kill', at(6, 2), 6, []],
  ['missing', undefined, 5, ['a is lost']],
  ['older', at(4), 5, ['a has revision 4, not 5']],
  ['half of a write', at(5, 0), 5, ['a is not what it was']],
  ['another of its name', at(6, 1, 'a', 'v'), 6, ['a is not what it was']],
  ['ahead of the store', at(5, 1), 4, ['revision 4 is behind a']],
])('an object is %s', (_, found, revision, problems) => {
  // The watch shows it later than its writer knows it.
  const known = knowing(at(5, 1), at(3));
  expect(known.compare(found === undefined ? [] : [found], revision)).toEqual(problems);
});

const many = Array.from({ length: 5001 }, (_, n) => at(n + 1, 0, `n${n}`));

test('the oldest of many objects are deleted, and must stay so', () => {
  expect(knowing(...many.slice(1)).takeOldest()).toBeUndefined();
  const known = knowing(...many);
  expect(known.takeOldest()).toBe('n0');
  known.noteGone('n0');
  known.note(many[0]!);
  expect(known.compare(many.slice(1), 6000)).toEqual([]);
  expect(known.compare(many, 6000)).toEqual(['n0 is back']);
});

test('a deletion that was not acknowledged may have happened or not', () => {
  const isDone = knowing(...many);
  isDone.takeOldest();
  expect(isDone.compare(many.slice(1), 6000)).toEqual([]);
  expect(isDone.compare(many, 6000)).toEqual(['n0 is back']);
  const isNot = knowing(...many);
  isNot.takeOldest();
  expect(isNot.compare(many, 6000)).toEqual([]);
  expect(isNot.compare(many.slice(1), 6000)).toEqual(['n0 is lost']);
});
