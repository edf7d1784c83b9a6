import { describe, expect, it } from 'vitest';
import { Meter } from '../../../../src/scenario/checks/meter.ts';

describe('a number that a check watches', () => {
  it.each([
    ['constant', [[0, 3]], 10, { min: 3, max: 3, avg: 3 }],
    [
      'weighed by time',
      [
        [0, 1],
        [9, 11],
      ],
      10,
      { min: 1, max: 11, avg: 2 },
    ],
    [
      'with a value that lasts no time',
      [
        [0, 1],
        [5, 0],
        [5, 3],
      ],
      10,
      { min: 0, max: 3, avg: 2 },
    ],
    [
      'without any time',
      [
        [4, 7],
        [4, 9],
      ],
      4,
      { min: 7, max: 9, avg: 9 },
    ],
    [
      'not sent back by a time before its last',
      [
        [0, 1],
        [10, 3],
        [5, 5],
      ],
      20,
      { min: 1, max: 5, avg: 3 },
    ],
    [
      'least in the end',
      [
        [0, 5],
        [10, 1],
      ],
      10,
      { min: 1, max: 5, avg: 5 },
    ],
    [
      'counted from its own beginning',
      [
        [1000, 4],
        [1001, 2],
      ],
      1002,
      { min: 2, max: 4, avg: 3 },
    ],
    [
      'rounded',
      [
        [0, 1],
        [1, 2],
      ],
      3,
      { min: 1, max: 2, avg: 1.667 },
    ],
  ] as const)('is %s', (_, [[sinceMs, first], ...rest], endMs, expected) => {
    const meter = new Meter(sinceMs, first);
    for (const [atMs, value] of rest) meter.set(atMs, value);
    expect(meter.at(endMs)).toEqual(expected);
  });
});
