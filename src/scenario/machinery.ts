import type { Millis } from '#clock';
import type { Profile } from '#kinds';
import type { Faults } from '#faults';

/** What steps control besides the API: controllers, the control plane and the clock. */
export interface Machinery {
  /** What goes wrong between clients and the API. */
  readonly faults: Pick<Faults, 'inject' | 'lift'>;
  /**
   * Kills controllers at once, by name or short name; all by default. One that does not run is left
   * alone. Throws an Error for an unknown name.
   */
  killControllers(names?: readonly string[]): void;
  /** Starts controllers that do not run, with empty memory. Throws an Error for an unknown name. */
  startControllers(names?: readonly string[]): Promise<void>;
  /**
   * Takes the control plane down until {@link endOutage}: no controller works, kubelets report nothing,
   * the API rejects writes. Machines and clock keep running. Throws an Error when it is already down.
   */
  beginOutage(): void;
  endOutage(): Promise<void>;
  /**
   * Stops the control plane and starts another release of it on what is stored, at once; nodes stay as they are.
   * Throws an Error during an outage.
   */
  move(release: Profile): Promise<void>;
  /** Stops everything, moves the clock ahead by `ms`, restarts everything. Throws an Error during an outage. */
  jump(ms: Millis): Promise<void>;
}
