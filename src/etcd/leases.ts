/** Leases of objects that expire. Objects of about one minute share one, as in v1.24. */
import type { WallTimers } from '#clock';
import { codes, EtcdError } from './driver/error.ts';
import type { Etcd } from './driver/etcd.ts';

/** How long a lease is given to further objects, and lasts longer than the first: a share of their time, and at most this. */
const longestSharedMs = 60_000;
const sharedPart = 0.05;
/** Ends the sharing earlier: a lease that runs out deletes all of its objects at once. */
const mostObjects = 1000;

interface Shared {
  readonly id: Promise<bigint>;
  objects: number;
}

export class Leases {
  readonly #etcd: Etcd;
  readonly #timers: WallTimers;
  /** By how long objects live, ms. */
  readonly #shared = new Map<number, Shared>();

  constructor(etcd: Etcd, timers: WallTimers) {
    this.#etcd = etcd;
    this.#timers = timers;
  }

  /** Does a write with a lease; once more when that turns out to be gone. */
  async with<T>(ttlMs: number | undefined, write: (lease?: bigint) => Promise<T>): Promise<T> {
    if (ttlMs === undefined) return write();
    try {
      return await write(await this.#leaseFor(ttlMs));
    } catch (error) {
      if (!(error instanceof EtcdError) || error.code !== codes.notFound) throw error;
      this.#shared.delete(ttlMs);
      return write(await this.#leaseFor(ttlMs));
    }
  }

  #leaseFor(ttlMs: number): Promise<bigint> {
    let shared = this.#shared.get(ttlMs);
    if (shared === undefined || shared.objects >= mostObjects) {
      shared = this.#grant(ttlMs);
      this.#shared.set(ttlMs, shared);
    }
    shared.objects++;
    return shared.id;
  }

  #grant(ttlMs: number): Shared {
    const sharedMs = Math.min(longestSharedMs, ttlMs * sharedPart);
    const shared = {
      id: this.#etcd.grantLease(Math.ceil((ttlMs + sharedMs) / 1000)),
      objects: 0,
    };
    const forget = (): void => {
      if (this.#shared.get(ttlMs) === shared) this.#shared.delete(ttlMs);
    };
    this.#timers.after(sharedMs, forget);
    shared.id.catch(forget);
    return shared;
  }
}
