/** The options of a cluster. */
import type { AuthorizationMode } from '#kinds';
import type { ControllerDefinition, Order } from '#runtime';

/** A point in virtual time: RFC 3339 text, a Date, or ms since 1970. */
export type When = string | Date | number;

/** A number of like nodes (`node-1`, ...), or groups in the form of scenarios. */
export type Nodes = number | readonly NodeGroupOptions[];

/** See `cluster.nodes` in the scenario language. */
export interface NodeGroupOptions {
  readonly name: string;
  readonly count?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Such as `key=value:NoSchedule`. */
  readonly taints?: readonly string[];
  /** Such as `{ cpu: '4', memory: '8Gi', pods: '110' }`. */
  readonly capacity?: Readonly<Record<string, string | number>>;
}

/** What a controller has thrown. */
export interface ControllerFailure {
  /** Who: the controller's actor. */
  readonly actor: string;
  /** The key of the reconcile, or the part of the controller that failed. */
  readonly key: string;
  readonly error: unknown;
}

/**
 * Definitions have no conditions for a moment; first lists of a new kind fail; discovery shows what was served earlier; several
 * API servers answer from caches; the informers of the controller manager lag.
 */
export type RaceName = 'definitions' | 'kinds' | 'discovery' | 'servers' | 'informers';

/** What a cluster is made of. */
export interface ClusterOptions {
  /** The release of Kubernetes: `1.34`, `v1.34`, a patch of it such as `1.34.4`, or `latest`. Default: 1.24. */
  readonly kubernetes?: string;
  /** Default: none. */
  readonly nodes?: Nodes;
  /** The same seed gives the same names, uids and jitter. Default: 1. */
  readonly seed?: number;
  /** Virtual time at the start. Default: 2026-01-01T00:00:00Z. */
  readonly start?: When;
  /**
   * Which of the built-in controllers run: names, or names with a minus in front for all but those.
   * Default: all.
   */
  readonly controllers?: 'all' | 'none' | readonly string[];
  /**
   * Controllers of one's own; see `defineController`. Each is a program of its own, with its own lists
   * and watches, and starts when all that it reads is served.
   */
  readonly run?: readonly ControllerDefinition[];
  /**
   * The order in which those controllers get events and reconcile keys, of what is ready at one instant: permuted by a
   * seed, or chosen by an object. The events of one watch keep their order. Default: as it became ready.
   */
  readonly order?: number | Order;
  /**
   * Called with what controllers throw: reconciles are tried again, and informers continue after a
   * handler. Default: errors of one's own controllers are printed to stderr, except those that the API
   * answers, such as conflicts.
   */
  readonly onError?: (failure: ControllerFailure) => void;
  /**
   * Called with a sentence for each field that a write has and the release does not keep, once for a kind and a field:
   * one of other releases, or behind a feature gate that is off. Default: the first of each in a process is printed to
   * stderr.
   */
  readonly onLostField?: (text: string) => void;
  /** Objects that exist at the start, with uids and status: manifests as text, or objects. */
  readonly objects?: string | readonly object[];
  /** How pods behave: rules as in scenarios. */
  readonly behaviour?: readonly object[];
  /** Feature gates that differ from the release's defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * What is served otherwise than by default: `{ 'api/beta': true }`, by `GROUP/VERSION`, or by `GROUP/VERSION/RESOURCE`,
   * as `--runtime-config` of an API server has it.
   */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** With `rbac` the release's default roles and bindings exist. Default: `masters`. */
  readonly authorization?: AuthorizationMode;
  /** What stands for the Services of webhooks: `default/hook:443=127.0.0.1:8443`. */
  readonly webhookAddresses?: readonly string[];
  /**
   * A folder in which everything is kept, as `orrery serve --data` keeps it: objects, revisions, the past, and virtual time.
   * A cluster that finds something there continues it; then `nodes`, `objects`, `behaviour` and `start` do not count.
   * It is of the release that wrote the folder last, or of the next one, where `kubernetes` says so. One cluster at a time
   * has the folder. Default: nothing is kept.
   */
  readonly data?: string;
  /**
   * With `data`, what a call waits for. `strict`: the disk; `relaxed`: the operating system, so that a process that is
   * killed loses nothing. Default: `strict`.
   */
  readonly durability?: 'strict' | 'relaxed';
  /**
   * Races of a real control plane, as faults that are in force from the start on: `all`, some of them, or how far each lags
   * at most: `{ definitions: '2s', servers: '500ms' }`. Default: none.
   */
  readonly races?:
    'all' | readonly RaceName[] | Readonly<Partial<Record<RaceName, string | number>>>;
  /** Controllers act as service accounts of their own in kube-system, as with kubeadm and kind. Default: false. */
  readonly controllerAccounts?: boolean;
  /** The most pods that one object gets: more would take hours and gigabytes. Default: 20,000. */
  readonly podsPerObject?: number;
  /** Kubelets record events of pods (Pulled, Started, ...). Default: false. */
  readonly kubeletEvents?: boolean;
}
