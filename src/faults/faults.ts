/** The faults of a cluster: which are in force, what they have struck, and what they strike next. */
import type { Clock, Millis, Random, RandomStream, Timer } from '#clock';
import { tooLargeResourceVersion, type KubeObject } from '#kinds';
import { clientText, keyText, resourceText, type Asked } from './asked.ts';
import { effectText } from './effect-text.ts';
import { canFailWith, failureOf, type Failure } from './errors.ts';
import type {
  BookmarkEffect,
  DamageEffect,
  Effect,
  Fault,
  MetricsEffect,
  WatchEffect,
  WebhookEffect,
} from './fault.ts';
import type { FaultState, Strike } from './strike.ts';
import type { ObjectChange, When } from './when.ts';

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

/** What a request that was struck gets. */
export interface Struck {
  /** ms of the machine's time, before anything else. */
  readonly latencyMs: number;
  /** In place of the answer. */
  readonly failure?: Failure;
  /** The request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
  /** A get or a list is answered as it was at this revision. */
  readonly at?: number;
}

/** What an event, a bookmark or the stream of a watch gets. */
export interface Hit<E extends Effect = WatchEffect> {
  readonly effect: E;
  /** The fault by which it was struck. */
  readonly fault: InForce;
}

/** A fault in force, known by identity. */
export interface InForce {
  readonly name: string;
}

interface Active extends InForce {
  readonly fault: Fault;
  readonly since: Millis;
  readonly until: Millis;
  /** The store's revision at the beginning. */
  readonly revision: number;
  readonly chance: RandomStream;
  timer?: Timer;
  seen: number;
  struck: number;
}

/** A fault that waits for a change. */
interface Armed extends InForce {
  readonly fault: Fault;
  readonly when: When;
  readonly since: Millis;
  readonly number: number;
  /** How many such changes there were. */
  count: number;
}

/** How many strikes are kept at least. */
const keptStrikes = 1000;

export class Faults {
  readonly #options: FaultsOptions;
  /** In the order in which they were injected. */
  #active: readonly Active[] = [];
  #armed: readonly Armed[] = [];
  #injected = 0;
  readonly #listeners = new Set<() => void>();
  #recent: Strike[] = [];

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** Whether there is none, so that a request without costs one comparison. */
  get isQuiet(): boolean {
    return this.#active.length === 0;
  }

  /** The latest strikes, up to 1,000 of them or some more, in order. */
  get recent(): readonly Strike[] {
    return this.#recent;
  }

  /**
   * Puts a fault in force, in place of one of its name, or lets it wait for its change. Answers its
   * name.
   */
  inject(fault: Fault): string {
    this.#injected += 1;
    const number = this.#injected;
    const name = fault.name ?? `fault-${number}`;
    const { when } = fault;
    if (when === undefined) {
      this.#begin(name, fault, number);
      return name;
    }
    this.#keep((each) => each.name !== name);
    const since = this.clock.now();
    this.#armed = [...this.#without(name), { name, fault, when, since, number, count: 0 }];
    return name;
  }

  /** Shows a write to the faults that wait for one. They strike whoever learns of it. */
  see(change: ObjectChange): void {
    for (const armed of this.#armed) {
      const { name, fault, when, number } = armed;
      if (!when.fits(change)) continue;
      armed.count += 1;
      if (armed.count < when.count) continue;
      this.#tellBegin(name, when, change);
      this.#begin(name, fault, number, change.revision);
    }
  }

