/** Reads what frames cost the thread of a page from a trace of Chromium. */

export interface TraceEvent {
  readonly name: string;
  /** `X`: with a duration, `M`: about a thread. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

export interface FrameCosts {
  readonly frames: number;
  /** How many messages of workers came meanwhile. */
  readonly messages: number;
  /** Script, style and layout of a frame, ms: the median, and what 95 of 100 do not exceed. */
  readonly median: number;
  readonly most: number;
}

/** What runs the script of the page, or is done for it. */
const script = new Set([
  ...['FunctionCall', 'EvaluateScript', 'FireAnimationFrame', 'TimerFire', 'EventDispatch'],
  ...['RunMicrotasks', 'HandlePostMessage', 'v8.callFunction', 'MinorGC', 'MajorGC'],
]);
const style = new Set(['UpdateLayoutTree', 'Layout']);

/** What each frame costs, from the animation frame in which time passes to the next one. */
export function frameCosts(events: readonly TraceEvent[]): FrameCosts {
  const starts = events.filter(({ name }) => name === 'FireAnimationFrame');
  const thread = starts[0];
  if (thread === undefined) throw new Error('the trace has no frames');
  const work = events
    .filter(({ name, ph, pid, tid }) => {
      const isOwn = ph === 'X' && pid === thread.pid && tid === thread.tid;
      return isOwn && (script.has(name) || style.has(name));
    })
    .sort((a, b) => a.ts - b.ts);
  const times = starts
    .filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const costs = new Array<number>(times.length).fill(0);
  let frame = -1;
  let until = 0;
  for (const { ts, dur = 0 } of work) {
    // What is within other work is counted with that.
    const from = Math.max(ts, until);
    until = Math.max(until, ts + dur);
    while (frame + 1 < times.length && times[frame + 1]! <= ts) frame++;
    if (frame >= 0 && until > from) costs[frame]! += (until - from) / 1000;
  }
  // The last frame has no end.
  const sorted = costs.slice(0, -1).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? NaN;
  const messages = work.filter(({ name }) => name === 'HandlePostMessage').length;
  return { frames: sorted.length, messages, median: at(0.5), most: at(0.95) };
}
