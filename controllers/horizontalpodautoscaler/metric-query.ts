import type { Pod } from '#types';
import type { Selector } from '#values';

/** Whose metrics are asked for. */
export interface MetricQuery {
  readonly namespace: string;
  /** Of the target's pods. */
  readonly selector: Selector;
  /** Those pods. */
  readonly pods: readonly Pod[];
  /** Virtual ms. */
  readonly now: number;
}
