/** Writes in words. Many updates of a large record change the same from the same to the same: their words are found once. */
import { describeChange, detailText, type FieldChange, type RecordChange } from '#record';

export interface WriteWords {
  readonly verb: string;
  readonly kind: string;
  readonly text: string;
}

const MOST_KNOWN = 1_000;

export class UpdateWords {
  /** By the changes, which are the same list where they come again; with the bucket of the object. */
  readonly #known = new Map<readonly FieldChange[], { bucket: string; words: WriteWords }>();

  /** Undefined for a write that is not shown, and for an event. */
  of(change: RecordChange): WriteWords | undefined {
    const { changes, bucket } = change;
    const known = changes && this.#known.get(changes);
    if (known?.bucket === bucket) return known.words;
    const line = describeChange(change);
    if (line === undefined || change.value.kind === 'Event') return undefined;
    const { verb, kind, details } = line;
    const words = { verb, kind, text: details.map(detailText).join(', ') };
    if (changes?.every(isPlain) === true) this.#remember(changes, { bucket, words });
    return words;
  }

  #remember(
    changes: readonly FieldChange[],
    words: { readonly bucket: string; readonly words: WriteWords },
  ): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(changes, words);
  }
}

/** The words of such changes depend on nothing else in the object. */
function isPlain({ path, from, to }: FieldChange): boolean {
  return path.length === 2 && typeof from !== 'object' && typeof to !== 'object';
}
