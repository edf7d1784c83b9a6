import { describe, expect, it } from 'vitest';
import type { Charted } from '#view';
import { numbersApart } from '../../../ui/page/numbers-apart.ts';

function charted(...points: readonly (readonly [atMs: number, value?: number])[]): Charted[] {
  const all = points.map(([atMs, value], i) => ({
    ...{ atMs, revision: i },
    ...(value !== undefined && { value }),
  }));
  return [{ kind: 'DaemonSet', key: 'default/a', series: [{ path: 'status.n', points: all }] }];
}

describe('numbers apart', () => {
  it.each([
    ['equal runs', charted([0, 5], [9, 0]), charted([0, 5], [9, 0]), undefined],
    [
      'what was equal before counts for neither',
      charted([0, 5], [9, 0], [12, 2], [14, 0]),
      charted([0, 5], [9, 0]),
      [12, '0 to 2, 0 at the end', 'always 0'],
    ],
    ['only the end of an instant counts', charted([0, 1], [0, 2]), charted([0, 2]), undefined],
    ['one that is only in one run', charted([3, 1]), [], [3, 'always 1', 'none']],
    ['one that is gone', charted([0, 1], [5]), charted([0, 1]), [5, 'none', 'always 1']],
  ])('%s', (_, before, now, expected) => {
    const [found] = numbersApart(before, now, 10);
    expect(found && [found.fromMs, found.before, found.now]).toEqual(expected);
  });

  it('come in the order of their moments, no more than asked for', () => {
    const named = (key: string, atMs: number): Charted => ({ ...charted([atMs, 1])[0]!, key });
    const found = numbersApart([named('late', 9), named('early', 1), named('last', 20)], [], 2);
    expect(found.map(({ key }) => key)).toEqual(['early', 'late']);
  });
});
