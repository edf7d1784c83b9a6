import type { Explainer } from '#runtime';

/** A controller's part in explaining: what it accounts for, and (the first kind) what its work is about. */
export interface Accountant {
  readonly controller: string;
  /** As whom it writes: `daemonset-controller`. */
  readonly actor: string;
  readonly explainers: readonly Explainer[];
}
