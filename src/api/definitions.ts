/** Serves the kinds that stored definitions declare, and stops serving them when these are gone. */
import { customResourceDefinition } from '#custom';
import { DefinedKinds } from '#catalog';
import { resourceOf, type Kind, type Profile } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import { CompactedError, type Store, type StoreWatch } from '#store';

const bucket = resourceOf(customResourceDefinition);

export interface DefinitionsHost {
  readonly store: Store;
  /** The release whose definitions these are. */
  readonly profile: Profile;
  /** From now on these are the kinds that definitions declare. */
  define(declared: readonly Kind[]): void;
}

/** Follows the stored definitions from its start until it is stopped, or the store is closed. */
export class Definitions {
  readonly #host: DefinitionsHost;
  readonly #declared: DefinedKinds;
  #kinds: readonly Kind[] = [];
  #following: StoreWatch;
  #found!: () => void;
  /** Resolves once there is a definition. */
  readonly whenAny = new Promise<void>((resolve) => (this.#found = resolve));

  constructor(host: DefinitionsHost) {
    this.#host = host;
    this.#declared = new DefinedKinds(host.profile);
    if (!this.isEmpty) this.follow();
    this.#following = this.#watch();
    void this.#keepFollowing();
  }

  /** Whether there are none now. */
  get isEmpty(): boolean {
    return this.#host.store.isEmpty(bucket);
  }

  /** Takes up what is stored now. */
  follow(): void {
    const { store } = this.#host;
    const stored = store.past.list(bucket, store.revision());
    if (stored.length > 0) this.#found();
    const kinds = this.#declared.of(stored as readonly CustomResourceDefinition[]);
    if (isSame(kinds, this.#kinds)) return;
    this.#kinds = kinds;
    this.#host.define(kinds);
  }

  /** Follows nothing any more. */
  stop(): void {
    this.#following.stop();
  }

  #watch(): StoreWatch {
    const { store } = this.#host;
    return store.watch(bucket, { after: store.revision() });
  }

  async #keepFollowing(): Promise<void> {
    for (;;) {
      try {
        if ((await this.#following.next()).length === 0) return;
      } catch (error) {
        if (!(error instanceof CompactedError)) throw error;
        this.#following = this.#watch();
      }
      this.follow();
    }
  }
}

function isSame(a: readonly Kind[], b: readonly Kind[]): boolean {
  return a.length === b.length && a.every((kind, index) => kind === b[index]);
}
