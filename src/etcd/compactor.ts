/**
 * Compacts etcd as v1.24's API servers do: every five minutes one of all servers, to where etcd was
 * five minutes before. They agree by a key, and so do real API servers on the same etcd.
 */
import type { WallTimers } from '#clock';
import type { Etcd } from './driver/etcd.ts';
import { compactionKey } from './keys.ts';

export interface CompactorOptions {
  readonly etcd: Etcd;
  readonly timers: WallTimers;
  readonly everyMs: number;
  /** Called when it fails; it is tried again with the next one. */
  readonly onError: (error: unknown) => void;
}

export class Compactor {
  readonly #options: CompactorOptions;
  /** How many compactions there were, as far as is known. */
  #count = 0;
  /** Where etcd was at the last of them, or when it was last looked. */
  #revision = 0;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: CompactorOptions) {
    this.#options = options;
    this.#later();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #later(): void {
    const { timers, everyMs, onError } = this.#options;
    this.#cancel = timers.after(everyMs, () => {
      void this.#compact()
        .catch(onError)
        .finally(() => {
          if (!this.#isStopped) this.#later();
        });
    });
  }

  /** Whoever counts the key up first compacts; the others take over its count. */
  async #compact(): Promise<void> {
    const { etcd } = this.#options;
    const before = this.#revision;
    const { succeeded, revision, found } = await etcd.txn({
      if: [{ key: compactionKey, version: this.#count }],
      then: [{ put: compactionKey, value: String(before) }],
      else: [{ get: compactionKey }],
    });
    this.#revision = revision;
    this.#count = succeeded ? this.#count + 1 : found[0]!.version;
    if (succeeded && before > 0) await etcd.compact(before);
  }
}
