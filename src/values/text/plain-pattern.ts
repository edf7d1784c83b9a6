/**
 * Whether a pattern is valid, told without compiling it. Definitions of custom kinds have dozens of simple patterns, and
 * few of them ever meet a text.
 */

/** RE2 refuses repetitions that come to more, also those of parts that are repeated themselves. */
const mostCopies = 1_000;
const deepest = 50;

/** One character, or a class of them by a letter: `a`, `.`, `\.`, `\d`. */
const character = /[ !"#%&',\-./:;<=>@\w`~]|\\[!-/:-@[-`{-~dDsSwW]/y;
const anchor = /[$^]/y;
const repetition = /(?:[*+?]|\{(\d{1,4})(?:,(\d{1,4})?)?\})\??/y;
const set = /\[\^?((?:[ -Z_-~]|\\[!-/:-@[-`{-~dDsSwW])+)\]/y;

/**
 * Returns whether a pattern is one of those that are surely valid in RE2: characters of ASCII, sets, groups, alternatives
 * and repetitions. False says nothing: compile the pattern then.
 */
export function isPlainPattern(pattern: string): boolean {
  const reader = new PlainReader(pattern);
  return reader.alternatives(0) !== undefined && reader.isAtEnd;
}

/** Reads a pattern from left to right. Each method returns how many copies its parts become; undefined: unknown. */
class PlainReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  alternatives(depth: number): number | undefined {
    if (depth > deepest) return undefined;
    let most = 1;
    while (!this.isAtEnd && this.#text[this.#at] !== ')') {
      if (this.#take('|') || this.#match(anchor) !== undefined) continue;
      const copies = this.#repeated(depth);
      if (copies === undefined) return undefined;
      most = Math.max(most, copies);
    }
    return most;
  }

  #repeated(depth: number): number | undefined {
    const copies = this.#once(depth);
    if (copies === undefined) return undefined;
    const [, least = '1', most = least] = this.#match(repetition) ?? [];
    const all = copies * Math.max(1, Number(most));
    return Number(least) > Number(most) || all > mostCopies ? undefined : all;
  }

  #once(depth: number): number | undefined {
    if (this.#match(character) !== undefined) return 1;
    const [, items] = this.#match(set) ?? [];
    if (items !== undefined) return areInOrder(items) ? 1 : undefined;
    if (!this.#take('(')) return undefined;
    this.#take('?:');
    const copies = this.alternatives(depth + 1);
    return this.#take(')') ? copies : undefined;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Matches here, and moves behind it. */
  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found === null) return undefined;
    this.#at = sticky.lastIndex;
    return found;
  }
}

/** Returns whether ranges in a set, such as `a-z`, lead from a character to a later one. */
function areInOrder(items: string): boolean {
  const parts = items.match(/\\?./g) ?? [];
  for (let at = 0; at + 2 < parts.length; at++) {
    if (parts[at + 1] !== '-') continue;
    const [from, to] = [parts[at]!, parts[at + 2]!];
    if (isManyCharacters(from) || isManyCharacters(to) || from.at(-1)! > to.at(-1)!) return false;
    at += 2;
  }
  return true;
}

/** Returns whether a part is `\d` or the like. */
function isManyCharacters(part: string): boolean {
  return /^\\[a-zA-Z]/.test(part);
}
