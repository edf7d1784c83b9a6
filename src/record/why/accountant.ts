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
  /**
   * The gates and behaviours on which fields hang, whether it accounts for them or not, by kind and field; for events by
   * the kind that they are about, and their reason: `Event`, `Deployment ScalingReplicaSet`.
   */
  readonly hinges?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}
