/**
 * Which of all servers leads: the one whose lease holds the key. A lease is renewed by the machine's
 * clock, so a server whose virtual time stands still does not lose it.
 */
import type { WallTimers } from '#clock';
import { codes, EtcdError } from './driver/error.ts';
import type { Etcd } from './driver/etcd.ts';
import type { EtcdStore } from './etcd-store.ts';
import { leaderKey } from './keys.ts';

export interface LeadershipOptions {
  readonly etcd: Etcd;
  readonly store: Pick<EtcdStore, 'onOther' | 'onOpen'>;
  readonly timers: WallTimers;
  /** Identifies this server among all. */
  readonly server: string;
  /** In seconds; others lead so long after a leader has died. Default: 15. */
  readonly leaseSeconds?: number;
  onGain(): void;
  onLoss(): void;
}

const usualLeaseSeconds = 15;

/** Shares of the lease: it is renewed so often, and given up so long after the last time. */
const renewPart = 1 / 4;
const giveUpPart = 2 / 3;

export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #leaseMs: number;
  #lease: bigint | undefined;
  #leads = false;
  /** The revision at which it took the key: the end of an earlier leader may be seen later. */
  #takenAt = 0;
  #isTrying = false;
  #isStopped = false;
  #cancelGivingUp: () => void = () => undefined;
  #cancelRenewal: () => void = () => undefined;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#leaseMs = (options.leaseSeconds ?? usualLeaseSeconds) * 1000;
    options.store.onOther(({ isDeletion, kv }) => {
      if (kv.key === leaderKey && isDeletion && kv.revision > this.#takenAt) this.#isGone();
    });
    // What happened while etcd could not be followed is not known.
    options.store.onOpen(() => void this.#try());
    void this.#try();
  }

  get leads(): boolean {
    return this.#leads;
  }

  /** Gives the lead away: another server has it at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRenewal();
    this.#lose();
    const lease = this.#lease;
    if (lease !== undefined) await this.#options.etcd.revokeLease(lease).catch(() => undefined);
  }

  #isGone(): void {
    // Its lease has run out, or somebody has deleted the key: in both cases it begins again.
    this.#lose();
    void this.#try();
  }

  async #try(): Promise<void> {
    if (this.#isTrying || this.#leads || this.#isStopped) return;
    this.#isTrying = true;
    try {
      if (this.#lease === undefined) await this.#renew();
      const { etcd, server } = this.#options;
      const lease = this.#lease;
      const { succeeded, revision, found } = await etcd.txn({
        if: [{ key: leaderKey, revision: 0 }],
        then: [{ put: leaderKey, value: server, lease }],
        else: [{ get: leaderKey }],
      });
      if (succeeded) this.#gain(revision);
      else if (found[0]?.lease === lease) this.#gain(found[0]!.revision);
    } catch (error) {
      // It is tried again when the watch is open again, and after the next renewal.
      if (error instanceof EtcdError && error.code === codes.notFound) this.#lease = undefined;
    } finally {
      this.#isTrying = false;
    }
  }

  #gain(takenAt: number): void {
    if (this.#isStopped) return;
    this.#leads = true;
    this.#takenAt = takenAt;
    this.#giveUpLater();
    this.#options.onGain();
  }

  #lose(): void {
    this.#cancelGivingUp();
    if (!this.#leads) return;
    this.#leads = false;
    this.#options.onLoss();
  }

  /** Has a lease, and keeps it. */
  async #renew(): Promise<void> {
    this.#cancelRenewal();
    const { etcd, timers } = this.#options;
    this.#cancelRenewal = timers.after(this.#leaseMs * renewPart, () => void this.#keep());
    if (this.#lease !== undefined && (await etcd.renewLease(this.#lease)) > 0) return;
    this.#lease = await etcd.grantLease(this.#leaseMs / 1000);
  }

  async #keep(): Promise<void> {
    const before = this.#lease;
    try {
      await this.#renew();
    } catch {
      return;
    }
    if (this.#isStopped) return;
    if (this.#lease !== before) this.#lose();
    if (this.#leads) this.#giveUpLater();
    else void this.#try();
  }

  /** Another server may lead when the lease has run out: this one must have ended before. */
  #giveUpLater(): void {
    this.#cancelGivingUp();
    this.#cancelGivingUp = this.#options.timers.after(this.#leaseMs * giveUpPart, () =>
      this.#lose(),
    );
  }
}
