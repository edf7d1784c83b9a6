/**
 * Turns a flat xstate machine into a table of plain rows, once. An actor costs kilobytes and
 * tens of microseconds an event, which 100,000 pods cannot afford; a row costs neither. The
 * machine stays the definition that people read; a test holds the two equal.
 */
import type { AnyStateMachine } from 'xstate';
import type { Cause } from '#kinds';

/** An event as machines here see it. */
export interface MachineEvent {
  readonly type: string;
  /** What made somebody send it. */
  readonly cause?: Cause;
  /** Of events that a delay raises: `after STATE DELAY`. */
  readonly timer?: string;
}

/** The context of all machines here. xstate copies a context, so what changes lies one level down. */
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

/** What becomes of a state after a delay. */
export interface Delayed<S> {
  /** ms, asked on entry; Infinity: never. */
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

interface Transition {
  readonly eventType: string;
  readonly target?: readonly StateNode[];
  readonly reenter: boolean;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
  readonly delay?: number | string;
}

interface StateNode {
  readonly key: string;
  readonly type: string;
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly after: readonly Transition[];
  readonly always?: readonly unknown[];
  readonly invoke: readonly unknown[];
}

/**
 * Compiles a machine made with `setup({ guards, delays, actions })`, whose context is a
 * {@link Holding}. Throws a TypeError for what a table does not do: nested, parallel, history
 * and final states, `always`, `invoke`, transitions and actions of the machine as a whole,
 * wildcards, several targets, an initial state that does something on entry, and guards or
 * actions that are not plain functions under a name.
 */
export function compile<S>(machine: AnyStateMachine): Table<S> {
  return new Compiler<S>(machine).table();
}

class Compiler<S> {
  readonly #machine: AnyStateMachine;
  readonly #nodes: readonly StateNode[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(machine: AnyStateMachine) {
    this.#machine = machine;
    this.#nodes = Object.values(machine.states) as unknown as StateNode[];
    this.#indexes = new Map(this.#nodes.map((node, index) => [node.key, index]));
  }

  table(): Table<S> {
    const root = this.#machine.root as unknown as StateNode;
    if (root.type !== 'compound') this.#refuse(`a machine of type ${root.type}`);
    if (root.transitions.size > 0 || root.after.length > 0 || root.always !== undefined) {
      this.#refuse('transitions of the whole machine');
    }
    if (root.entry.length > 0 || root.exit.length > 0 || root.invoke.length > 0) {
      this.#refuse('actions of the whole machine');
    }
    const states = this.#nodes.map((node) => this.#state(node));
    const initial = this.#index(this.#machine.root.initial.target[0]!.key);
    const first = states[initial]!;
    if (first.entry.length > 0 || first.after.length > 0) {
      this.#refuse(`initial state ${first.name} with actions or delays`);
    }
    return { states, initial };
  }

  #state(node: StateNode): TableState<S> {
    if (node.type !== 'atomic') this.#refuse(`state ${node.key} of type ${node.type}`);
    if (node.always !== undefined) this.#refuse(`always in state ${node.key}`);
    if (node.invoke.length > 0) this.#refuse(`invoke in state ${node.key}`);
    const on = new Map<string, readonly Row<S>[]>();
    for (const [event, transitions] of node.transitions) {
      if (event.includes('*')) this.#refuse(`event ${event} in state ${node.key}`);
      if (transitions[0]?.delay === undefined) on.set(event, this.#rows(node, transitions));
    }
    return {
      name: node.key,
      entry: this.#actions(withoutTimers(node.entry)),
      exit: this.#actions(withoutTimers(node.exit)),
      on,
      after: this.#after(node),
    };
  }

  /** Transitions of one delay are candidates of one timer; timers are set in this order. */
  #after(node: StateNode): Delayed<S>[] {
    const byDelay = new Map<number | string, Transition[]>();
    for (const transition of node.after) {
      const delay = transition.delay!;
      byDelay.set(delay, [...(byDelay.get(delay) ?? []), transition]);
    }
    return [...byDelay].map(([delay, transitions]) => ({
      delay: this.#delay(delay),
      rows: this.#rows(node, transitions),
      event: { type: transitions[0]!.eventType, timer: `after ${node.key} ${delay}` },
    }));
  }

  #rows(source: StateNode, transitions: readonly Transition[]): Row<S>[] {
    return transitions.map((transition) => ({
      guard: this.#guard(transition.guard),
      target: this.#target(source, transition),
      actions: this.#actions(transition.actions),
    }));
  }

  /** A transition to the own state counts as none unless it says `reenter`: so xstate has it. */
  #target(source: StateNode, { target, reenter }: Transition): number {
    if (target === undefined) return -1;
    if (target.length !== 1) this.#refuse(`several targets in state ${source.key}`);
    const { key } = target[0]!;
    return key === source.key && !reenter ? -1 : this.#index(key);
  }

  #index(key: string): number {
    const index = this.#indexes.get(key);
    return index ?? this.#refuse(`target ${key}`);
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

  #delay(named: number | string): (subject: S) => number {
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

  /** The plain function behind a name. xstate's own action makers carry a `type`: those are refused. */
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
    throw new TypeError(`machine ${this.#machine.id}: a table has no ${what}`);
  }
}

/** xstate adds the raising and cancelling of delayed events to entry and exit; the table has its own. */
function withoutTimers(actions: readonly unknown[]): readonly unknown[] {
  return actions.filter((action) => {
    const type = typeof action === 'function' && 'type' in action ? action.type : undefined;
    return type !== 'xstate.raise' && type !== 'xstate.cancel';
  });
}

function nameOf(named: unknown): string | undefined {
  if (typeof named === 'string') return named;
  if (typeof named !== 'object' || named === null || 'params' in named) return undefined;
  return 'type' in named && typeof named.type === 'string' ? named.type : undefined;
}
