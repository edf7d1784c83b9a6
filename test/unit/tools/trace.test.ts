import { describe, expect, it } from 'vitest';
import { frameCosts, type TraceEvent } from '../../../bench/support/trace.ts';

const page = { ph: 'X', pid: 1, tid: 2 };
const frame = (ts: number, dur: number): TraceEvent => ({
  ...page,
  ...{ name: 'FireAnimationFrame', ts, dur },
});

describe('what frames cost', () => {
  it('is the time of their outermost work, on the thread of the page alone', () => {
    const events: readonly TraceEvent[] = [
      frame(1_000, 2_000),
      // Within the first: counted with it.
      { ...page, name: 'FunctionCall', ts: 1_500, dur: 1_000 },
      { ...page, name: 'UpdateLayoutTree', ts: 4_000, dur: 500 },
      { ...page, name: 'Paint', ts: 5_000, dur: 4_000 },
      { ...page, name: 'FunctionCall', ts: 6_000, dur: 9_000, tid: 3 },
      frame(17_000, 4_000),
      { ...page, name: 'HandlePostMessage', ts: 22_000, dur: 1_000 },
      frame(33_000, 1_000),
    ];
    expect(frameCosts(events)).toEqual({ frames: 2, messages: 1, median: 5, most: 5 });
    expect(frameCosts(events.slice(0, 6)).median).toBe(2.5);
  });

  it('cannot be read where there are no frames', () => {
    expect(() => frameCosts([])).toThrow('the trace has no frames');
  });
});
