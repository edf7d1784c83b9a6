/**
 * How the machines here are written: as statecharts in the form of xstate, of which only the data are needed. Tests hold the tables
 * made of them to xstate itself.
 */
import type { Cause } from '#values';

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

type OneOrMore<T> = T | readonly T[];

interface TransitionConfig<G, A> {
  readonly target?: string;
  /** Enters the state again where it is the present one. */
  readonly reenter?: boolean;
  readonly guard?: G;
  readonly actions?: OneOrMore<A>;
}

/** The first whose guard passes is taken; a name alone is a target. */
type Transitions<G, A> = string | OneOrMore<TransitionConfig<G, A>>;

interface StateConfig<G, D extends PropertyKey, A> {
  readonly entry?: OneOrMore<A>;
  readonly exit?: OneOrMore<A>;
  /** By event. */
  readonly on?: Readonly<Record<string, Transitions<G, A>>>;
  readonly after?: Readonly<Partial<Record<D, Transitions<G, A>>>>;
}

/** What is done, by the names that states use. */
export interface Implementations<S> {
  readonly guards: Readonly<Record<string, (args: Args<S>) => boolean>>;
  /** ms, or what computes them; Infinity: never. */
  readonly delays: Readonly<Record<string, number | ((args: Args<S>) => number)>>;
  readonly actions: Readonly<Record<string, (args: Args<S>) => void>>;
}

interface MachineConfig<S, I extends Implementations<S>> {
  readonly id: string;
  readonly initial: string;
  readonly states: Readonly<
    Record<string, StateConfig<keyof I['guards'], keyof I['delays'], keyof I['actions']>>
  >;
}

/** A machine as it is written; those of xstate have this form, too. */
export interface Machine {
  readonly id: string;
  readonly config: object;
  readonly implementations: {
    readonly guards: object;
    readonly delays: object;
    readonly actions: object;
  };
}

/** Returns a machine whose states name only what is implemented. */
export function machineOf<S, I extends Implementations<S>>(
  implementations: I,
  config: MachineConfig<S, I>,
): Machine {
  return { id: config.id, config, implementations };
}
