import { keyOf } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';

/** The volumes for the claims of a pod, chosen with its node. */
export interface VolumeChoice {
  /** Volumes that exist. */
  readonly taken: readonly {
    readonly claim: PersistentVolumeClaim;
    readonly volume: PersistentVolume;
  }[];
  /** Claims that volumes are made for. */
  readonly toProvision: readonly PersistentVolumeClaim[];
}

/** What a claim is about to get. */
export interface AssumedClaim {
  /** The pod that it gets it for. */
  readonly pod: string;
  readonly nodeName: string;
  /** Absent: one is made for the node. */
  readonly volume?: PersistentVolume;
}

/** Claims whose volumes were chosen with a node for a pod, and are not bound yet. */
export class AssumedClaims {
  readonly #byClaim = new Map<string, AssumedClaim>();
  readonly #volumes = new Map<string, string>();

  /** The names of the volumes that are taken: a set to add to. */
  takenVolumes(): Set<string> {
    return new Set(this.#volumes.keys());
  }

  get(claim: string): AssumedClaim | undefined {
    return this.#byClaim.get(claim);
  }

  assume(pod: string, { taken, toProvision }: VolumeChoice, nodeName: string): void {
    for (const { claim, volume } of taken) {
      this.#byClaim.set(keyOf(claim), { pod, nodeName, volume });
      this.#volumes.set(volume.metadata.name, pod);
    }
    for (const claim of toProvision) this.#byClaim.set(keyOf(claim), { pod, nodeName });
  }

  /** What was chosen for the pod is bound, or free again. */
  forget(pod: string): void {
    for (const [claim, assumed] of this.#byClaim) {
      if (assumed.pod === pod) this.#byClaim.delete(claim);
    }
    for (const [volume, holder] of this.#volumes) {
      if (holder === pod) this.#volumes.delete(volume);
    }
  }
}
