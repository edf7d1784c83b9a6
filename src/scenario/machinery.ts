import type { Millis } from '#clock';

/** The machinery that a scenario runs on, as far as steps reach past the API. */
export interface Machinery {
  /**
   * Kills controllers at once, by name or short name: all unless told. One that does not run is left
   * alone. Throws an Error for a name that is none.
   */
  killControllers(names?: readonly string[]): void;
  /** Starts controllers that do not run; they remember nothing. Throws an Error for a name that is none. */
  startControllers(names?: readonly string[]): Promise<void>;
  /**
   * Takes the control plane down until {@link endOutage}: no controller works, kubelets report nothing,
   * the API refuses writes. The machines go on, and so does the clock. Throws an Error when it is down.
   */
  beginOutage(): void;
  endOutage(): Promise<void>;
  /** Everything stops, the clock leaps by so many ms, everything starts anew. Throws an Error during an outage. */
  jump(ms: Millis): Promise<void>;
}
