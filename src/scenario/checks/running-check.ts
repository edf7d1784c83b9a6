/** A running check: watched conditions, evaluated over time by a rule. */
import type { Clock, Millis, Timer } from '#clock';
import type { KubeObject } from '#values';
import type { CheckedObject, WatchedNumber } from '#record';
import { CostError } from '../expression/index.ts';
import type { Condition, Monitor } from './condition.ts';
import { Meter } from './meter.ts';
import type { ObservedKinds } from './observed-kinds.ts';
import type { ObservedChange, ObservingCheck } from './observing.ts';
import type { Forecast, Rule, Sample, State, Truth } from './rules.ts';

/** What a check step asks for, ready to begin. */
export interface CheckPlan {
  readonly conditions: readonly Condition[];
  readonly rule: Rule;
  /** What had to happen, in words: `DaemonSet agent status {"numberReady":5}, within 40s`. */
  readonly expected: string;
  /** Events that were recorded before the check began count too. */
  readonly countsThePast: boolean;
  /** What was found beside the state of the conditions, such as how often one became true. */
  found?(state: State, truths: readonly Truth[]): string | undefined;
}

/** The result of a check. */
export interface Finding {
  readonly passed: boolean;
  readonly atMs: Millis;
  /** The run ended first. */
  readonly undecided: boolean;
  /** What was found, in words. */
  readonly actual: string;
  /** The object, as it was then, whose change decided it, or that a condition is about. */
  readonly object?: KubeObject;
  /** Which object a condition is about, where there was none. */
  readonly about?: CheckedObject;
  /** The path of the first field of that object that is not as it must be. */
  readonly field?: string;
  /** The numbers that it looked at, over its time. */
  readonly watched?: readonly WatchedNumber[];
}

export interface RunningCheckOptions {
  readonly plan: CheckPlan;
  readonly clock: Clock;
  readonly observed: ObservedKinds;
  /** For the clock, in words for people. */
  readonly name: string;
  readonly onDecided: (finding: Finding) => void;
}

interface Watched {
  readonly monitor: Monitor;
  truth: Truth;
}

export class RunningCheck implements ObservingCheck {
  readonly countsThePast: boolean;
  readonly #options: RunningCheckOptions;
  #watched: readonly Watched[] = [];
  #state: State | undefined;
  #timer: Timer | undefined;
  #stale = false;
  /** Why a condition cannot be evaluated. */
  #problem: string | undefined;
  #over = false;
  /** The numbers that its conditions look at. */
  readonly #meters = new Map<string, Meter>();

  constructor(options: RunningCheckOptions) {
    this.#options = options;
    this.countsThePast = options.plan.countsThePast;
  }

