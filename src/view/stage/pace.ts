/** How a run is played: busy stretches slowly, quiet ones fast. Pure. */
import type { Summary } from '../summary.ts';

/** A run takes between these, whatever its length, in ms on the screen. */
const SHORTEST_MS = 15_000;
const LONGEST_MS = 22_000;
/** After a step with a note. */
const REST_MS = 900;
/** Of more instants only some count. */
const MOST_INSTANTS = 20_000;

/** Virtual time (ms since the start) as time on the screen (ms), and back. */
export class Pace {
  readonly #times: readonly number[];
  readonly #screen: readonly number[];

  constructor(summary: Pick<Summary, 'writes' | 'steps' | 'lastsMs'>) {
    this.#times = instantsOf(summary);
    const rests = new Set(
      summary.steps.filter(({ note }) => note !== undefined).map(({ atMs }) => atMs),
    );
    const raw = [0];
    for (let at = 1; at < this.#times.length; at++) {
      const before = this.#times[at - 1]!;
      const rest = rests.has(before) ? REST_MS : 0;
      raw.push(raw[at - 1]! + screenTimeOf(this.#times[at]! - before) + rest);
    }
    const total = Math.max(1, raw.at(-1)!);
    const scale = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, total)) / total;
    this.#screen = raw.map((each) => each * scale);
  }

  /** All of it, ms on the screen. */
  get lastsMs(): number {
    return this.#screen.at(-1)!;
  }

  toScreen(atMs: number): number {
    return between(this.#times, this.#screen, atMs);
  }

  toTime(screenMs: number): number {
    return between(this.#screen, this.#times, screenMs);
  }
}

/** By the logarithm of a gap: an hour takes three times as long as ten seconds. */
function screenTimeOf(gapMs: number): number {
  return gapMs < 30 ? 12 : 210 * Math.log2(1 + gapMs / 300);
}

function instantsOf({ writes, steps, lastsMs }: ConstructorParameters<typeof Pace>[0]): number[] {
  const stride = Math.max(1, Math.ceil(writes.length / MOST_INSTANTS));
  const times = new Set([0, lastsMs, ...steps.map(({ atMs }) => atMs)]);
  for (let at = 0; at < writes.length; at += stride) times.add(writes[at]!.atMs);
  return [...times].filter((each) => each <= lastsMs).sort((a, b) => a - b);
}

/** Interpolates: `from` rises, with a value of `to` for each. */
function between(from: readonly number[], to: readonly number[], value: number): number {
  let [low, high] = [0, from.length - 1];
  if (value <= from[low]!) return to[low]!;
  if (value >= from[high]!) return to[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= value) low = middle;
    else high = middle;
  }
  const part = (value - from[low]!) / (from[high]! - from[low]! || 1);
  return to[low]! + (to[high]! - to[low]!) * part;
}
