/**
 * Feature gates, and behaviours that changed without one: with behaviours/ the only place that knows
 * in which minor of Kubernetes each begins. Code asks a {@link Profile} for a name, never for a number.
 *
 * A line of the table says
 *
 *     JobSuccessPolicy 30 alpha off, 31 beta on, 33 GA on locked, 37 gone; needs OTHER GATES
 *
 *     30 alpha off      from 1.30 on it is alpha, and off by default; 24: or before
 *     locked            it cannot be set to anything else
 *     37 gone           1.37 does not know it any more: what it stood for stays as it was
 *     needs             these have to be on where it is, which releases since 1.35 check
 */
import { behaviours, type Behaviour } from './behaviours.ts';
import { gatesTable } from './gates-table.ts';

export type Stage = 'alpha' | 'beta' | 'GA' | 'deprecated';

/** What a gate is from a minor on, until its next state. */
export interface GateState {
  /** The minor of Kubernetes 1. */
  readonly since: number;
  readonly default: boolean;
  /** Absent for a gate that Kubernetes does not have. */
  readonly stage?: Stage;
  /** It cannot be set to anything else. */
  readonly locked?: true;
  /** It cannot be set at all: the release does not know it, or does not know it any more. */
  readonly gone?: true;
  /** The gates that have to be on where it is on. */
  readonly needs?: readonly string[];
}

/** Switches that Kubernetes does not have: off in every release. */
const ownGates = {
  /** After missed times, only the latest counts, even on an irregular schedule. */
  CronJobDueTimeFix: { since: 24, default: false },
  /** Follow the API document where it differs from v1.24 (`--seed-strict`). */
  SeedStrict: { since: 24, default: false },
} as const satisfies Readonly<Record<string, GateState>>;

/**
 * Returns the state of each gate and behaviour in a minor by name. What the release does not have yet
 * is off, and what it has no more stays as it was last; neither can be set.
 */
export function gatesOf(minor: number): ReadonlyMap<string, GateState> {
  return new Gates(minor);
}

/** Reads only the lines of the gates that are asked for, until all are: a cluster asks for a few. */
class Gates implements ReadonlyMap<string, GateState> {
  readonly #minor: number;
  readonly #cache = new Map<string, GateState | undefined>();
  #all: ReadonlyMap<string, GateState> | undefined;

  constructor(minor: number) {
    this.#minor = minor;
  }

  get(name: string): GateState | undefined {
    const known = this.#cache.get(name);
    if (known !== undefined || this.#cache.has(name)) return known;
    const state = stateIn(name, this.#minor);
    this.#cache.set(name, state);
    return state;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get size(): number {
    return this.#whole.size;
  }

  forEach(
    see: (state: GateState, name: string, all: ReadonlyMap<string, GateState>) => void,
  ): void {
    for (const [name, state] of this) see(state, name, this);
  }

  entries(): MapIterator<[string, GateState]> {
    return this.#whole.entries();
  }

  keys(): MapIterator<string> {
    return this.#whole.keys();
  }

  values(): MapIterator<GateState> {
    return this.#whole.values();
  }

  [Symbol.iterator](): MapIterator<[string, GateState]> {
    return this.entries();
  }

  get #whole(): ReadonlyMap<string, GateState> {
    this.#all ??= allIn(this.#minor);
    return this.#all;
  }
}

function allIn(minor: number): ReadonlyMap<string, GateState> {
  const lines = gatesTable.split('\n').filter((line) => line !== '');
  const listed = lines.map((line) => line.slice(0, line.indexOf(' ')));
  const names = [...Object.keys(ownGates), ...Object.keys(behaviours), ...listed];
  return new Map(names.map((name) => [name, stateIn(name, minor)!]));
}

function stateIn(name: string, minor: number): GateState | undefined {
  if (Object.hasOwn(behaviours, name)) {
    const { since, until = Infinity }: Behaviour = behaviours[name as keyof typeof behaviours];
    return { since, default: since <= minor && minor <= until, gone: true };
  }
  if (Object.hasOwn(ownGates, name)) return ownGates[name as keyof typeof ownGates];
  const line = lineOf(name);
  return line === undefined ? undefined : readLine(line, minor);
}

/** Returns the line of a gate in the table. */
function lineOf(gate: string): string | undefined {
  const at = gatesTable.indexOf(`\n${gate} `) + 1;
  return at === 0 ? undefined : gatesTable.slice(at, gatesTable.indexOf('\n', at));
}

/** Returns the minor since which a gate is stable, 24 for earlier ones, too; undefined: it is not. */
export function stableSince(gate: string): number | undefined {
  const found = /^\S+ (?:.*, )?(\d+) GA/.exec(lineOf(gate) ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Returns the minor since which a gate is on by default where it is so in the given one, and else the next since which it is;
 * 24 for earlier ones, too. Undefined: there is none.
 */
export function onSince(gate: string, minor: number): number | undefined {
  const states = / ([^;]*)/.exec(lineOf(gate) ?? '')?.[1]?.split(', ') ?? [];
  const spans = states.map((state) => state.split(' ')).filter(([, word]) => word !== 'gone');
  const later = spans.findIndex(([since]) => Number(since) > minor);
  let at = (later === -1 ? spans.length : later) - 1;
  if (at < 0 || spans[at]![2] !== 'on') {
    const next = spans.slice(at + 1).find(([, , value]) => value === 'on');
    return next && Number(next[0]);
  }
  while (at > 0 && spans[at - 1]![2] === 'on') at--;
  return Number(spans[at]![0]);
}

function readLine(line: string, minor: number): GateState {
  const [known, needs] = line.split('; needs ');
  const [name] = known!.split(' ', 1);
  const states = known!
    .slice(name!.length + 1)
    .split(', ')
    .map((text) => text.split(' '));
  const isThen = ([since]: readonly string[]): boolean => Number(since) <= minor;
  const last = states.findLast((state) => isThen(state) && state[1] !== 'gone');
  if (last === undefined) {
    return { since: Number(states[0]![0]), default: false, gone: true };
  }
  const [since, stage, value, locked] = last;
  const isGone = states.some((state) => state[1] === 'gone' && isThen(state));
  return {
    since: Number(since),
    default: value === 'on',
    stage: stage as Stage,
    ...(locked !== undefined && { locked: true as const }),
    ...(isGone && { gone: true as const }),
    ...(needs !== undefined && { needs: needs.split(' ') }),
  };
}