  #without(name: string): readonly Armed[] {
    return this.#armed.filter((each) => each.name !== name);
  }

  #begin(name: string, fault: Fault, number: number, now?: number): void {
    const { clock, random } = this.#options;
    this.#armed = this.#without(name);
    const revision = now ?? this.#options.revision();
    const since = clock.now();
    const until = since + fault.forMs;
    // Of its own even for a repeated fault: what the earlier one has drawn does not matter.
    const chance = random.stream(`faults/${number}/${name}`);
    const added: Active = { name, fault, since, until, revision, chance, seen: 0, struck: 0 };
    if (until !== Infinity) {
      const timer = { name: `end of fault ${name}` };
      added.timer = clock.after(fault.forMs, () => this.#keep((each) => each !== added), timer);
    }
    this.#keep((each) => each.name !== name, added);
  }

  #tellBegin(fault: string, when: When, change: ObjectChange): void {
    const { revision, bucket, type, value, origin } = change;
    const { namespace = '', name } = value.metadata;
    this.#tell({
      time: this.clock.now(),
      revision,
      fault,
      effect: `begins, when ${when.text}`,
      client: origin.actor,
      verb: verbOf[type],
      resource: bucket.split('.', 1)[0]!,
      key: namespace === '' ? name : `${namespace}/${name}`,
    });
  }

  /** Ends a fault by its name, or all. @throws {RangeError} when there is none of that name */
  lift(name?: string): void {
    const found = this.list();
    if (name !== undefined && found.every((each) => each.name !== name)) throw unknown(name, found);
    this.#armed = name === undefined ? [] : this.#without(name);
    this.#keep((each) => name !== undefined && each.name !== name);
  }

  /** Those in force, and those that wait. */
  list(): readonly FaultState[] {
    this.#drop();
    const waiting = this.#armed.map(({ name, fault, when, since, count: changes }) => ({
      ...{ name, effect: effectText(fault.effect), since, seen: 0, struck: 0 },
      waits: { text: when.text, changes },
    }));
    const active = this.#active.map(({ name, fault, since, until, seen, struck }) => ({
      name,
      effect: effectText(fault.effect),
      since,
      ...(until !== Infinity && { until }),
      ...{ seen, struck },
    }));
    return [...active, ...waiting];
  }

  /** Calls back after each change of what is in force, until what it returns is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether a fault is still in force. */
  has(fault: InForce): boolean {
    return this.#active.some((each) => each === fault);
  }

  /** What strikes a request; undefined: nothing. Counts it. */
  strike(asked: Asked): Struck | undefined {
    this.#drop();
    let latencyMs: number | undefined;
    let at: number | undefined;
    for (const active of this.#active) {
      const { effect } = active.fault;
      if (effect.kind === 'latency' && this.#hits(active, asked)) {
        const { ms } = effect;
        latencyMs = (latencyMs ?? 0) + (typeof ms === 'number' ? ms : ms(active.chance));
        this.#report(active, asked);
      }
      if (effect.kind === 'stale' && at === undefined && this.#hits(active, asked)) {
        const { revision } = this.#report(active, asked);
        at = effect.lag === 'frozen' ? active.revision : Math.max(1, revision - effect.lag);
        const failure = newerThan(at, asked);
        if (failure !== undefined) return { latencyMs: latencyMs ?? 0, failure, isApplied: false };
      }
      if (effect.kind !== 'error' || !this.#hits(active, asked)) continue;
      const { error, message, retryAfterSeconds, isApplied } = effect;
      const { revision } = this.#report(active, asked);
      const failure = failureOf(error, { asked, revision, message, retryAfterSeconds });
      return { latencyMs: latencyMs ?? 0, failure, isApplied };
    }
    if (latencyMs === undefined && at === undefined) return undefined;
    return { latencyMs: latencyMs ?? 0, isApplied: false, ...(at !== undefined && { at }) };
  }

  /** What strikes a watch, or one of its events (named by `asked`). Counts it. */
  strikeWatch(asked: Asked, only?: (effect: WatchEffect) => boolean): Hit | undefined {
    return this.#hit(
      asked,
      (effect): effect is WatchEffect =>
        effect.kind === 'watch' && (only === undefined || only(effect)),
    );
  }

  strikeBookmark(asked: Asked): Hit<BookmarkEffect> | undefined {
    return this.#hit(asked, (effect): effect is BookmarkEffect => effect.kind === 'bookmarks');
  }

  /** What a write arrives as: a merge patch. */
  strikeDamage(asked: Asked): Hit<DamageEffect> | undefined {
    return this.#hit(asked, (effect): effect is DamageEffect => effect.kind === 'damage');
  }

  strikeWebhook(asked: Asked): Hit<WebhookEffect> | undefined {
    return this.#hit(asked, (effect): effect is WebhookEffect => effect.kind === 'webhook');
  }

  /** Whether an object of an answer is left out. Each of them counts. */
  hides(asked: Asked, { metadata }: KubeObject): boolean {
    if (this.isQuiet || asked.group !== 'metrics.k8s.io') return false;
    const { name, namespace = '' } = metadata;
    const isWanted = (effect: Effect): effect is MetricsEffect => effect.kind === 'metrics';
    return this.#hit({ ...asked, name, namespace }, isWanted) !== undefined;
  }

  #hit<E extends Effect>(
    asked: Asked,
    isWanted: (effect: Effect) => effect is E,
  ): Hit<E> | undefined {
    this.#drop();
    for (const active of this.#active) {
      const { effect } = active.fault;
      if (!isWanted(effect) || !this.#hits(active, asked)) continue;
      this.#report(active, asked);
      return { effect, fault: active };
    }
    return undefined;
  }

  /** Whether a request is one of those that a fault counts. */
  concerns(asked: Asked): boolean {
    this.#drop();
    return this.#active.some(({ fault }) => this.#isAbout(fault, asked));
  }

  #isAbout({ match, effect }: Fault, asked: Asked): boolean {
    if (!match.fits(asked) || !canStrike(effect, asked)) return false;
    const { process = '' } = asked.client;
    return match.namesClients || !this.#options.drivers.includes(process);
  }

  #hits(active: Active, asked: Asked): boolean {
    const { fault, chance } = active;
    if (active.struck >= fault.times || !this.#isAbout(fault, asked)) return false;
    const { from, every } = fault;
    active.seen += 1;
    if (active.seen < from || (active.seen - from) % every !== 0) return false;
    return fault.chance === 1 || chance.next() < fault.chance;
  }

  #report(active: Active, asked: Asked): Strike {
    const { clock, revision } = this.#options;
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
    this.#tell(strike);
    return strike;
  }

  #tell(strike: Strike): void {
    this.#recent.push(strike);
    if (this.#recent.length > 2 * keptStrikes) this.#recent = this.#recent.slice(-keptStrikes);
    this.#options.onStrike?.(strike);
  }

  /** Forgets those that are over. */
  #drop(): void {
    if (this.#active.some(isOver)) this.#keep((each) => !isOver(each));
  }

  #keep(isKept: (active: Active) => boolean, ...added: readonly Active[]): void {
    for (const each of this.#active) if (!isKept(each)) each.timer?.cancel();
    this.#active = [...this.#active.filter(isKept), ...added];
    for (const listener of this.#listeners) listener();
  }
}

