import type { Deletion, Explainer } from '#runtime';

/** What the keys of a controller's work name. */
export interface Keyed {
  readonly controller: string;
  /** Their bucket. Default: that of the object that it writes. */
  readonly keys?: string;
}

/** A controller's part in explanations: the fields that it accounts for. */
export interface Accountant extends Keyed {
  /** Its actor: `daemonset-controller`. */
  readonly actor: string;
  readonly explainers: readonly Explainer[];
  /** Why it has deleted an object. */
  readonly deletion?: Deletion;
}
