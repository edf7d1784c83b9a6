/** What the runner and the process that runs the tests say to each other. */

export interface RunRequest {
  /** Files that have another text than before. */
  readonly changed: readonly string[];
  readonly files: readonly TestFileRequest[];
  /** Whether to stop at the first test that fails. */
  readonly bail: boolean;
  /** How long one test may take: most that hang wait for what never comes. */
  readonly testLimitMs: number;
  /**
   * How long the processor may work on all of them, which the load of the machine does not change.
   */
  readonly workLimitMs: number;
}

export interface TestFileRequest {
  readonly file: string;
  /** Default: all tests of the file. */
  readonly names?: readonly string[];
}

export interface RunReport {
  readonly files: readonly TestFileReport[];
  /** Errors outside of tests. */
  readonly errors: readonly string[];
}

export interface TestFileReport {
  readonly file: string;
  readonly tests: readonly TestReport[];
  /** Whether the file could not be loaded, or failed outside of its tests. */
  readonly broken: boolean;
  /** Probes that were reached outside of its tests. */
  readonly reached: readonly number[];
}

export interface TestReport {
  /** With the names of its suites before it, as name patterns see it. */
  readonly name: string;
  readonly passed: boolean;
  /** Whether it failed because it took longer than it may. */
  readonly timedOut: boolean;
  readonly ms: number;
  readonly reached: readonly number[];
}
