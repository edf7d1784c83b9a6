/** Writes in words. Many updates of a large record change the same from the same to the same: their words are found once. */
import { describeChange, detailText, type FieldChange, type RecordChange } from '#record';
import type { KubeObject } from '#kinds';

export interface WriteWords {
  readonly verb: string;
  readonly kind: string;
  readonly text: string;
}

const MOST_KNOWN = 1_000;

export class UpdateWords {
  /** By the changes, which are the same list where they come again. */
  readonly #known = new Map<readonly FieldChange[], WriteWords>();

  /** Undefined for a write that is not shown, and for an event. */
  of(change: RecordChange): WriteWords | undefined {
    const { changes, value } = change;
    const known = changes && this.#known.get(changes);
    if (known?.kind === value.kind && changes!.every((each) => isMade(each, change))) return known;
    const line = describeChange(change);
    if (line === undefined || value.kind === 'Event') return undefined;
    const { verb, kind, details } = line;
    const words = { verb, kind, text: details.map(detailText).join(', ') };
    if (changes?.every(isPlain) === true) this.#remember(changes, words);
    return words;
  }

  #remember(changes: readonly FieldChange[], words: WriteWords): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(changes, words);
  }
}

/** The words of such changes depend on nothing else in the object. */
function isPlain({ path, from, to }: FieldChange): boolean {
  return path.length === 2 && typeof from !== 'object' && typeof to !== 'object';
}

/** A record may say another value than the one that was there. */
function isMade({ path, from, to }: FieldChange, { previous, value }: RecordChange): boolean {
  return valueIn(previous, path) === from && valueIn(value, path) === to;
}

function valueIn(object: KubeObject | undefined, [part, field]: FieldChange['path']): unknown {
  const fields = object as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return fields?.[part!]?.[field!];
}
