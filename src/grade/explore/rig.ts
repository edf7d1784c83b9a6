/** A client that is explored, in a cluster of its own: what the player of plans needs of it. */
import type { Cluster, PermutedOrder } from '#kit';

/** A write that the client has asked for and that was carried out. */
export interface ClientWrite {
  /** `create`, `update`, `patch`, `delete`, ... */
  readonly verb: string;
  /** `deployments.apps`, `sites.example.com/status` */
  readonly resource: string;
}

export interface Rig {
  readonly cluster: Cluster;
  /** In which order it gets events and reconciles, where that can be chosen. */
  readonly order?: PermutedOrder;
  /** How faults name it. */
  readonly client: Readonly<Record<string, string | readonly string[]>>;
  /** How the record names it: one, or several that are explored together. */
  readonly actors: readonly string[];
  /** What a write gets whose answer is lost. */
  readonly lostAnswer: Readonly<Record<string, unknown>>;
  /** Resources that it has listed or watched: `pods`, `deployments.apps`. */
  readonly reads: readonly string[];
  /** In order. */
  readonly writes: readonly ClientWrite[];
  /** How long an end that is wrong may take to become right, wall ms. */
  readonly latestMs: number;
  /** The same where a plan is played again that seems to fail. */
  readonly hastyMs: number;
  /** Until when it surely does nothing more by itself, since it has come to rest, wall ms; 0: that is not known. */
  readonly restsUntilMs: number;
  /** How it ended by itself: `exit status 1`; undefined: it runs, or was killed. */
  readonly ending: string | undefined;
  /** The end of what it has printed. */
  readonly output: string;

  start(): Promise<void>;
  /** As if its machine had failed. */
  kill(): Promise<void>;
  /** Calls back as often as it can, until what it returns is called. */
  follow(glance: () => void): () => void;
  /**
   * Lets virtual time pass until nothing is left to do, and calls back now and then. Resolves with whether it has come to
   * rest.
   */
  settle(options: SettleOptions): Promise<boolean>;
  end(): Promise<void>;
}

export interface SettleOptions {
  /** Looks at the cluster now and then. */
  readonly look: () => Promise<void>;
  /** Only a client that is quiet for longer has come to rest. */
  readonly isThorough?: boolean;
}
