import type { Millis, Release } from './clock.ts';
import { Alarm, machineWall, type Wall } from './live.ts';
import type { Gate, VirtualClock } from './virtual-clock.ts';

/**
 * How virtual time is driven: `max`, as fast as the work allows; `auto`, the same, but it waits for
 * the gate, and stands still while no program follows; a factor, this many virtual
 * milliseconds to one of the wall's (1, 60, 0.5); `manual`, only by the clock's own advances.
 */
export type Pace = 'max' | 'auto' | 'manual' | number;

export interface PacerOptions {
  readonly pace: Pace;
  /** Default: the machine's clock. */
  readonly wall?: Wall;
  /** Asked at pace `auto` before time moves on. */
  readonly gate?: Gate;
  /** Whether a program follows what happens; see {@link Pacer.wake}. Default: always. */
  readonly isFollowed?: () => boolean;
}

/** What is lost when a product of milliseconds and factor is rounded, in virtual ms. */
const ROUNDING = 1e-3;

/**
 * How long work from outside waits for the clock to reach the present, in ms of the wall: an instant
 * at which ten thousand pods come up takes seconds.
 */
const PATIENCE_MS = 250;

/**
 * Drives a virtual clock: through a scenario (`run`), or for as long as a server lives (`start`,
 * `stop`). Only in-process work holds the clock back: when it takes longer than the wall clock
 * allows, virtual time lags and later catches up, timer after timer, skipping none.
 *
 * Whatever the pace, work that comes from outside is settled, and timers set for the present
 * instant fire, without waiting for the wall.
 */
export class Pacer {
  readonly #clock: VirtualClock;
  readonly #wall: Wall;
  readonly #gate: Gate | undefined;
  readonly #isFollowed: () => boolean;
  #pace: Pace;
  #driving = false;
  /** Where wall and virtual time last agreed; a factor counts from here. */
  #anchor: { readonly wall: number; readonly virtual: Millis };
  /** Stops the advance of the driving loop, so that it checks its state again. */
  #interrupt = new AbortController();
  /** Wakes the driving loop while it sleeps. */
  #alarm: Alarm | undefined;
  /** How many calls to the outside hold the clock. */
  #standing = 0;
  #catchingUp: { readonly target: Millis; readonly done: Promise<void> } | undefined;
  #catchUps = new AbortController();
  /** A catch-up has not arrived in time. */
  #isLate = false;
  #started: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  /** Throws a RangeError when the pace is a number, but not positive and finite. */
  constructor(clock: VirtualClock, options: PacerOptions) {
    this.#clock = clock;
    this.#wall = options.wall ?? machineWall;
    this.#gate = options.gate;
    this.#isFollowed = options.isFollowed ?? (() => true);
    this.#pace = checkedPace(options.pace);
    this.#anchor = { wall: 0, virtual: clock.now() };
  }

  get pace(): Pace {
    return this.#pace;
  }

  /**
   * Changes the pace, also during a run. Time continues from the present one; if the clock lags,
   * from the time that it has reached. Throws a RangeError like the constructor.
   */
  setPace(pace: Pace): void {
    const next = checkedPace(pace);
    // An overdue timer is where the clock is held up; without one it can go straight to the
    // present.
    this.#meetAt(Math.min(this.present(), this.#clock.nextDue() ?? Infinity));
    this.#pace = next;
    this.#interruptDriving();
    // The present may be far behind what it was before.
    this.#endCatchUps();
  }

  /**
   * Drives the clock to `until`, its timers included. Rejects like `VirtualClock.advanceTo`
   * (when the signal aborts: with its reason), or when the clock is being driven already.
   */
  async run(until: Millis, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.#drive(until, options.signal);
    options.signal?.throwIfAborted();
  }

