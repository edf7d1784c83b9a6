/** Leader election by a Lease, with client-go's rules: of several that try, one leads. */
import type { Clock, RandomStream } from '#clock';
import { formatMicroTime, isNotFound } from '#values';
import { lease as leaseKind } from '#kinds';
import type { Lease, LeaseSpec } from '#types';
import type { Client, Ref } from '#request';

/**
 * Tries to become leader are spread: each pause is this share of the retry period longer at most.
 */
const JITTER = 1.2;

export interface LeaderElectionTimes {
  /** How long others wait from the last renewal that they have seen. */
  readonly leaseDurationMs: number;
  /** A leader that could not renew for so long gives up. */
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

export interface LeaderElectionOptions extends LeaderElectionTimes {
  readonly clock: Clock;
  readonly client: Client;
  readonly random: RandomStream;
  /** The lease. */
  readonly lock: Ref;
  /** Its identity, unique among all candidates, those on the same machine too. */
  readonly identity: string;
  /** Called once for each other leader. */
  readonly onWait: (holder: string) => void;
  /** Called for failed tries; it keeps trying. */
  readonly onError: (error: unknown) => void;
}

/** Returns why these times make no sense together, in v1.24's words; undefined when they do. */
export function timesError(times: LeaderElectionTimes): string | undefined {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = times;
  if (leaseDurationMs <= renewDeadlineMs) return 'leaseDuration must be greater than renewDeadline';
  if (renewDeadlineMs <= retryPeriodMs * JITTER) {
    return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  }
  return retryPeriodMs < 1 ? 'retryPeriod must be greater than zero' : undefined;
}

/** What was last seen of the lease, and when by the clock here: others' clocks are not trusted. */
interface Observed {
  readonly spec: LeaseSpec;
  readonly at: number;
}

export class LeaderElector {
  readonly #options: LeaderElectionOptions;
  #observed: Observed | undefined;
  #reportedLeader = '';
  #stopped = false;
  #wake: () => void = () => undefined;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
  }

  /** Resolves once it leads (true), or was stopped before that (false). */
  async acquire(): Promise<boolean> {
    const { random, retryPeriodMs } = this.#options;
    while (!this.#stopped) {
      if (await this.#try()) return true;
      await this.#pause(retryPeriodMs * (1 + random.next() * JITTER));
    }
    return false;
  }

  /**
   * Keeps leading. Resolves once renewal has failed for too long (true), or it was stopped (false).
   */
  async hold(): Promise<boolean> {
    const { clock, renewDeadlineMs, retryPeriodMs } = this.#options;
    let expire!: () => void;
    const expired = new Promise<true>((resolve) => (expire = () => resolve(true)));
    const name = 'leader election deadline';
    const giveUpAfterMs = retryPeriodMs + renewDeadlineMs;
    let deadline = clock.after(giveUpAfterMs, expire, { name });
    const renewing = (async (): Promise<false> => {
      while (!this.#stopped) {
        await this.#pause(retryPeriodMs);
        if (this.#stopped || !(await this.#try())) continue;
        deadline.cancel();
        deadline = clock.after(giveUpAfterMs, expire, { name });
      }
      return false;
    })();
    const isLost = await Promise.race([expired, renewing]);
    this.stop();
    deadline.cancel();
    return isLost;
  }

  /** Tries no more. The lease stays as it is, and others wait until it has run out, as in v1.24. */
  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  #pause(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(ms, resolve, {
        name: 'leader election',
        quiet: true,
      });
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  /** Takes or renews the lease if it may. */
  async #try(): Promise<boolean> {
    const { onError, identity, onWait } = this.#options;
    try {
      const holder = await this.#takeOrRenew();
      if (holder === identity) return true;
      if (holder !== this.#reportedLeader) onWait(holder);
      this.#reportedLeader = holder;
    } catch (error) {
      if (!this.#stopped) onError(error);
    }
    return false;
  }

  /** Who holds the lease now. */
  async #takeOrRenew(): Promise<string> {
    const { clock, client, lock, identity, leaseDurationMs } = this.#options;
    const held = await this.#read();
    const now = clock.now();
    if (held === undefined) {
      const { namespace, name } = lock;
      const spec = { ...this.#claim(now), acquireTime: formatMicroTime(now), leaseTransitions: 0 };
      this.#observe((await client.create(leaseKind, { metadata: { namespace, name }, spec })).spec);
      return identity;
    }
    this.#observe(held.spec);
    const { holderIdentity: holder = '', acquireTime, leaseTransitions = 0 } = held.spec;
    const isHolder = holder === identity;
    if (!isHolder && holder !== '' && this.#observed!.at + leaseDurationMs > now) return holder;
    const spec: LeaseSpec = {
      ...this.#claim(now),
      acquireTime: isHolder ? acquireTime : formatMicroTime(now),
      leaseTransitions: isHolder ? leaseTransitions : leaseTransitions + 1,
    };
    this.#observe((await client.update(leaseKind, { ...held, spec })).spec);
    return identity;
  }

  async #read(): Promise<Lease | undefined> {
    const { client, lock } = this.#options;
    try {
      return await client.get(leaseKind, lock);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #claim(now: number): LeaseSpec {
    const { identity, leaseDurationMs } = this.#options;
    const leaseDurationSeconds = Math.floor(leaseDurationMs / 1000);
    return { holderIdentity: identity, leaseDurationSeconds, renewTime: formatMicroTime(now) };
  }

  #observe(spec: LeaseSpec): void {
    const { spec: before } = this.#observed ?? {};
    if (
      before !== undefined &&
      before.holderIdentity === spec.holderIdentity &&
      before.renewTime === spec.renewTime &&
      before.acquireTime === spec.acquireTime &&
      before.leaseTransitions === spec.leaseTransitions
    ) {
      return;
    }
    this.#observed = { spec, at: this.#options.clock.now() };
  }
}
