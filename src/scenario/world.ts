import type { KindRegistry } from '#catalog';
import type { Profile } from '#kinds';
import type { KnownObjects } from './known-objects.ts';
import type { Manifest } from './shape/manifest.ts';

/** What is known of the cluster while the file is checked, step by step in order of time. */
export interface World {
  /** With those that definitions have declared up to this point. */
  readonly kinds: KindRegistry;
  /** Notes the kind of a manifest, which may be one that nothing defines. */
  meet(manifest: Manifest): void;
  /** Notes a definition of custom resources. */
  declare(manifest: Manifest): void;
  /** The release at this point, with its gates. */
  readonly profile: Profile;
  /** Notes that the cluster is of another release from this point on. */
  move(profile: Profile): void;
  /** The nodes that exist at this point of the scenario, each with its group if it came with one. */
  readonly nodes: Map<string, string | undefined>;
  /** Names of all controllers; undefined when they are not known. */
  readonly controllers?: readonly string[];
  /** Whether kubelets record events. */
  readonly kubeletEvents: boolean;
  /** The objects that the scenario has made up to this point. */
  readonly objects: KnownObjects;
}
