/** The JSON of parts that versions of an object share: a change of labels or of a status leaves the spec as it is. */

/** Characters of all texts that are kept: twice as many at most. */
const most = 512 * 1024;
/** Longer texts are not kept. */
const longest = 32 * 1024;

/** Texts by what they say, those that were used last. Objects are values: their text never changes. */
export class KeptTexts {
  #young = new Map<object, string>();
  #old = new Map<object, string>();
  #length = 0;

  of(part: object): string | undefined {
    const young = this.#young.get(part);
    if (young !== undefined) return young;
    const old = this.#old.get(part);
    if (old !== undefined) this.keep(part, old);
    return old;
  }

  keep(part: object, text: string): void {
    if (text.length > longest) return;
    this.#young.set(part, text);
    this.#length += text.length;
    if (this.#length < most) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#length = 0;
  }
}
