/** What all clients have in common: what is run, where, and what comes of it. */

/** What came of one step. */
export interface StepResult {
  readonly step: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What was seen instead, or why the step was skipped. */
  readonly why?: string;
}

/** Where a client runs: against a server of its own. */
export interface Stage {
  /** Of `orrery serve`, as it wrote it. */
  readonly kubeconfig: string;
  /** Private to the client, empty at first; removed afterwards. */
  readonly folder: string;
  /** The client's own files in the checkout: its programs, steps and manifests. */
  readonly sources: string;
  /** Environment of its programs: a home of their own, KUBECONFIG, nothing of the machine's users. */
  readonly env: Readonly<Record<string, string>>;
  /** The minor release of the server: `1.24`. */
  readonly kubernetes: string;
  /** Says what is going on, for whoever waits. */
  log(line: string): void;
}

/** A client of one version. */
export interface Client {
  /** The name of its folder here: `kubectl`. */
  readonly name: string;
  /** As it is chosen and asked for: `1.24`. */
  readonly version: string;
  /** What it does there, for readers of the page about clients. */
  readonly does: string;
  /** The minor releases whose servers it meets unless others are asked for; 1.24 by default. */
  readonly kubernetes?: readonly string[];
  /** Options of `orrery serve`; three nodes by default. */
  readonly serveOptions?: readonly string[];
  /**
   * Gets the client ready, in the cache, and answers what runs it.
   *
   * @throws {Unavailable} where it cannot be had: the client is skipped with the reason
   */
  prepare(cache: string, log: (line: string) => void): Promise<Prepared>;
}

/** A client that is ready to run. */
export interface Prepared {
  /** As the client itself says it: `v1.24.17`. */
  readonly version: string;
  run(stage: Stage): Promise<readonly StepResult[]>;
}

/** The client cannot be had on this machine. */
export class Unavailable extends Error {}

/** A line of the table. */
export interface Report {
  readonly client: string;
  /** The version by which the client is asked for: `1.24`. */
  readonly asked: string;
  /** The version as the client says it; the one that was asked for where it was not had. */
  readonly version: string;
  /** The minor release of the server. */
  readonly kubernetes: string;
  readonly steps: readonly StepResult[];
  /** Why nothing was run. */
  readonly skipped?: string;
}
