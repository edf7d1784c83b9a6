import type { Kind, KubeObject, Origin } from '#kinds';
import type { Store } from '#store';

/** What plugins read and write by. */
export interface AdmissionAccess {
  readonly store: Store;
  /** Makes a generated name unique, by chance of its own. */
  readonly suffix: () => string;
  /**
   * Stores an object that differs from the stored one in its status, without asking anybody
   * again. False when somebody else was faster.
   */
  writeStatus<T extends KubeObject>(
    kind: Kind<T>,
    next: T,
    old: T,
    origin: Origin,
  ): Promise<boolean>;
}
