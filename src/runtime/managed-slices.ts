/** The slices that one of the controllers of EndpointSlices manages, by the service that they belong to. */
import { sliceManagerLabel, sliceServiceLabel } from '#kinds';
import type { Cause } from '#values';
import type { discoveryV1 } from '#types';
import type { Informer } from './informer.ts';
import { SliceTracker } from './slice-tracker.ts';
import { sliceRepairs } from './slice-writes.ts';

type Slice = discoveryV1.EndpointSlice;

export class ManagedSlices {
  readonly tracker = new SliceTracker();
  readonly #informer: Informer<Slice>;
  readonly #manager: string;
  readonly #index: string;

  /** @param manager in the slices' label of who manages them */
  constructor(informer: Informer<Slice>, manager: string) {
    this.#informer = informer;
    this.#manager = manager;
    this.#index = `managed by ${manager}, by service`;
    informer.addIndex(this.#index, (slice) => {
      const key = this.#keyFor(slice);
      return key === undefined ? [] : [key];
    });
  }

  /** Returns the slices of a service, by its key. */
  of(key: string): readonly Slice[] {
    return this.#informer.lister.byIndex(this.#index, key);
  }

  /** Calls `repair` with the key of a service when others have changed its slices. */
  onForeignChange(repair: (key: string, cause: Cause) => void): void {
    const keyFor = (slice: Slice): string | undefined => this.#keyFor(slice);
    this.#informer.addHandlers(sliceRepairs(this.tracker, keyFor, repair));
  }

  /** The key of the service that a managed slice belongs to. */
  #keyFor({ metadata: { namespace, labels } }: Slice): string | undefined {
    if (labels?.[sliceManagerLabel] !== this.#manager) return undefined;
    const service = labels[sliceServiceLabel];
    return service ? `${namespace}/${service}` : undefined;
  }
}
