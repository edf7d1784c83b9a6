import type { ApiServer } from '#api';
import type { Kind, KubeObject } from '#kinds';
import type { ServedKinds } from '../served.ts';

/** What the server does about its own objects of a kind. */
export interface Keeper {
  /** Creates what is missing, and removes what should be gone. */
  make(): Promise<void>;
  /** Brings the statuses up to date. Clients see them a moment after a write, as with v1.24. */
  refresh?(): Promise<void>;
}

/** What keepers work with. */
export interface KeeperOptions {
  readonly api: ApiServer;
  readonly served: ServedKinds;
  /** Virtual time, ms. */
  readonly now: () => number;
}

/** The server's own objects, for those who answer requests for them. */
export interface OwnObjects {
  /**
   * To be awaited before a request for objects of a kind is answered. Undefined for nearly all
   * kinds: there is nothing to wait for.
   */
  before<T extends KubeObject>(kind: Kind<T>, isRead: boolean): Promise<void> | undefined;
}
