/** The faults of a cluster: which are in force, what they have struck, and what they strike next. */
import type { Clock, Millis } from '#clock';
import { tooLargeResourceVersion, type KubeObject } from '#values';
import { connecting, type Target } from './target.ts';
import { isOfCaches } from './can-strike.ts';
import { effectText } from './effect-text.ts';
import { failureOf, type Failure } from './errors.ts';
import type {
  BookmarkEffect,
  Caches,
  CertificateFate,
  ConnectionEffect,
  DamageEffect,
  Effect,
  Fault,
  MetricsEffect,
  ShownEffect,
  StaleEffect,
  WatchEffect,
  WebhookEffect,
} from './fault.ts';
import { FaultsInForce, type Active, type FaultsOptions, type InForce } from './in-force.ts';
import type { FaultState, Strike } from './strike.ts';
import type { Hit, Lagging, Struck, WatchHit } from './struck.ts';
import { waitText, WaitingFaults } from './waiting.ts';
import type { ObjectChange, When } from './when.ts';

/** What has befallen the server's connections as a whole. */
export interface LineState {
  /** The port is closed, by this fault. */
  readonly refused?: InForce;
  /** The server shows another certificate than its own. */
  readonly certificate?: CertificateFate;
}

/** What whoever listens asks of faults. */
export interface Line {
  readonly line: LineState;
  /** Calls back after each change of what is in force, until what it returns is called. */
  onChange(listener: () => void): () => void;
  /** Whether a connection that has come breaks before anything is said. Counts it. */
  strikeConnection(): boolean;
}

export class Faults implements Line {
  readonly #options: FaultsOptions;
  readonly #inForce: FaultsInForce;
  readonly #waiting: WaitingFaults;
  #injected = 0;
  readonly #writeListeners = new Set<() => void>();