  /**
   * Drives the clock until `stop`. When that fails, `onFailure` gets what `run` would reject with,
   * and the clock stops. At pace `max` it rests only while no timer is set.
   */
  start(onFailure: (error: unknown) => void): void {
    if (this.#started !== undefined) throw new Error('the pacer has been started already');
    const stop = new AbortController();
    const ended = this.#drive(Infinity, stop.signal).catch(onFailure);
    this.#started = { stop, ended };
  }

  /** Ends what `start` began; resolves when the clock is no longer driven. */
  async stop(): Promise<void> {
    const started = this.#started;
    if (started === undefined) return;
    this.#started = undefined;
    started.stop.abort();
    this.#endCatchUps();
    await started.ended;
  }

  /** A program follows from now on. */
  wake(): void {
    this.#alarm?.ring();
  }

  /**
   * The current time: while a factor drives the clock, it also advances between timers, when the
   * clock's own `now` stands still. Otherwise it is the clock's.
   */
  present(): Millis {
    const now = this.#clock.now();
    if (!this.#driving || isLeaping(this.#pace)) return now;
    if (this.#pace === 'manual') return Math.max(now, this.#anchor.virtual);
    const passed = (this.#wall.now() - this.#anchor.wall) * this.#pace;
    const present = this.#anchor.virtual + Math.floor(passed + ROUNDING);
    if (present >= now) return present;
    this.#meetAt(now); // an explicit advance has run ahead: continue from there
    return now;
  }

  /**
   * Brings the clock to the present, so that the next write gets the right time. Await it before
   * handling work from outside, and not while holding the clock. Resolves early when the pace
   * changes or the driving ends, and when the clock is held up for long: then the write has the time
   * of the instant that it interrupts. Rejects like `VirtualClock.advanceTo`.
   */
  catchUp(): Promise<void> {
    const target = this.present();
    if (target <= this.#clock.now() || this.#standing > 0 || this.#isLate) return Promise.resolve();
    if (this.#catchingUp !== undefined && this.#catchingUp.target >= target) {
      return this.#catchingUp.done;
    }
    const { signal } = this.#catchUps;
    const reached = this.#clock
      .advanceTo(target, { signal, gate: undefined })
      .catch((error: unknown) => {
        if (!signal.aborted || error !== signal.reason) throw error;
      });
    const done = this.#untilLate(reached);
    this.#catchingUp = { target, done };
    return done;
  }

  /** Waits for the clock, but not for long; until it has arrived, no others wait for it. */
  async #untilLate(reached: Promise<void>): Promise<void> {
    const arrival = new AbortController();
    const arrived = reached.finally(() => {
      arrival.abort();
      this.#isLate = false;
    });
    const late = this.#wall.sleep(PATIENCE_MS, arrival.signal).then(() => {
      if (!arrival.signal.aborted) this.#isLate = true;
    });
    await Promise.race([arrived, late]);
  }

  /**
   * Says that the clock is held for a call to the outside, which may take long, until the returned
   * function is called. Meanwhile {@link catchUp} does not wait: the time is that of the call, and
   * what is called may have requests of its own.
   */
  standStill(): Release {
    this.#standing++;
    this.#endCatchUps();
    let isOver = false;
    return () => {
      if (!isOver) this.#standing--;
      isOver = true;
    };
  }

  #endCatchUps(): void {
    this.#catchUps.abort();
    this.#catchUps = new AbortController();
    this.#catchingUp = undefined;
  }

  async #drive(until: Millis, signal: AbortSignal | undefined): Promise<void> {
    this.#clock.onActivity(() => this.wake());
    const interrupt = (): void => this.#interruptDriving();
    signal?.addEventListener('abort', interrupt);
    this.#meetAt(this.#clock.now());
    this.#driving = true;
    try {
      while (signal?.aborted !== true) {
        if (this.#interrupt.signal.aborted) this.#interrupt = new AbortController();
        const target = this.#target(until);
        const reached = await this.#advance(target);
        if (reached && target >= until) return;
        await this.#sleep(until);
      }
    } finally {
      this.#driving = false;
      signal?.removeEventListener('abort', interrupt);
      this.#clock.onActivity(undefined);
    }
  }

  #interruptDriving(): void {
    this.#interrupt.abort();
    this.wake();
  }

  /** For a program that follows. */
  get #isWaiting(): boolean {
    return this.#pace === 'auto' && !this.#isFollowed();
  }

  /** How far the clock may go now. */
  #target(until: Millis): Millis {
    if (!isLeaping(this.#pace)) return Math.min(until, this.present());
    if (this.#isWaiting) return this.#clock.now();
    // Without an end, go from one timer to the next.
    return until < Infinity ? until : (this.#clock.nextDue() ?? this.#clock.now());
  }

  /** Advances; false when interrupted. */
  async #advance(target: Millis): Promise<boolean> {
    const { signal } = this.#interrupt;
    try {
      const gate = this.#pace === 'auto' ? this.#gate : undefined;
      await this.#clock.advanceTo(target, { signal, gate });
      return true;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    }
  }

  /**
   * Waits until there may be something to do: the wall clock has caught up, or new work has come.
   */
  async #sleep(until: Millis): Promise<void> {
    const ms = this.#wallMsTo(Math.min(this.#clock.nextDue() ?? Infinity, until));
    if (ms <= 0) return;
    this.#alarm = new Alarm();
    // What interrupted the advance may have come too late for it.
    if (this.#interrupt.signal.aborted) this.#alarm.ring();
    await this.#wall.sleep(ms, this.#alarm);
    this.#alarm = undefined;
  }

  /** How long the wall takes until virtual time may be `time`. */
  #wallMsTo(time: Millis): number {
    if (time === Infinity || this.#pace === 'manual') return Infinity;
    if (this.#isWaiting) return Infinity;
    if (isLeaping(this.#pace)) return 0;
    return (time - this.#anchor.virtual) / this.#pace + this.#anchor.wall - this.#wall.now();
  }

  #meetAt(virtual: Millis): void {
    this.#anchor = { wall: this.#wall.now(), virtual };
  }
}

/** Time goes from timer to timer, without regard to the wall. */
function isLeaping(pace: Pace): pace is 'max' | 'auto' {
  return pace === 'max' || pace === 'auto';
}

function checkedPace(pace: Pace): Pace {
  if (typeof pace === 'number' && !(pace > 0 && pace < Infinity)) {
    throw new RangeError(`no pace: ${pace}`);
  }
  return pace;
}