  /** Begins to watch; may decide at once. */
  async begin(): Promise<void> {
    const { plan, observed } = this.#options;
    await observed.follow(plan.conditions.flatMap(({ kinds }) => kinds));
    if (this.#over) return;
    try {
      this.#watched = plan.conditions.map((condition) => {
        const monitor = condition.watch(observed, this);
        return { monitor, truth: { holds: monitor.holds, tally: monitor.tally ?? 0 } };
      });
    } catch (error) {
      if (!(error instanceof CostError)) throw error;
      this.giveUp(error.message);
      return;
    }
    this.#take(plan.rule.begin(this.#sample()));
  }

  measure(what: string, value: number): void {
    if (!Number.isFinite(value)) return;
    const now = this.#options.clock.now();
    const meter = this.#meters.get(what);
    if (meter === undefined) this.#meters.set(what, new Meter(now, value));
    else meter.set(now, value);
  }

  before(): void {
    this.#stale = true;
    const forecast = this.#state?.forecast;
    if (forecast !== undefined && this.#options.clock.now() > forecast.atMs) this.#pass(forecast);
  }

  after(change: ObservedChange): void {
    if (!this.#stale || this.#over) return;
    this.#stale = false;
    if (!this.#look()) return;
    this.#take(this.#options.plan.rule.next(this.#state!, this.#sample()), change);
  }

  giveUp(why: string): void {
    this.#problem = why;
    this.#decide({ passed: false, atMs: this.#options.clock.now(), undecided: false });
  }

  /** The run ends: an open check is decided by the current state. */
  end(): void {
    if (this.#over) return;
    const state = this.#state;
    const now = this.#options.clock.now();
    if (state !== undefined && now >= state.forecast.atMs) {
      this.#pass(state.forecast);
      return;
    }
    // The end of the run decides a check that lasts until then; it cuts any other one short.
    const undecided = state?.forecast.atMs !== Infinity;
    this.#decide({ passed: state?.passesAtEnd ?? false, atMs: now, undecided });
  }

  /** Updates the state of the conditions; returns whether anything changed. */
  #look(): boolean {
    let changed = false;
    for (const watched of this.#watched) {
      const { monitor, truth } = watched;
      const { holds } = monitor;
      const tally = monitor.tally ?? truth.tally + (holds && !truth.holds ? 1 : 0);
      if (holds === truth.holds && tally === truth.tally) continue;
      watched.truth = { holds, tally };
      changed = true;
    }
    return changed;
  }

  #sample(): Sample {
    return { atMs: this.#options.clock.now(), truths: this.#watched.map(({ truth }) => truth) };
  }

  #take(state: State, change?: ObservedChange): void {
    this.#state = state;
    const { final, forecast } = state;
    if (final) this.#decide({ ...forecast, undecided: false }, change?.object);
    else this.#checkAfter(forecast.atMs);
  }

  /** The instant of the outlook is over. */
  #pass(forecast: Forecast): void {
    this.#decide({ ...forecast, undecided: false });
  }

  /** A timer at the first instant after the outlook, as its own instant still counts. */
  #checkAfter(atMs: Millis): void {
    const { clock, name } = this.#options;
    const due = atMs + 1;
    if (this.#timer?.due === due) return;
    this.#timer?.cancel();
    this.#timer = Number.isFinite(due)
      ? clock.after(due - clock.now(), () => this.#pass(this.#state!.forecast), {
          name: `deadline of ${name}`,
          quiet: true,
        })
      : undefined;
  }

  #decide(
    finding: Omit<Finding, 'actual' | 'object' | 'about' | 'field' | 'watched'>,
    changed?: KubeObject,
  ): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer?.cancel();
    for (const { monitor } of this.#watched) monitor.stop();
    const object = changed ?? this.#watched.find(({ monitor }) => monitor.object)?.monitor.object;
    const actual = this.#actual(finding.undecided);
    const watched = [...this.#meters].map(([what, meter]) => ({ what, ...meter.at(finding.atMs) }));
    const about = object
      ? undefined
      : this.#watched.find(({ monitor }) => monitor.about)?.monitor.about;
    const field = finding.passed
      ? undefined
      : this.#watched.find(({ monitor }) => monitor.field !== undefined)?.monitor.field;
    const present = {
      ...(object && { object }),
      ...(field !== undefined && { field }),
      ...(about && { about }),
      ...(watched.length > 0 && { watched }),
    };
    this.#options.onDecided({ ...finding, actual, ...present });
  }

  #actual(undecided: boolean): string {
    const { plan, observed } = this.#options;
    if (this.#problem !== undefined) return this.#problem;
    if (this.#state === undefined)
      return `it could not begin: ${observed.problem ?? 'the cluster could not be read'}`;
    const truths = this.#watched.map(({ truth }) => truth);
    const found = plan.found?.(this.#state, truths);
    const present = this.#watched.map(({ monitor }) => monitor.actual()).join('; ');
    const text = found === undefined ? present : `${found}; ${present}`;
    return undecided ? `the run ended before it was decided: ${text}` : text;
  }
}
