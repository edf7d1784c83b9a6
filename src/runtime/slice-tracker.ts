/**
 * Which of its own writes a controller of EndpointSlices has not seen yet: without it, it would
 * write twice.
 */
import type { discoveryV1 } from '#types';

type Slice = discoveryV1.EndpointSlice;

/** In place of a generation: the slice was deleted. */
const GONE = -1;

/** The last generation that was written of each slice, by the service's key and the slice's uid. */
export class SliceTracker {
  readonly #written = new Map<string, Map<string, number>>();

  /** A slice was created or updated. */
  wrote(key: string, { metadata }: Slice): void {
    this.#of(key).set(metadata.uid, metadata.generation ?? 0);
  }

  /** A slice was deleted. */
  removed(key: string, { metadata }: Slice): void {
    this.#of(key).set(metadata.uid, GONE);
  }

  /** Whether the cached slices of a service are older than what was written. */
  isStale(key: string, slices: readonly Slice[]): boolean {
    const written = this.#written.get(key);
    if (written === undefined) return false;
    const cached = new Map(slices.map(({ metadata }) => [metadata.uid, metadata.generation ?? 0]));
    for (const [uid, generation] of written) {
      const present = cached.get(uid);
      if (generation === GONE ? present !== undefined : (present ?? GONE) < generation) return true;
    }
    return false;
  }

  /** A slice was seen; false when it is what was written. */
  isUnexpected(key: string, { metadata }: Slice): boolean {
    const written = this.#written.get(key)?.get(metadata.uid);
    return written === undefined || (metadata.generation ?? 0) > written;
  }

  /** The deletion of a slice was seen; false when it was expected. */
  isUnexpectedDeletion(key: string, { metadata }: Slice): boolean {
    const written = this.#written.get(key);
    const generation = written?.get(metadata.uid);
    if (written === undefined || generation === undefined) return false;
    written.delete(metadata.uid);
    return generation !== GONE;
  }

  /** Removes a deleted service. */
  forget(key: string): void {
    this.#written.delete(key);
  }

  #of(key: string): Map<string, number> {
    let written = this.#written.get(key);
    if (written === undefined) this.#written.set(key, (written = new Map()));
    return written;
  }
}
