/**
 * Where a write came from. It is passed explicitly with every call and stored with every change;
 * the store never interprets it. The run record and `why` are derived from it.
 */

/** What triggered a reconcile: a change (by its revision), a timer or a retry. */
export type Cause =
  { readonly revision: number } | { readonly timer: string } | { readonly retry: string };

/** The causes of a reconcile: the first and the last few, with the number of those dropped in between. */
export interface Causes {
  readonly first: readonly Cause[];
  readonly last: readonly Cause[];
  /** How many were dropped between `first` and `last`. */
  readonly dropped: number;
}

/** The reconcile that a write belongs to. */
export interface ReconcileId {
  /** The controller's name, such as `daemonset`. */
  readonly controller: string;
  /** The queue key, such as `default/agent`. */
  readonly key: string;
  /** Numbers the reconciles of the controller, from 1. */
  readonly number: number;
}

/** What a webhook changed in an object before it was stored. */
export interface WebhookChange {
  /** Its name, such as `defaults.example.com`. */
  readonly webhook: string;
  /** The fields, as paths: `metadata.labels.team`, `spec.containers[1]`. */
  readonly fields: readonly string[];
}

export interface Origin {
  /** Who writes: `daemonset-controller`, `kubelet`, `scenario`, `user:admin`, ... */
  readonly actor: string;
  /** Whose request the write is part of, if that is not the actor: admission writes for others. */
  readonly requester?: string;
  /** The service account in `kube-system` that it acts as, where controllers have accounts of their own. */
  readonly account?: string;
  readonly reconcile?: ReconcileId;
  readonly causes?: Causes;
  /** Free text for people: the scenario step and line, the request. */
  readonly note?: string;
  /**
   * What the reconcile knew that the store does not hold (such as the recommendations that an
   * autoscaler remembers), as plain data. Only explanations read it.
   */
  readonly evidence?: unknown;
  /** The webhooks that changed the object, in the order of their calls. */
  readonly webhooks?: readonly WebhookChange[];
}

/** The programs of a real cluster that are not the controller manager, by their actor here. */
const programs: Readonly<Record<string, string>> = {
  'kube-apiserver': 'kube-apiserver',
  kubelet: 'kubelet',
  scheduler: 'kube-scheduler',
  'default-scheduler': 'kube-scheduler',
  'kube-controller-manager': 'kube-controller-manager',
};

/** The manager name for actors that write for users: they are not programs of a cluster. */
const own = 'orrery';

/** The program of a real cluster that an actor is part of: the manager of the fields that it writes. */
export function programOf({ actor, reconcile }: Origin): string {
  return programs[actor] ?? (reconcile === undefined ? own : 'kube-controller-manager');
}
