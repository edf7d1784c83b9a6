/** How a cluster of a server begins. */
import type { Millis } from '#clock';
import type { Profile } from '#kinds';
import type { ApiObject } from '#simulator';

/** The state of another cluster, to continue from. */
export interface State {
  /** Virtual time, ms. */
  readonly time: Millis;
  /** With uids and status. */
  readonly objects: readonly ApiObject[];
}

export interface Beginning {
  readonly seed: number;
  /** Absent: the nodes of the options, or the scenario. */
  readonly state?: State;
}

/** What can put another cluster in the place of the present one. */
export interface Host {
  /** The release with which each cluster starts. */
  readonly profile: Profile;
  /**
   * Starts a fresh cluster, by default with the seed of the options. The address, certificates and
   * tokens stay; watches and advances end. If it cannot be started, the present one stays.
   * @returns the seed
   * @throws {ApiError} for a state that cannot be restored
   */
  reset(beginning: Partial<Beginning>): Promise<number>;
}
