/** Runs subjects (pods, nodes) through a compiled table on the clock, without an actor each. */
import type { Clock, Timer, TimerOptions } from '#clock';
import type { Delayed, MachineEvent, Row, Table } from './compile.ts';

/** The interpreter's state of a subject; machines never touch it. */
export interface Subject {
  /** Index of its state in the table. */
  state: number;
  /** Timers of its state that are set; undefined when there are none. */
  timers: Timer[] | undefined;
  /** The name of its timers. They are quiet: actions only read and enqueue. */
  readonly timerOptions: TimerOptions;
}

export class Interpreter<S extends Subject> {
  readonly #table: Table<S>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #moved: ((subject: S) => void) | undefined;

  /** @param moved called after each move of a subject to a state, be it the same one */
  constructor(table: Table<S>, clock: Pick<Clock, 'after'>, moved?: (subject: S) => void) {
    this.#table = table;
    this.#clock = clock;
    this.#moved = moved;
  }

  /** The state that new subjects are in. */
  get initial(): number {
    return this.#table.initial;
  }

  /** The name of the subject's state. */
  stateOf(subject: S): string {
    return this.#table.states[subject.state]!.name;
  }

  /** Delivers an event: the first transition whose guard passes is taken, or none. */
  send(subject: S, event: MachineEvent): void {
    const rows = this.#table.states[subject.state]!.on.get(event.type);
    if (rows !== undefined) this.#take(subject, rows, event);
  }

  /** Cancels the subject's timers: from now on only events change it. */
  stop(subject: S): void {
    const { timers } = subject;
    if (timers === undefined) return;
    for (const timer of timers) timer.cancel();
    subject.timers = undefined;
  }

  #take(subject: S, rows: readonly Row<S>[], event: MachineEvent): void {
    for (const row of rows) {
      if (row.guard !== undefined && !row.guard(subject, event)) continue;
      if (row.target >= 0) this.#move(subject, row, event);
      else for (const act of row.actions) act(subject, event);
      return;
    }
  }

  #move(subject: S, row: Row<S>, event: MachineEvent): void {
    this.stop(subject);
    for (const act of this.#table.states[subject.state]!.exit) act(subject, event);
    for (const act of row.actions) act(subject, event);
    subject.state = row.target;
    const state = this.#table.states[row.target]!;
    for (const act of state.entry) act(subject, event);
    for (const delayed of state.after) this.#schedule(subject, delayed);
    this.#moved?.(subject);
  }

  #schedule(subject: S, delayed: Delayed<S>): void {
    const delay = delayed.delay(subject);
    if (delay === Infinity) return;
    const fire = (): void => this.#take(subject, delayed.rows, delayed.event);
    const timer = this.#clock.after(delay, fire, subject.timerOptions);
    (subject.timers ??= []).push(timer);
  }
}
