/**
 * Objects that a v1.24 server makes and keeps by itself: the usual flow schemas and priority
 * levels, and an APIService for each version that is served. Ours makes them when a client first
 * asks for such objects, so that a start, and runs that need none, do without them.
 */
import { apiService, flowSchema, priorityLevelConfiguration, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { anyKind } from '#request';
import type { Keeper, KeeperOptions, OwnObjects } from './keeper.ts';

export type { OwnObjects } from './keeper.ts';

const keptKinds: ReadonlySet<Kind> = new Set([
  anyKind(apiService),
  anyKind(flowSchema),
  anyKind(priorityLevelConfiguration),
]);

export class KeptObjects implements OwnObjects {
  readonly #options: KeeperOptions;
  #keepers: Promise<ReadonlyMap<Kind, Keeper>> | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  before<T extends KubeObject>(kind: Kind<T>, isRead: boolean): Promise<void> | undefined {
    const stored = kind.storage?.kind ?? anyKind(kind);
    if (!keptKinds.has(stored) || this.#options.store.isClosed) return undefined;
    return this.#keep(stored, isRead);
  }

  uidOf(plural: string, name: string): string {
    return this.#options.random.stream('api/own uids').fork(`${plural}/${name}`).uuid();
  }

  async #keep(kind: Kind, isRead: boolean): Promise<void> {
    this.#keepers ??= import('./keepers.ts').then(({ keepers }) => keepers(this.#options));
    const keeper = (await this.#keepers).get(kind)!;
    await keeper.make();
    if (isRead) await keeper.refresh?.();
  }
}