  constructor(options: FaultsOptions) {
    this.#options = options;
    this.#inForce = new FaultsInForce(options);
    this.#waiting = new WaitingFaults({
      clock: options.clock,
      onChange: ({ name }, when, change) => this.#tellBegin(name, when, change),
      begin: ({ name, fault, number }, revision) => this.#begin(name, fault, number, revision),
    });
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** Whether there is none, so that a request without costs one comparison. */
  get isQuiet(): boolean {
    return this.#inForce.isEmpty;
  }

  /** The latest strikes, up to 1,000 of them or some more, in order. */
  get recent(): readonly Strike[] {
    return this.#inForce.recent;
  }

  /**
   * Puts a fault in force, in place of one of its name, or lets it wait for its change or its time.
   * Answers its name.
   */
  inject(fault: Fault): string {
    this.#injected += 1;
    const number = this.#injected;
    const name = fault.name ?? `fault-${number}`;
    if (fault.when === undefined && fault.afterMs === 0) {
      this.#begin(name, fault, number);
      return name;
    }
    this.#inForce.end(name);
    this.#waiting.remove(name);
    this.#waiting.add(name, fault, number);
    return name;
  }

  #begin(name: string, fault: Fault, number: number, revision?: number): void {
    this.#waiting.remove(name);
    this.#inForce.begin(name, fault, number, revision);
  }

  /** Shows a write to the faults that wait for one. They strike whoever learns of it. */
  see(change: ObjectChange): void {
    this.#inForce.see(change);
    if (this.#waiting.all.length > 0) this.#waiting.see(change);
    for (const listener of this.#writeListeners) listener();
  }

  #tellBegin(fault: string, when: When, change: ObjectChange): void {
    const { revision, bucket, type, value, origin } = change;
    const { namespace = '', name } = value.metadata;
    this.#inForce.tell({
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
    this.#waiting.remove(name);
    this.#inForce.end(name);
  }

  /** Those in force, and those that wait. */
  list(): readonly FaultState[] {
    const waiting = this.#waiting.all.map(({ name, fault, since, changes }) => ({
      ...{ name, effect: effectText(fault.effect), since, seen: 0, struck: 0 },
      waits: { text: waitText(fault), changes },
    }));
    return [...this.#inForce.states, ...waiting];
  }

  onChange(listener: () => void): () => void {
    return this.#inForce.onChange(listener);
  }

  /** Calls back after each write, until what it returns is called. */
  onWrite(listener: () => void): () => void {
    this.#writeListeners.add(listener);
    return () => void this.#writeListeners.delete(listener);
  }

  /** Whether a fault is still in force. */
  has(fault: InForce): boolean {
    return this.#inForce.has(fault);
  }

  /** Whether a request is one of those that a fault counts. */
  concerns(target: Target): boolean {
    return this.#inForce.all.some(({ fault }) => this.#inForce.isAbout(fault, target));
  }

  get line(): LineState {
    const state: { refused?: InForce; certificate?: CertificateFate } = {};
    for (const active of this.#inForce.all) {
      const { effect } = active.fault;
      if (effect.kind === 'certificate') state.certificate ??= effect.fate;
      if (effect.kind === 'connection' && effect.fate === 'refuse') state.refused ??= active;
    }
    return state;
  }

  strikeConnection(): boolean {
    const isWanted = (effect: Effect): effect is ConnectionEffect =>
      effect.kind === 'connection' && effect.fate === 'handshake';
    return this.#inForce.hit(connecting, isWanted) !== undefined;
  }

  /** What strikes a request; undefined: nothing. Counts it. */
  strike(target: Target): Struck | undefined {
    let struck: Struck | undefined;
    for (const active of this.#inForce.all) {
      const what = this.#strikeBy(active, target, struck);
      if (what === undefined) continue;
      const latencyMs = (struck?.latencyMs ?? 0) + (what.latencyMs ?? 0);
      const by = [...(struck?.by ?? []), `${active.name}: ${effectText(active.fault.effect)}`];
      struck = { isApplied: false, ...struck, ...what, latencyMs, by };
      if (struck.failure !== undefined || struck.connection !== undefined) break;
    }
    return struck;
  }

  /** What one fault does to a request, beside what others have done to it. */
  #strikeBy(
    active: Active,
    target: Target,
    before: Struck = unharmed,
  ): Partial<Struck> | undefined {
    const { effect } = active.fault;
    const strikes = (): boolean => this.#inForce.strikes(active, target);
    switch (effect.kind) {
      case 'latency': {
        const { ms } = effect;
        if (!strikes()) return undefined;
        return { latencyMs: typeof ms === 'number' ? ms : ms(active.chance) };
      }
      case 'bandwidth': {
        const { bytesPerSecond } = effect;
        return before.bytesPerSecond === undefined && strikes() ? { bytesPerSecond } : undefined;
      }
      case 'warning':
        return before.warning === undefined && strikes() ? { warning: effect.text } : undefined;
      case 'stale': {
        // A watch is opened; its events are struck.
        if (target.verb === 'watch' || before.at !== undefined) return undefined;
        if (isOfCaches(effect)) {
          const isAsked = this.#inForce.isAbout(active.fault, target);
          const lag = isAsked ? drawnLag(active, effect.lag) : 0;
          return lag > 0 && strikes() ? { at: this.#past(active, lag) } : undefined;
        }
        if (!strikes()) return undefined;
        const at = this.#newestFor(active, effect);
        const failure = newerThan(at, target);
        return failure === undefined ? { at } : { failure };
      }
      case 'discovery': {
        if (!strikes()) return undefined;
        const { lag } = effect;
        return { at: this.#past(active, typeof lag === 'number' ? lag : lag(active.chance)) };
      }
      case 'connection': {
        const { fate, isApplied } = effect;
        if (fate !== 'reset' && fate !== 'cut') return undefined;
        return strikes() ? { connection: fate, isApplied } : undefined;
      }
      case 'error': {
        const { error, message, retryAfterSeconds, isApplied } = effect;
        if (!strikes()) return undefined;
        const revision = this.#options.revision();
        return {
          failure: failureOf(error, { target, revision, message, retryAfterSeconds }),
          isApplied,
        };
      }
      case 'watch':
      case 'bookmarks':
      case 'damage':
      case 'shown':
      case 'metrics':
      case 'webhook':
      case 'certificate':
        return undefined;
    }
  }

  /** The revision of some time ago. */
  #past({ past }: Active, ms: Millis): number {
    return Math.max(1, past!.at(this.clock.now() - ms));
  }

  /** The newest revision that a stale replica has; of caches, which a watch or a read is drawn for, all. */
  #newestFor({ revision }: Active, { lag }: StaleEffect): number {
    if (lag === 'frozen') return revision;
    const now = this.#options.revision();
    if (typeof lag === 'object' && 'servers' in lag) return now;
    return typeof lag === 'number' ? Math.max(1, now - lag) : Math.min(lag.at, now);
  }

  /**
   * What holds back an event, which is about the object that the target names, from a watch of a stale
   * replica. Counts it. @param watch the same for each event of a watch
   */
  strikeNewer(target: Target, revision: number, watch: object = target): Lagging | undefined {
    for (const active of this.#inForce.all) {
      const { effect } = active.fault;
      if (isOfCaches(effect)) {
        const lagging = this.#lateAt(active, effect.lag, target, revision, watch);
        if (lagging !== undefined) return lagging;
        continue;
      }
      if (effect.kind !== 'stale' || this.#newestFor(active, effect) >= revision) continue;
      if (!this.#inForce.strikes(active, target)) continue;
      active.holds = true;
      return { isBehind: () => this.has(active) && this.#newestFor(active, effect) < revision };
    }
    return undefined;
  }

  /** What holds back an event until the server that its watch is open at has it. */
  #lateAt(
    active: Active,
    caches: Caches,
    target: Target,
    revision: number,
    watch: object,
  ): Lagging | undefined {
    if (!this.#inForce.isAbout(active.fault, target)) return undefined;
    const lag = active.lags.get(watch) ?? drawnLag(active, caches);
    active.lags.set(watch, lag);
    const until = active.past!.timeOf(revision) + lag;
    if (until <= this.clock.now() || !this.#inForce.strikes(active, target)) return undefined;
    return { until, isBehind: () => this.has(active) && this.clock.now() < until };
  }

  /** The newest revision that a watch can have; undefined: all. */
  newestOf(target: Target): number | undefined {
    for (const active of this.#inForce.all) {
      const { effect } = active.fault;
      if (effect.kind !== 'stale' || !this.#inForce.isAbout(active.fault, target)) continue;
      return this.#newestFor(active, effect);
    }
    return undefined;
  }

  /** What strikes a watch, or one of its events (named by the target). Counts it. */
  strikeWatch(target: Target, only?: (effect: WatchEffect) => boolean): WatchHit | undefined {
    const hit = this.#inForce.hit(
      target,
      (effect): effect is WatchEffect =>
        effect.kind === 'watch' && (only === undefined || only(effect)),
    );
    if (hit === undefined) return undefined;
    const { ms } = hit.effect;
    return { ...hit, ms: typeof ms === 'number' ? ms : ms(hit.fault.chance) };
  }

  /** What strikes a bookmark that is due; `isDue` false: whether one comes at once. */
  strikeBookmark(target: Target, isDue = true): Hit<BookmarkEffect> | undefined {
    return this.#inForce.hit(
      target,
      (effect): effect is BookmarkEffect =>
        effect.kind === 'bookmarks' && isDue === (effect.fate !== 'now'),
    );
  }

  /** What is merged into an object that is shown. */
  strikeShown(target: Target): Hit<ShownEffect> | undefined {
    return this.#inForce.hit(target, (effect): effect is ShownEffect => effect.kind === 'shown');
  }

  /** What a write arrives as: a merge patch. */
  strikeDamage(target: Target): Hit<DamageEffect> | undefined {
    return this.#inForce.hit(target, (effect): effect is DamageEffect => effect.kind === 'damage');
  }

  strikeWebhook(target: Target): Hit<WebhookEffect> | undefined {
    return this.#inForce.hit(
      target,
      (effect): effect is WebhookEffect => effect.kind === 'webhook',
    );
  }

  /** Whether an object of an answer is left out. Each of them counts. */
  hides(target: Target, { metadata }: KubeObject): boolean {
    if (this.isQuiet || target.group !== 'metrics.k8s.io') return false;
    const { name, namespace = '' } = metadata;
    const isWanted = (effect: Effect): effect is MetricsEffect => effect.kind === 'metrics';
    return this.#inForce.hit({ ...target, name, namespace }, isWanted) !== undefined;
  }
}

/** Returns how far behind a server is, virtual ms: the one that the next request or watch goes to. */
function drawnLag({ chance }: Active, { servers, behindMs }: Caches): Millis {
  if (servers === 1) return behindMs;
  const server = Math.floor(chance.next() * servers);
  return Math.round((behindMs * server) / (servers - 1));
}

const unharmed: Struck = { latencyMs: 0, isApplied: false, by: [] };

const verbOf = { created: 'create', updated: 'update', deleted: 'delete' } as const;

/**
 * Returns what a replica answers that has not come as far as the version which the request names.
 */
function newerThan(at: number, { resourceVersion }: Target): Failure | undefined {
  const named = Number(resourceVersion ?? 0);
  return named > at ? { error: tooLargeResourceVersion(named, at) } : undefined;
}

function unknown(name: string, faults: readonly FaultState[]): RangeError {
  const names = faults.map((fault) => `"${fault.name}"`);
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return new RangeError(`there is no fault "${name}" in force; ${known}`);
}
