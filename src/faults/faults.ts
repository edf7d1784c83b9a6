/** The faults of a cluster: which are in force, what they have struck, and what they strike next. */
import type { Clock, Millis, Random, RandomStream } from '#clock';
import type { ReconcileId } from '#kinds';
import { clientText, keyText, resourceText, type Asked } from './asked.ts';
import { effectText } from './effect-text.ts';
import { canFailWith, failureOf, type Failure } from './errors.ts';
import type { Fault } from './fault.ts';

/** What a fault has done to a request. */
export interface Strike {
  /** Virtual time, ms. */
  readonly time: Millis;
  /** The store's revision then. */
  readonly revision: number;
  /** The fault's name. */
  readonly fault: string;
  /** `TooManyRequests, retry after 5s` */
  readonly effect: string;
  readonly client: string;
  readonly verb: string;
  /** `pods`, `pods/status` */
  readonly resource: string;
  /** `namespace/name`, `name`, `namespace/` for all of a namespace; empty for all of a cluster. */
  readonly key: string;
  /** The reconcile that the request belonged to. */
  readonly reconcile?: ReconcileId;
}

/** A fault in force. */
export interface FaultState {
  readonly name: string;
  /** `TooManyRequests, retry after 5s` */
  readonly effect: string;
  /** Virtual ms. */
  readonly since: Millis;
  /** Virtual ms; absent: it ends by strikes, or when it is lifted. */
  readonly until?: Millis;
  /** How many requests have matched. */
  readonly seen: number;
  /** How many it has struck. */
  readonly struck: number;
}

export interface FaultsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** The store's revision. */
  readonly revision: () => number;
  /** Clients that drive the run: struck only by faults that name clients. */
  readonly drivers: readonly string[];
  /** Called for each strike, in order. */
  readonly onStrike?: (strike: Strike) => void;
}

/** What a request that was struck gets. */
export interface Struck extends Failure {
  /** The request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
}

interface Active {
  readonly name: string;
  readonly fault: Fault;
  readonly since: Millis;
  readonly until: Millis;
  readonly chance: RandomStream;
  seen: number;
  struck: number;
}

export class Faults {
  readonly #options: FaultsOptions;
  /** In the order in which they were injected. */
  #active: readonly Active[] = [];
  #injected = 0;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** Whether there is any, so that a request without costs one comparison. */
  get isQuiet(): boolean {
    return this.#active.length === 0;
  }

  /** Puts a fault in force, in place of one of its name. Answers its name. */
  inject(fault: Fault): string {
    const { clock, random } = this.#options;
    this.#injected += 1;
    const name = fault.name ?? `fault-${this.#injected}`;
    const since = clock.now();
    const until = since + fault.forMs;
    // Of its own even for a repeated fault: what the earlier one has drawn does not matter.
    const chance = random.stream(`faults/${this.#injected}/${name}`);
    const added = { name, fault, since, until, chance, seen: 0, struck: 0 };
    this.#active = [...this.#active.filter((each) => each.name !== name), added];
    return name;
  }

  /** Ends a fault by its name, or all. @throws {RangeError} when there is none of that name */
  lift(name?: string): void {
    this.#drop();
    const left = name === undefined ? [] : this.#active.filter((each) => each.name !== name);
    if (name !== undefined && left.length === this.#active.length) throw unknown(name, this.list());
    this.#active = left;
  }

  /** Those in force. */
  list(): readonly FaultState[] {
    this.#drop();
    return this.#active.map(({ name, fault, since, until, seen, struck }) => ({
      name,
      effect: effectText(fault.effect),
      since,
      ...(until !== Infinity && { until }),
      ...{ seen, struck },
    }));
  }

  /** What strikes a request; undefined: nothing. Counts it. */
  strike(asked: Asked): Struck | undefined {
    this.#drop();
    for (const active of this.#active) {
      if (!this.#hits(active, asked)) continue;
      const { error, message, retryAfterSeconds, isApplied } = active.fault.effect;
      const { revision } = this.#report(active, asked);
      const about = { asked, revision, message, retryAfterSeconds };
      return { ...failureOf(error, about), isApplied };
    }
    return undefined;
  }

  /** Whether a request is one of those that a fault counts. */
  concerns(asked: Asked): boolean {
    this.#drop();
    return this.#active.some(({ fault }) => this.#isAbout(fault, asked));
  }

  #isAbout({ match, effect }: Fault, asked: Asked): boolean {
    if (!match.fits(asked) || !canFailWith(effect.error, asked)) return false;
    const { process = '' } = asked.client;
    return match.namesClients || !this.#options.drivers.includes(process);
  }

  #hits(active: Active, asked: Asked): boolean {
    const { fault, chance } = active;
    if (!this.#isAbout(fault, asked)) return false;
    const { from, every } = fault;
    active.seen += 1;
    if (active.seen < from || (active.seen - from) % every !== 0) return false;
    return fault.chance === 1 || chance.next() < fault.chance;
  }

  #report(active: Active, asked: Asked): Strike {
    const { clock, revision, onStrike } = this.#options;
    active.struck += 1;
    const strike = {
      time: clock.now(),
      revision: revision(),
      fault: active.name,
      effect: effectText(active.fault.effect),
      client: clientText(asked.client),
      verb: asked.verb,
      resource: resourceText(asked),
      key: keyText(asked),
      ...(asked.reconcile && { reconcile: asked.reconcile }),
    };
    onStrike?.(strike);
    return strike;
  }

  /** Forgets those that are over. */
  #drop(): void {
    const now = this.#options.clock.now();
    const isOver = ({ until, struck, fault }: Active): boolean =>
      until <= now || struck >= fault.times;
    if (this.#active.some(isOver)) this.#active = this.#active.filter((each) => !isOver(each));
  }
}

function unknown(name: string, faults: readonly FaultState[]): RangeError {
  const names = faults.map((fault) => `"${fault.name}"`);
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return new RangeError(`there is no fault "${name}" in force; ${known}`);
}
