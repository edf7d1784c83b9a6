import { describe, expect, it } from 'vitest';
import { outagesOf } from '#view';

const text = 'the control plane was down';

describe('outages', () => {
  it.each([
    [[[5, 'outage of the control plane for 4ms']], [[5, 9, text]]],
    [[[5, 'outage of the control plane for 1m']], [[5, 100, text]]],
    [
      [
        [5, 'stop hpa, job'],
        [9, 'start job'],
      ],
      [
        [5, 9, 'stopped: job'],
        [5, 100, 'stopped: hpa'],
      ],
    ],
    [
      [
        [5, 'stop all controllers'],
        [7, 'start all controllers'],
      ],
      [[5, 7, 'stopped: all controllers']],
    ],
    [[[5, 'start job']], []],
    [[[5, 'apply Deployment stop']], []],
  ] as const)('%j', (steps, expected) => {
    const marks = steps.map(([atMs, summary]) => ({ atMs, summary }));
    const found = outagesOf(marks, 100);
    expect(found.map(({ fromMs, untilMs, text: words }) => [fromMs, untilMs, words])).toEqual(
      expected,
    );
  });
});
