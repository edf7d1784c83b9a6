/** What a simulator is made of. */
import type { AdmissionPlugin } from '#api';
import type { Millis, Release, VirtualClock } from '#clock';
import type { Races, Strike } from '#faults';
import type { AuthorizationMode, Kind, LostFields, Profile, WebhookAddress } from '#kinds';
import type { Authority } from '#values';
import type { ObjectMeta } from '#types';
import type { ControllerDefinition, Order } from '#runtime';
import type { Change, HistoryWindow, Journal, Store } from '#store';
import type { ProxyCertificate } from '#webhooks';

/** An object as clients write it. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Partial<ObjectMeta>;
}

export interface SimulatorOptions {
  /** The same seed gives the same run. Default: 1. */
  readonly seed?: number;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** Controllers to run; see `#controllers` for the built-in ones. */
  readonly controllers: readonly ControllerDefinition[];
  /** Controllers that are programs of their own, with lists and watches of their own. Default: none. */
  readonly programs?: readonly ControllerDefinition[];
  /** Of what is ready at one instant in those programs. Default: as it became ready. */
  readonly order?: Order | undefined;
  /** Controllers act as service accounts of their own, as those of most clusters do. Default: as one user. */
  readonly controllerAccounts?: boolean | undefined;
  /** The most pods that one object gets. Default: 20,000. */
  readonly podsPerObject?: number | undefined;
  /** What belongs to the API server: it runs whichever controllers run, except in an outage. */
  readonly apiServerControllers?: readonly ControllerDefinition[];
  /** Fake kubelets for the nodes. Default: true. */
  readonly pool?: boolean;
  /** The release that the cluster behaves like. Default: v1.24. */
  readonly profile?: Profile | undefined;
  /** The kinds that are served. Default: those of the release. */
  readonly kinds?: readonly Kind[] | undefined;
  /**
   * Whether checks of a kind are loaded before the start; of others they are before the first object is checked.
   * Default: where that is quick.
   */
  readonly isExpected?: ((kind: Kind) => boolean) | undefined;
  /** Whether a word may occur in what is written: what requests with it need is loaded before the start. Default: none. */
  readonly isNamed?: ((word: string) => boolean) | undefined;
  /** Feature gates that differ from the release's defaults. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** What clients of the API server are to trust, PEM; every namespace has it. Default: nothing. */
  readonly rootCa?: string;
  /** Signs the certificates that are requested of the cluster. Default: none. */
  readonly authority?: Authority;
  /** What is shown to other API servers that requests are passed on to, in PEM. Default: nothing. */
  readonly proxyCertificate?: ProxyCertificate | undefined;
  /** Of the addresses of Services. Default: 10.96.0.0/12. */
  readonly serviceIpRange?: string | undefined;
  /** Who may do what, of the clients that make requests over HTTP. Default: `masters`. */
  readonly authorization?: AuthorizationMode;
  /** In the order in which they are asked. Default: those of {@link ApiServer}. */
  readonly admission?: readonly AdmissionPlugin[];
  /** What stands for the Services of webhooks on this machine. Default: nothing. */
  readonly webhookAddresses?: readonly WebhookAddress[];
  /** Called when the call of a webhook begins; what it returns is called when it ends. */
  readonly onWebhookCall?: () => Release;
  /** Kubelets record events (Pulled, Started, ...). Default: false. */
  readonly kubeletEvents?: boolean;
  /** Metrics are measured at this interval, ms, 1000 or more. Default: whenever they are asked for. */
  readonly metricsIntervalMs?: Millis;
  /** Running pods without a load of their own have metrics, too: those of an idle server. Default: false. */
  readonly idleMetrics?: boolean;
  /**
   * The state to begin with: API objects with uids and status, as `kubectl get -o json` gives them.
   * Pods on nodes continue from their status.
   */
  readonly objects?: readonly ApiObject[];
  /** Where writes are kept beyond the process, and what is kept there already. Default: nowhere. */
  readonly data?: KeptData;
  /** A store that several servers share. Default: one of its own. */
  readonly shared?: SharedStore;
  /** Gets the fields that writes lose. Default: they are not looked for. */
  readonly lost?: LostFields | undefined;
  /** Races of a real control plane, as faults from the start on. Default: none. */
  readonly races?: Races | undefined;
  /** Called for each request that a fault has struck. */
  readonly onStrike?: (strike: Strike) => void;
  /** Who drives the run: faults strike them only by name. Default: `scenario`. */
  readonly driver?: string;
  /** Called for reconciles that failed and will be retried. */
  readonly onReconcileError?: (actor: string, key: string, error: unknown) => void;
  /** How much history to keep for reads and watches of the past. Default: all of it. */
  readonly window?: HistoryWindow;
  /** Bytes that the stored objects may take, by estimate; writes that need more are refused. Default: unlimited. */
  readonly storageBytes?: number;
  /** Freeze what is stored, so that a write to a shared object throws. For tests. */
  readonly freeze?: boolean;
}

/** A folder of data, as far as it concerns the store. */
export interface KeptData extends Journal {
  /** Nothing was kept so far. */
  readonly isEmpty: boolean;
  /** Of the latest write that was kept so far. */
  readonly revision: number;
  /** The releases that wrote it, in their order, each behind the last revision of the one before; none: the default. */
  readonly releases: readonly { readonly name: string; readonly behind: number }[];
  /** Keeps which release writes from now on, such as 1.34. */
  writeAs(release: string): void;
  loadInto(store: Store): void;
}

/** A store that other servers read and write too. Its servers agree on one that leads. */
export interface SharedStore {
  readonly clock: VirtualClock;
  /** Filled already. */
  readonly store: Store;
  /** Identifies this server among all of its starts and others. */
  readonly server: string;
  /** Calls with each write of this server. */
  onWrite(listener: (change: Change) => void): void;
}
