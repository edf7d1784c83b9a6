import type { Kind } from '#kinds';
import type { KubeObject, Origin, Release } from '#values';
import type { Store } from '#store';
import type { Authorizer } from '../authorization/index.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The store access of plugins. */
export interface AdmissionAccess {
  readonly store: Store;
  /** Decides what users may do, for plugins that ask for more than the request's own right. */
  readonly authorizer: Authorizer;
  /** Whose rules decide. */
  readonly rules: Release;
  readonly webhooks: Webhooks;
  /** Makes a generated name unique, from a random stream of its own. */
  readonly suffix: () => string;
  /**
   * Stores an object that differs from the stored one only in its status, without admission and
   * validation. False when another write was faster.
   */
  writeStatus<T extends KubeObject>(
    kind: Kind<T>,
    next: T,
    old: T,
    origin: Origin,
  ): Promise<boolean>;
}
