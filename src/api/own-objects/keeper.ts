import type { Random } from '#clock';
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import type { Store } from '#store';
import type { RequestContext } from '../context.ts';
import type { ApiRequest, ApiRequests, Outcomes } from '../verbs.ts';
import type { CallRemote } from './remote.ts';

/** What the server does about its own objects of a kind. */
export interface Keeper {
  /** Creates what is missing, and removes what should be gone. */
  make(): Promise<void>;
  /** Brings the statuses up to date. Clients see them a moment after a write, as with v1.24. */
  refresh?(): Promise<void>;
}

/** The API, as far as keepers use it. */
export interface KeptApi {
  readonly kinds: KindRegistry;
  readonly own: Pick<OwnObjects, 'uidOf'>;
  readonly callRemote: CallRemote;
  call<R extends ApiRequest>(context: RequestContext, request: R): Outcomes[R['verb']];
  read<R extends ApiRequests['get' | 'list']>(request: R): Outcomes[R['verb']];
}

/** What keepers work with. */
export interface KeeperOptions {
  readonly api: KeptApi;
  readonly random: Random;
  readonly store: Pick<Store, 'isClosed'>;
  /** The addresses for Services; absent: those of the default. */
  readonly serviceIpRange?: string | undefined;
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
  /** Brings statuses up to date that depend on what is outside of the cluster; undefined where none do. */
  whileWatched(kind: Kind): (() => Promise<void>) | undefined;
  /** The uid that an object of a kind has, or will have when it is made. */
  uidOf(plural: string, name: string): string;
}
