/**
 * Where a write came from. It travels explicitly with every call, is stored with every
 * change and never interpreted by the store; the run record and `why` are read off it.
 */

/** What woke a reconcile: a change (by its revision), or a wake-up that a clock or a person gave. */
export type Cause =
  { readonly revision: number } | { readonly timer: string } | { readonly retry: string };

/** The causes of a reconcile: the first and the last few, with the number left out between them. */
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
  /** Counts the reconciles of the controller, from 1. */
  readonly number: number;
}

export interface Origin {
  /** Who writes: `daemonset-controller`, `kubelet`, `scenario`, `user:admin`, ... */
  readonly actor: string;
  /** Whose request the write is a part of, when that is not the actor: admission writes for others. */
  readonly requester?: string;
  readonly reconcile?: ReconcileId;
  readonly causes?: Causes;
  /** Free text for people: the scenario step and line, the request. */
  readonly note?: string;
  /**
   * What the reconcile knew and the store does not hold (an autoscaler's remembered
   * recommendations), as plain data. Explanations read it; nothing else does.
   */
  readonly evidence?: unknown;
}

/** The programs that in a cluster are not the controller manager, by who acts here. */
const programs: Readonly<Record<string, string>> = {
  'kube-apiserver': 'kube-apiserver',
  kubelet: 'kubelet',
  scheduler: 'kube-scheduler',
  'default-scheduler': 'kube-scheduler',
  'kube-controller-manager': 'kube-controller-manager',
};

/** Those who act for people: their own name is no program's. */
const own = 'orrery';

/** The program that an actor is part of in a cluster: it names the manager of the fields that are written. */
export function programOf({ actor, reconcile }: Origin): string {
  return programs[actor] ?? (reconcile === undefined ? own : 'kube-controller-manager');
}
