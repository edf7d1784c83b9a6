import type { Millis } from '#clock';
import type { KubeObject, Origin } from '#values';

/** One write, as the log keeps it and watchers receive it. */
export interface Change {
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly type: 'created' | 'updated' | 'deleted';
  /**
   * The object after the write; for `deleted` its last state, carrying the deletion's
   * resourceVersion.
   */
  readonly value: KubeObject;
  /** The object before the write; absent for `created`. */
  readonly previous?: KubeObject;
  readonly origin: Origin;
  /** Written by `Store.repeat`: it says only that its writer is alive. */
  readonly isRepetition?: boolean;
}
