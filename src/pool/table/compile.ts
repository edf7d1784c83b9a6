/**
 * Turns a flat xstate machine into a table of plain rows, once. An actor costs kilobytes and tens
 * of microseconds an event, too much for 100,000 pods; a row costs neither. The machine remains the
 * definition to read; a test compares the two.
 */
import type { AnyStateMachine } from 'xstate';
import type { Cause } from '#values';
import { definitionOf, noTable, type StateDefinition, type Transition } from './definition.ts';

/** An event as machines here see it. */
export interface MachineEvent {
  readonly type: string;
  /** The cause of the event. */
  readonly cause?: Cause;
  /** Of events that a delay raises: `after STATE DELAY`. */
  readonly timer?: string;
}

/**
 * The context of all machines here. xstate copies a context, so what changes lies one level down.
 */
export interface Holding<S> {
  readonly subject: S;
}

/** What guards, actions and delays are called with, here as in xstate. */
export interface Args<S> {
  readonly context: Holding<S>;
  readonly event: MachineEvent;
}

export type Guard<S> = (subject: S, event: MachineEvent) => boolean;
export type Action<S> = (subject: S, event: MachineEvent) => void;

/** One candidate transition. The first one whose guard passes is taken. */
export interface Row<S> {
  readonly guard: Guard<S> | undefined;
  /** Index of the state to enter; -1: only the actions run, and timers stay. */
  readonly target: number;
  readonly actions: readonly Action<S>[];
}

/** The transition of a state after a delay. */
export interface Delayed<S> {
  /** ms, computed on entry; Infinity: never. */
  readonly delay: (subject: S) => number;
  readonly rows: readonly Row<S>[];
  readonly event: MachineEvent;
}

export interface TableState<S> {
  readonly name: string;
  readonly entry: readonly Action<S>[];
  readonly exit: readonly Action<S>[];
  readonly on: ReadonlyMap<string, readonly Row<S>[]>;
  readonly after: readonly Delayed<S>[];
}

export interface Table<S> {
  /** In the order of the definition. */
  readonly states: readonly TableState<S>[];
  /** Index of the state to begin in; entering it has no actions. */
  readonly initial: number;
}

/**
 * Compiles a machine made with `setup({ guards, delays, actions })`, whose context is a
 * {@link Holding}. Throws a TypeError for what a table does not support: nested, parallel, history
 * and final states, `always`, `invoke`, transitions and actions of the machine as a whole,
 * wildcards, several targets, an initial state that does something on entry, and guards or
 * actions that are not plain functions under a name.
 */
export function compile<S>(machine: AnyStateMachine): Table<S> {
  return new Compiler<S>(machine).table();
}

class Compiler<S> {
  readonly #machine: AnyStateMachine;
  readonly #names: readonly string[];
  readonly #states: readonly StateDefinition[];
  readonly #initial: string;

  constructor(machine: AnyStateMachine) {
    const { states, initial } = definitionOf(machine);
    this.#machine = machine;
    this.#states = states;
    this.#initial = initial;
    this.#names = states.map(({ name }) => name);
  }

  table(): Table<S> {
    const states = this.#states.map((state) => this.#state(state));
    const initial = this.#index(this.#initial);
    const first = states[initial]!;
    if (first.entry.length > 0 || first.after.length > 0) {
      this.#refuse(`initial state ${first.name} with actions or delays`);
    }
    return { states, initial };
  }

  #state({ name, entry, exit, on, after }: StateDefinition): TableState<S> {
    const rows = (transitions: readonly Transition[]) =>
      transitions.map((transition) => this.#row(name, transition));
    return {
      name,
      entry: this.#actions(entry),
      exit: this.#actions(exit),
      on: new Map([...on].map(([event, transitions]) => [event, rows(transitions)])),
      after: [...after].map(([delay, transitions]) => ({
        delay: this.#delay(delay),
        rows: rows(transitions),
        event: { type: 'after', timer: `after ${name} ${delay}` },
      })),
    };
  }

  #row(source: string, { target, reenter, guard, actions }: Transition): Row<S> {
    // A transition to the own state counts as none unless it says `reenter`: so xstate has it.
    const isStay = target === undefined || (target === source && !reenter);
    return {
      guard: this.#guard(guard),
      target: isStay ? -1 : this.#index(target),
      actions: this.#actions(actions),
    };
  }

  #index(name: string): number {
    const index = this.#names.indexOf(name);
    return index < 0 ? this.#refuse(`target ${name}`) : index;
  }

  #guard(named: unknown): Guard<S> | undefined {
    if (named === undefined) return undefined;
    const run = this.#named('guards', named) as (args: Args<S>) => boolean;
    return (subject, event) => run({ context: { subject }, event });
  }

  #actions(all: readonly unknown[]): Action<S>[] {
    return all.map((named) => {
      const run = this.#named('actions', named) as (args: Args<S>) => void;
      return (subject: S, event: MachineEvent) => run({ context: { subject }, event });
    });
  }

  #delay(named: string): (subject: S) => number {
    const known = this.#implementations('delays')[named];
    if (known === undefined) {
      const fixed = Number(named);
      return Number.isFinite(fixed) ? () => fixed : this.#refuse(`unknown delay ${named}`);
    }
    if (typeof known === 'number') return () => known;
    const run = known as (args: Args<S>) => number;
    const event: MachineEvent = { type: 'delay' };
    return (subject) => run({ context: { subject }, event });
  }

  /**
   * The plain function behind a name. xstate's own action makers carry a `type`: those are
   * rejected.
   */
  #named(group: 'guards' | 'actions', named: unknown): unknown {
    const name = nameOf(named);
    const run = name === undefined ? undefined : this.#implementations(group)[name];
    if (typeof run === 'function' && !('type' in run) && !('check' in run)) return run;
    return this.#refuse(`${group} other than named plain functions (${name ?? typeof named})`);
  }

  #implementations(group: 'guards' | 'actions' | 'delays'): Readonly<Record<string, unknown>> {
    return this.#machine.implementations[group] as Readonly<Record<string, unknown>>;
  }

  #refuse(what: string): never {
    throw noTable(this.#machine, what);
  }
}

function nameOf(named: unknown): string | undefined {
  if (typeof named === 'string') return named;
  if (typeof named !== 'object' || named === null || 'params' in named) return undefined;
  return 'type' in named && typeof named.type === 'string' ? named.type : undefined;
}
