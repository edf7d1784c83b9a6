import type { Pod, Selector } from '#kinds';

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
