/**
 * A flat xstate machine, read from its public definition (`machine.config`). What a table does not
 * support, and keys that later versions of xstate may add, are rejected.
 */
import type { AnyStateMachine } from 'xstate';

/** A candidate transition, still with the names of what it calls. */
export interface Transition {
  /** The state to enter. */
  readonly target: string | undefined;
  readonly reenter: boolean;
  readonly guard: unknown;
  readonly actions: readonly unknown[];
}

export interface StateDefinition {
  readonly name: string;
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  /** By event. */
  readonly on: ReadonlyMap<string, readonly Transition[]>;
  /** By delay, in the order in which timers are set. */
  readonly after: ReadonlyMap<string, readonly Transition[]>;
}

export interface Definition {
  /** In the order in which they are written. */
  readonly states: readonly StateDefinition[];
  readonly initial: string;
}

type Config = Readonly<Record<string, unknown>>;

/** The other keys of a definition are only documentation. */
const ofMachine = ['id', 'initial', 'context', 'states', 'types', 'schemas', 'version'];
const ofState = ['entry', 'exit', 'on', 'after'];
const ofTransition = ['target', 'guard', 'actions', 'reenter'];
const documentation = ['description', 'meta'];

/** @throws {TypeError} for what a table does not support */
export function definitionOf(machine: AnyStateMachine): Definition {
  const config: Config = machine.config as Config;
  const type = typeOf(config);
  if (type !== 'compound') throw noTable(machine, `a machine of type ${type}`);
  const [strange] = strangeTo(config, ofMachine);
  if (strange !== undefined) throw noTable(machine, `${strange} of the whole machine`);
  const states = Object.entries(config['states'] as Config).map(([name, state]) =>
    new StateReader(machine, name).read(state as Config),
  );
  if (typeof config['initial'] !== 'string') throw noTable(machine, 'actions of initial');
  return { states, initial: config['initial'] };
}

export function noTable({ id }: AnyStateMachine, what: string): TypeError {
  return new TypeError(`machine ${id}: a table has no ${what}`);
}

class StateReader {
  readonly #machine: AnyStateMachine;
  readonly #name: string;

  constructor(machine: AnyStateMachine, name: string) {
    this.#machine = machine;
    this.#name = name;
  }

  read(config: Config): StateDefinition {
    const type = typeOf(config);
    if (type !== 'atomic') this.#refuse(`state ${this.#name} of type ${type}`);
    this.#check(config, [...ofState, 'type']);
    const { entry, exit, on = {}, after = {} } = config;
    const events = Object.keys(on as Config);
    const wild = events.find((event) => event.includes('*'));
    if (wild !== undefined) this.#refuse(`event ${wild} in state ${this.#name}`);
    return {
      name: this.#name,
      entry: listOf(entry),
      exit: listOf(exit),
      on: this.#transitions(on as Config),
      after: this.#transitions(after as Config),
    };
  }

  #transitions(config: Config): ReadonlyMap<string, readonly Transition[]> {
    const byTrigger = Object.entries(config).map(
      ([trigger, input]) => [trigger, listOf(input).map((each) => this.#transition(each))] as const,
    );
    return new Map(byTrigger);
  }

  #transition(input: unknown): Transition {
    const config = typeof input === 'string' ? { target: input } : (input as Config);
    this.#check(config, ofTransition);
    const { target, reenter = false, guard, actions } = config;
    const [first, ...more] = listOf(target);
    if (more.length > 0) this.#refuse(`several targets in state ${this.#name}`);
    return {
      target: first as string | undefined,
      reenter: reenter as boolean,
      guard,
      actions: listOf(actions),
    };
  }

  #check(config: Config, known: readonly string[]): void {
    const [strange] = strangeTo(config, known);
    if (strange !== undefined) this.#refuse(`${strange} in state ${this.#name}`);
  }

  #refuse(what: string): never {
    throw noTable(this.#machine, what);
  }
}

function typeOf({ type, states }: Config): string {
  return typeof type === 'string' ? type : states === undefined ? 'atomic' : 'compound';
}

function strangeTo(config: Config, known: readonly string[]): readonly string[] {
  const all = [...known, ...documentation];
  return Object.keys(config).filter((key) => config[key] !== undefined && !all.includes(key));
}

/** A single value means a list of one. */
function listOf(input: unknown): readonly unknown[] {
  return input === undefined ? [] : Array.isArray(input) ? input : [input];
}
