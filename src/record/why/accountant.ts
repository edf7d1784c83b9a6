import type { Explainer } from '#runtime';

/** A controller's part in explanations: the fields that it accounts for; its keys are of the first kind. */
export interface Accountant {
  readonly controller: string;
  /** Its actor: `daemonset-controller`. */
  readonly actor: string;
  readonly explainers: readonly Explainer[];
}
