/** The faults in force: which requests each counts and strikes, and when it ends. */
import type { Clock, Millis, Random, RandomStream, Timer } from '#clock';
import { clientText, connecting, keyText, resourceText, type Target } from './target.ts';
import { canStrike, isOfCaches, isState } from './can-strike.ts';
import { effectText } from './effect-text.ts';
import type { Effect, Fault, WatchFate } from './fault.ts';
import { NewKinds } from './new-kinds.ts';
import { PastRevisions } from './past-revisions.ts';
import type { FaultState, Strike } from './strike.ts';
import type { ObjectChange } from './when.ts';

export interface FaultsOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The store's revision. */
  readonly revision: () => number;
  /** Clients that drive the run: struck only by faults that name clients. */
  readonly drivers: readonly string[];
  /** Called for each strike, in order. */
  readonly onStrike?: (strike: Strike) => void;
}

/** A fault in force, known by identity. */
export interface InForce {
  readonly name: string;
}

export interface Active extends InForce {
  readonly fault: Fault;
  readonly since: Millis;
  readonly until: Millis;
  /** The store's revision at the beginning. */
  readonly revision: number;
  readonly chance: RandomStream;
  timer?: Timer;
  seen: number;
  struck: number;
  /** Which revision the store had when, where what it does needs that. */
  readonly past?: PastRevisions;
  /** How far behind the server is that each watch is open at, virtual ms. */
  readonly lags: WeakMap<object, Millis>;
  /** It holds back events, until its end by time, or until it is lifted. */
  holds: boolean;
}

/** How many strikes are kept at least. */
const keptStrikes = 1000;

export class FaultsInForce {
  readonly #options: FaultsOptions;
  /** In the order in which they were injected. */
  #all: readonly Active[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #newKinds = new NewKinds();
  #recent: Strike[] = [];

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** In the order in which they strike; without those that are over. */
  get all(): readonly Active[] {
    if (this.#all.some(isOver)) this.#keep((each) => !isOver(each));
    return this.#all;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** The latest strikes, up to 1,000 of them or some more, in order. */
  get recent(): readonly Strike[] {
    return this.#recent;
  }

  get states(): readonly FaultState[] {
    return this.all.map(({ name, fault, since, until, seen, struck }) => ({
      name,
      effect: effectText(fault.effect),
      since,
      ...(until !== Infinity && { until }),
      ...{ seen, struck },
    }));
  }

  /**
   * Puts a fault in force, in place of one of its name.
   * @param number how many faults there were before
   * @param now the store's revision
   */
  begin(name: string, fault: Fault, number: number, now = this.#options.revision()): void {
    const { clock, random } = this.#options;
    const since = clock.now();
    const until = since + fault.forMs;
    // Of its own even for a repeated fault: what the earlier one has drawn does not matter.
    const chance = random.stream(`faults/${number}/${name}`);
    const added: Active = {
      ...{ name, fault, since, until, revision: now, chance },
      ...{ seen: 0, struck: 0, holds: false, lags: new WeakMap<object, Millis>() },
      ...(looksBack(fault.effect) && { past: new PastRevisions(now) }),
    };
    if (until !== Infinity) {
      const timer = { name: `end of fault ${name}` };
      added.timer = clock.after(fault.forMs, () => this.#keep((each) => each !== added), timer);
    }
    if (isState(fault.effect)) this.report(added, connecting);
    this.#keep((each) => each.name !== name, added);
  }

  /** Ends one by its name, or all. */
  end(name?: string): void {
    this.#keep((each) => name !== undefined && each.name !== name);
  }

  has(fault: InForce): boolean {
    return this.#all.some((each) => each === fault);
  }

  /** Notes a write. */
  see(change: ObjectChange): void {
    const now = this.#options.clock.now();
    this.#newKinds.see(change, now);
    for (const { past } of this.#all) past?.note(now, change.revision);
  }

  /** Calls back after each change of what is in force, until what it returns is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The effect of the first that strikes, of those that can do what is wanted. */
  hit<E extends Effect>(
    target: Target,
    isWanted: (effect: Effect) => effect is E,
  ): { readonly effect: E; readonly fault: Active } | undefined {
    for (const active of this.all) {
      const { effect } = active.fault;
      if (!isWanted(effect) || !this.strikes(active, target)) continue;
      return { effect, fault: active };
    }
    return undefined;
  }

  /** Whether a request is one of those that a fault counts. */
  isAbout({ match, effect }: Fault, target: Target): boolean {
    if (!match.fits(target) || !canStrike(effect, target)) return false;
    const { client, resource, path } = target;
    const isNamed = match.namesPaths || effect.kind === 'discovery';
    if (resource === '' && path !== undefined && !isNamed) return false;
    if (match.newForMs !== undefined && !this.#isNew(target, match.newForMs)) return false;
    return match.namesClients || !this.#options.drivers.includes(client.process ?? '');
  }

  #isNew(target: Target, ms: Millis): boolean {
    return this.#newKinds.isNew(target, ms, this.#options.clock.now());
  }

  /** Whether a fault strikes a request. Counts it, and reports it. */
  strikes(active: Active, target: Target): boolean {
    const { fault, chance } = active;
    if (active.struck >= fault.times || !this.isAbout(fault, target)) return false;
    const { from, every } = fault;
    active.seen += 1;
    if (active.seen < from || (active.seen - from) % every !== 0) return false;
    if (fault.chance !== 1 && chance.next() >= fault.chance) return false;
    this.report(active, target);
    return true;
  }

  report(active: Active, target: Target): void {
    active.struck += 1;
    this.tell({
      revision: this.#options.revision(),
      fault: active.name,
      effect: effectText(active.fault.effect),
      client: clientText(target.client),
      verb: target.verb,
      resource: resourceText(target),
      key: keyText(target),
      ...(target.reconcile && { reconcile: target.reconcile }),
    });
  }

  tell(about: Omit<Strike, 'time'>): void {
    const strike = { time: this.#options.clock.now(), ...about };
    this.#recent.push(strike);
    if (this.#recent.length > 2 * keptStrikes) this.#recent = this.#recent.slice(-keptStrikes);
    this.#options.onStrike?.(strike);
  }

  #keep(isKept: (active: Active) => boolean, ...added: readonly Active[]): void {
    for (const each of this.#all) if (!isKept(each)) each.timer?.cancel();
    this.#all = [...this.#all.filter(isKept), ...added];
    for (const listener of this.#listeners) listener();
  }
}

/** Returns whether it needs to know what there was earlier. */
function looksBack(effect: Effect): boolean {
  return effect.kind === 'discovery' || isOfCaches(effect);
}

/** What they withhold comes when they end. */
const untilTheEnd: ReadonlySet<WatchFate> = new Set(['stall', 'gather']);

function isOver({ struck, holds, fault: { times, effect } }: Active): boolean {
  return struck >= times && !holds && !(effect.kind === 'watch' && untilTheEnd.has(effect.fate));
}
