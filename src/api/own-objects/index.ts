/**
 * Objects that a v1.24 server makes and keeps by itself: the usual flow schemas and priority
 * levels, and an APIService for each version that is served. Ours makes them when a client first
 * asks for such objects, so that a start, and runs that need none, do without them.
 */
import {
  apiService,
  bucketOf,
  flowSchema,
  ipAddress,
  priorityLevelConfiguration,
  serviceCidr,
  type Kind,
} from '#kinds';
import type { KubeObject } from '#values';
import type { Keeper, KeeperOptions, OwnObjects } from './keeper.ts';

export type { OwnObjects } from './keeper.ts';

/** By the plurals of their kinds: nearly all requests are for others. */
const keptGroups: ReadonlyMap<string, string> = new Map(
  [apiService, flowSchema, priorityLevelConfiguration, serviceCidr, ipAddress].map(
    ({ plural, group }) => [plural, group],
  ),
);

export class KeptObjects implements OwnObjects {
  readonly #options: KeeperOptions;
  #keepers: Promise<ReadonlyMap<string, Keeper>> | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  before<T extends KubeObject>(kind: Kind<T>, isRead: boolean): Promise<void> | undefined {
    if (keptGroups.get(kind.plural) !== kind.group) return undefined;
    return this.#options.store.isClosed ? undefined : this.#keep(bucketOf(kind), isRead);
  }

  whileWatched(kind: Kind): (() => Promise<void>) | undefined {
    const bucket = bucketOf(kind);
    if (bucket !== bucketOf(apiService)) return undefined;
    return async () => (this.#options.store.isClosed ? undefined : this.#keep(bucket, true));
  }

  uidOf(plural: string, name: string): string {
    return this.#options.random.stream('api/own uids').fork(`${plural}/${name}`).uuid();
  }

  async #keep(bucket: string, isRead: boolean): Promise<void> {
    this.#keepers ??= import('./keepers.ts').then(({ keepers }) => keepers(this.#options));
    const keeper = (await this.#keepers).get(bucket)!;
    await keeper.make();
    if (isRead) await keeper.refresh?.();
  }
}
