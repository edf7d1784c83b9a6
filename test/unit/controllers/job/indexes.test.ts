import { describe, expect, it } from 'vitest';
import {
  firstMissing,
  formatIndexes,
  indexOf,
  succeededIndexes,
} from '../../../../controllers/job/indexes.ts';
import { makeJob, podOf } from './jobs.ts';

describe('completed indexes', () => {
  it.each([
    [[], ''],
    [[4], '4'],
    [[0, 1], '0,1'],
    [[0, 1, 2, 3], '0-3'],
    [[1, 3, 4, 5, 7], '1,3-5,7'],
    [[0, 1, 3, 4], '0,1,3,4'],
  ])('%j are written "%s"', (indexes, text) => {
    expect(formatIndexes(indexes)).toBe(text);
  });

  it('are those of succeeded pods in range, each once', () => {
    const job = makeJob({ completionMode: 'Indexed', completions: 3 });
    const succeeded = (index?: number | string) => podOf({ phase: 'Succeeded', index });
    const pods = [succeeded(2), succeeded(0), succeeded(2), succeeded(3), succeeded()];
    expect(succeededIndexes(job, [...pods, podOf({ phase: 'Failed', index: 1 })])).toEqual([0, 2]);
  });
});

describe('a pod’s index', () => {
  it.each([
    ['7', 7],
    ['007', 7],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('of "%s" is %s', (index, expected) => {
    expect(indexOf(podOf({ index }))).toBe(expected);
  });
});

it('missing indexes are the lowest that are neither done nor active', () => {
  const active = [podOf({ index: 1 }), podOf({ index: 4 })];
  expect(firstMissing(2, 10, [0, 2], active)).toEqual([3, 5]);
  expect(firstMissing(5, 4, [0, 2], active)).toEqual([3]);
});
