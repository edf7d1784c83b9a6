/**
 * The addresses of all API servers of an etcd, each under a lease, where v1.24's servers keep theirs. Whoever writes the
 * endpoints of the Service `kubernetes` names all of them.
 */
import type { WallTimers } from '#clock';
import type { Etcd } from './driver/etcd.ts';

export interface MasterLeasesOptions {
  readonly etcd: Etcd;
  readonly timers: WallTimers;
  /** Of their keys: `/registry/masterleases/`. */
  readonly prefix: string;
  /** Of this server. */
  readonly address: string;
}

/** As v1.24's: a server that has ended is named for this long at most. */
const leaseSeconds = 15;
const renewMs = 10_000;

export class MasterLeases {
  readonly #options: MasterLeasesOptions;
  readonly #key: string;
  #found: readonly string[] = [];
  /** v1.24 counts it up, so that there is something to write. */
  #generation = 0;
  #cancel: () => void = () => undefined;
  #isStopped = false;
  #running: Promise<void>;

  /** Begins at once, and tries again when etcd cannot be reached. */
  constructor(options: MasterLeasesOptions) {
    this.#options = options;
    this.#key = options.prefix + options.address;
    this.#running = this.#renew();
  }

  /** Of all servers, this one included, in order. */
  get addresses(): readonly string[] {
    return [...new Set([this.#options.address, ...this.#found])].sort();
  }

  /** Others stop naming this server at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.#cancel();
    const { etcd } = this.#options;
    await etcd.txn({ if: [], then: [{ delete: this.#key }] }).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    if (this.#isStopped) return;
    const { etcd, timers, prefix } = this.#options;
    try {
      const lease = await etcd.grantLease(leaseSeconds);
      await etcd.txn({ if: [], then: [{ put: this.#key, value: this.#value(), lease }] });
      const { found } = await etcd.range({
        key: prefix,
        end: `${prefix.slice(0, -1)}0`,
        keysOnly: true,
      });
      this.#found = found.map(({ key }) => key.slice(prefix.length));
    } catch {
      // The store says that etcd is away; this is tried again.
    }
    this.#cancel = timers.after(renewMs, () => {
      this.#running = this.#renew();
    });
  }

  #value(): string {
    const metadata = { creationTimestamp: null, generation: ++this.#generation };
    const subsets = [{ addresses: [{ ip: this.#options.address }] }];
    return JSON.stringify({ kind: 'Endpoints', apiVersion: 'v1', metadata, subsets });
  }
}
