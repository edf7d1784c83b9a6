import type { Profile } from '#kinds';
import type { Pod } from '#types';
import type { Selector } from '#values';

/** Whose metrics are asked for. */
export interface MetricQuery {
  readonly namespace: string;
  /** Of the target's pods. */
  readonly selector: Selector;
  /** Those pods. */
  readonly pods: readonly Pod[];
  /** The release whose kinds are read. */
  readonly profile: Profile;
  /** Virtual ms. */
  readonly now: number;
}