const verbOf = { created: 'create', updated: 'update', deleted: 'delete' } as const;

/** What a replica answers that has not come as far as the version which the request names. */
function newerThan(at: number, { resourceVersion }: Asked): Failure | undefined {
  const named = Number(resourceVersion ?? 0);
  return named > at ? { error: tooLargeResourceVersion(named, at) } : undefined;
}

/** A stalled watch waits for the end of its fault by time, or until it is lifted. */
function isOver({ struck, fault: { times, effect } }: Active): boolean {
  return struck >= times && !(effect.kind === 'watch' && effect.fate === 'stall');
}

/** Whether a request can be struck by this at all. */
function canStrike(effect: Effect, asked: Asked): boolean {
  switch (effect.kind) {
    case 'error':
      return canFailWith(effect.error, asked);
    case 'latency':
      // Calls in the process take no time.
      return asked.client.process === undefined;
    case 'watch':
    case 'bookmarks':
      return asked.verb === 'watch';
    case 'stale':
      // The pages of a list are all of one state.
      return asked.verb === 'get' || (asked.verb === 'list' && !asked.continue);
    case 'damage':
      return asked.verb === 'create' || asked.verb === 'update';
    case 'metrics':
      return asked.group === 'metrics.k8s.io';
    case 'webhook':
      return asked.verb === 'call';
  }
}

function unknown(name: string, faults: readonly FaultState[]): RangeError {
  const names = faults.map((fault) => `"${fault.name}"`);
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return new RangeError(`there is no fault "${name}" in force; ${known}`);
}
