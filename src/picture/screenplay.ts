/** A run as it is filmed: its moments on the screen, and what stays the same for how long. */
import { Pace, type RunView, type Scene, type Summary } from '#view';
import { Film, type Stretch } from './film.ts';

/** The end stays for a while before it begins again, ms. */
const REST_MS = 2500;
/** What changes within it is seen as one change, ms on the screen. */
const GRAIN_MS = 50;

export class Screenplay {
  readonly summary: Summary;
  readonly film: Film;
  readonly pace: Pace;
  /** Instants at which something changes, virtual ms since the start, in order. */
  readonly times: readonly number[];
  /** What the stage shows at each of them. */
  readonly scenes: readonly Scene[];

  constructor(view: RunView) {
    this.summary = view.summary();
    this.pace = new Pace(this.summary);
    this.film = new Film(this.lastsMs);
    this.times = instantsOf(this.summary, this.pace);
    this.scenes = this.times.map((atMs) => view.scene(revisionAt(this.summary, atMs)));
  }

  /** Once through, ms on the screen. */
  get lastsMs(): number {
    return this.pace.lastsMs + REST_MS;
  }

  /** Virtual time as time on the screen. What lasts to the end of the run stays while that rests. */
  stretch(fromMs: number, toMs: number): Stretch {
    const isLast = toMs >= this.summary.lastsMs;
    return {
      fromMs: this.pace.toScreen(fromMs),
      toMs: isLast ? this.lastsMs : this.pace.toScreen(toMs),
    };
  }

  /** What is there while it stays the same: the stretches of each value that `say` gives. */
  stretchesOf<T>(
    say: (scene: Scene, atMs: number) => T | undefined,
  ): ReadonlyMap<T, readonly Stretch[]> {
    const found = new Map<T, Stretch[]>();
    let open: { readonly value: T; readonly fromMs: number } | undefined;
    const close = (toMs: number): void => {
      if (open === undefined) return;
      found.set(open.value, [...(found.get(open.value) ?? []), this.stretch(open.fromMs, toMs)]);
    };
    for (const [at, atMs] of this.times.entries()) {
      const value = say(this.scenes[at]!, atMs);
      if (value === open?.value) continue;
      close(atMs);
      open = value === undefined ? undefined : { value, fromMs: atMs };
    }
    close(this.summary.lastsMs);
    return found;
  }
}

/** Of those that follow each other faster than can be seen, the last. */
function instantsOf({ writes, lastsMs }: Summary, pace: Pace): readonly number[] {
  const all = [...new Set([0, ...writes.map(({ atMs }) => atMs), lastsMs])].sort((a, b) => a - b);
  const grain = (atMs: number): number => Math.floor(pace.toScreen(atMs) / GRAIN_MS);
  return all.filter((atMs, at) => at === 0 || grain(atMs) !== grain(all[at + 1] ?? Infinity));
}

function revisionAt({ writes }: Summary, atMs: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (writes[middle]!.atMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return writes[low - 1]?.revision ?? 0;
}
