/**
 * Temporal rules: what it takes for a check to hold over time. Each is a pure state machine over
 * the truth of its conditions; timers, watches and messages are handled elsewhere.
 *
 * A state always has an outlook: when and how the check is decided if nothing else changes.
 * The instant of an outlook still belongs to the check: a change at that instant counts, so a
 * verdict never depends on the order in which the timers of one instant fire.
 */
import type { Millis } from '#clock';

/** What is known of one condition. */
export interface Truth {
  readonly holds: boolean;
  /** How often it has become true since the check began; of events: how many there were. */
  readonly tally: number;
}

/** The truth of all conditions of a check, at its beginning or after a change. */
export interface Sample {
  readonly atMs: Millis;
  /** In the order in which they are written; most rules have one. */
  readonly truths: readonly Truth[];
}

export interface Forecast {
  /** Infinity: only the end of the run decides. */
  readonly atMs: Millis;
  readonly passed: boolean;
}

export interface State {
  /** Nothing that can still happen changes the outlook: it is the verdict. */
  readonly final: boolean;
  readonly forecast: Forecast;
  /** The verdict if the run ends before the outlook. */
  readonly passesAtEnd: boolean;
}

export interface Rule<S extends State = State> {
  begin(sample: Sample): S;
  /** Samples come in order of time; none comes after a final state or after the outlook. */
  next(state: S, sample: Sample): S;
}

/** It is true at some time within `withinMs`; 0: at this instant. */
export function eventually(withinMs: Millis): Rule {
  return {
    begin(sample) {
      if (sample.truths[0]!.holds) return decided(sample, true);
      const forecast = { atMs: sample.atMs + withinMs, passed: false };
      return { final: false, forecast, passesAtEnd: false };
    },
    next: (state, sample) => (sample.truths[0]!.holds ? decided(sample, true) : state),
  };
}

/** It is `expected` (true by default) now and stays so for `forMs`; Infinity: to the end of the run. */
export function throughout(forMs: Millis, expected = true): Rule {
  return {
    begin(sample) {
      if (sample.truths[0]!.holds !== expected) return decided(sample, false);
      const forecast = { atMs: sample.atMs + forMs, passed: true };
      return { final: false, forecast, passesAtEnd: true };
    },
    next: (state, sample) =>
      sample.truths[0]!.holds === expected ? state : decided(sample, false),
  };
}

interface HoldingState extends State {
  readonly deadlineMs: Millis;
  /** Since when it has been true without a break. */
  readonly sinceMs?: Millis;
}

/** It becomes true and stays true for `forMs`, all of it within `withinMs`. */
export function holding(forMs: Millis, withinMs: Millis): Rule<HoldingState> {
  const judge = (deadlineMs: Millis, { atMs, truths }: Sample, sinceMs = atMs): HoldingState => {
    const endMs = sinceMs + forMs;
    // Too late for a full `forMs`: later changes cannot help.
    if (endMs > deadlineMs) return { ...decided({ atMs }, false), deadlineMs };
    if (truths[0]!.holds) {
      const forecast = { atMs: endMs, passed: true };
      return { final: false, forecast, passesAtEnd: false, deadlineMs, sinceMs };
    }
    const forecast = { atMs: deadlineMs - forMs, passed: false };
    return { final: false, forecast, passesAtEnd: false, deadlineMs };
  };
  return {
    begin: (sample) => judge(sample.atMs + withinMs, sample),
    next: (state, sample) =>
      judge(state.deadlineMs, sample, sample.truths[0]!.holds ? state.sinceMs : sample.atMs),
  };
}

interface CountingState extends State {
  readonly base: number;
}

/** It becomes true exactly `times` times within `forMs`; Infinity: to the end of the run. */
export function exactly(times: number, forMs: Millis): Rule<CountingState> {
  const judge = (base: number, endMs: Millis, sample: Sample): CountingState => {
    const count = sample.truths[0]!.tally - base;
    if (count > times) return { ...decided(sample, false), base };
    const passed = count === times;
    return { final: false, forecast: { atMs: endMs, passed }, passesAtEnd: passed, base };
  };
  return {
    begin: (sample) => judge(sample.truths[0]!.tally, sample.atMs + forMs, sample),
    next: (state, sample) => judge(state.base, state.forecast.atMs, sample),
  };
}

interface OrderState extends State {
  /** How many have become true in order. */
  readonly reached: number;
  readonly reachedAtMs: Millis;
  readonly tallies: readonly number[];
  /** When each last became true; what is true at the beginning became so then. */
  readonly roseAtMs: readonly Millis[];
}

/** Each becomes true after the one before it, or at the same instant, all of them within `withinMs`. */
export function inOrder(withinMs: Millis): Rule<OrderState> {
  const judge = (state: OrderState, sample: Sample): OrderState => {
    let { reached, reachedAtMs } = state;
    const { roseAtMs } = state;
    while (reached < roseAtMs.length && roseAtMs[reached]! >= reachedAtMs) {
      reachedAtMs = roseAtMs[reached]!;
      reached += 1;
    }
    const now = { ...state, reached, reachedAtMs };
    return reached === roseAtMs.length ? { ...now, ...decided(sample, true) } : now;
  };
  return {
    begin(sample) {
      const { atMs, truths } = sample;
      const first: OrderState = {
        final: false,
        forecast: { atMs: atMs + withinMs, passed: false },
        passesAtEnd: false,
        reached: 0,
        reachedAtMs: atMs,
        tallies: truths.map(({ tally }) => tally),
        roseAtMs: truths.map(({ holds }) => (holds ? atMs : -Infinity)),
      };
      return judge(first, sample);
    },
    next(state, sample) {
      const { atMs, truths } = sample;
      const tallies = truths.map(({ tally }) => tally);
      const roseAtMs = state.roseAtMs.map((old, i) =>
        tallies[i]! > state.tallies[i]! ? atMs : old,
      );
      return judge({ ...state, tallies, roseAtMs }, sample);
    },
  };
}

function decided({ atMs }: Pick<Sample, 'atMs'>, passed: boolean): State {
  return { final: true, forecast: { atMs, passed }, passesAtEnd: passed };
}
