/** Transactions of a server, each with its origin, acknowledged once the watch cache shows what they did. */
import type { Clock, Release } from '#clock';
import type { OwnWrite } from './apply.ts';
import { EtcdError } from './driver/error.ts';
import type { Etcd } from './driver/etcd.ts';
import type { Condition, Operation, TxnAnswer } from './driver/messages.ts';
import type { Follower } from './follower.ts';
import { originKey } from './keys.ts';
import type { WrittenOrigin } from './origins.ts';

/** How long an acknowledgement, or a read that must be fresh, waits for the watch, ms. */
export const watchMs = 5000;

export interface WritesOptions {
  readonly etcd: Etcd;
  readonly clock: Clock;
  /** Identifies this server among all. */
  readonly server: string;
  readonly follower: Follower;
  /** Filled with what is under way, by number. */
  readonly own: Map<number, OwnWrite>;
}

export interface Transaction {
  readonly conditions: readonly Condition[];
  readonly operations: readonly Operation[];
  /** Reads, for when a condition does not hold. */
  readonly otherwise?: readonly Operation[];
  readonly isRepetition?: boolean;
}

export class Writes {
  readonly #options: WritesOptions;
  #number = 0;
  /** Called when a call to etcd begins; what it returns is called when it ends. */
  onCall: () => Release = () => () => undefined;

  constructor(options: WritesOptions) {
    this.#options = options;
  }

  /**
   * A transaction, and its origin. When it resolves, the cache shows what it has written, or what
   * it was rejected for. @throws {EtcdError}
   */
  async write(
    write: OwnWrite,
    { conditions, operations, otherwise = [], isRepetition = false }: Transaction,
  ): Promise<TxnAnswer> {
    const { etcd, server, clock, own } = this.#options;
    const number = ++this.#number;
    const written: WrittenOrigin = {
      ...{ server, number, time: clock.now(), origin: write.origin },
      ...(isRepetition && { isRepetition }),
    };
    own.set(number, write);
    const end = this.onCall();
    try {
      const answer = await etcd.txn({
        if: conditions,
        then: [...operations, { put: originKey, value: JSON.stringify(written) }],
        else: otherwise,
      });
      await this.awaitWatch(answer.revision);
      return answer;
    } finally {
      own.delete(number);
      end();
    }
  }

  /** @throws {EtcdError} when the watch does not show it in time */
  async awaitWatch(revision: number): Promise<void> {
    if (await this.#options.follower.reached(revision, watchMs)) return;
    throw new EtcdError(0, 'etcdserver: request timed out', true);
  }
}
