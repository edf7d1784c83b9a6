/** From JSON to nodes with places. JSON is YAML too, but the parser of YAML takes a hundred times as long. */
import { ListNode, MapNode, ScalarNode, type MapEntry, type Node, type Place } from './node.ts';

const space = /[ \t\r\n]*/y;
const plain = /(?:true|false|null|-?[0-9][0-9.eE+-]*)/y;

export interface JsonText {
  readonly root: Node;
  /** Where the first name stands that its object has already. */
  readonly repeated: number | undefined;
}

/**
 * Returns what a text says that is JSON, an object or a list; undefined for other texts.
 * @param deepest how many levels it may have
 */
export function readJsonText(text: string, deepest: number): JsonText | undefined {
  try {
    return new Reader(text, deepest).document();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Reader {
  readonly #text: string;
  readonly #deepest: number;
  #offset = 0;
  #repeated: number | undefined;

  constructor(text: string, deepest: number) {
    this.#text = text;
    this.#deepest = deepest;
  }

  /** @throws {SyntaxError} */
  document(): JsonText | undefined {
    this.#skip(space);
    const first = this.#text[this.#offset];
    if (first !== '{' && first !== '[') return undefined;
    const root = this.#value(1);
    return this.#offset === this.#text.length ? { root, repeated: this.#repeated } : undefined;
  }

  /** With the space behind it. */
  #value(depth: number): Node {
    if (depth > this.#deepest) throw new SyntaxError('nested too deep');
    const first = this.#text[this.#offset];
    if (first === '{') return this.#map(depth);
    if (first === '[') return this.#list(depth);
    return this.#scalar();
  }

  #map(depth: number): MapNode {
    const entries: MapEntry[] = [];
    const names = new Set<unknown>();
    const place = this.#collection('}', () => {
      if (this.#text[this.#offset] !== '"') throw new SyntaxError('not a name');
      const key = this.#scalar();
      if (names.has(key.value)) this.#repeated ??= key.place.start;
      names.add(key.value);
      this.#take(':');
      entries.push({ key, value: this.#value(depth + 1) });
    });
    return new MapNode(entries, place);
  }

  #list(depth: number): ListNode {
    const items: Node[] = [];
    const place = this.#collection(']', () => void items.push(this.#value(depth + 1)));
    return new ListNode(items, place);
  }

  #collection(close: string, readOne: () => void): Place {
    const start = this.#offset++;
    this.#skip(space);
    if (this.#text[this.#offset] !== close) {
      readOne();
      while (this.#text[this.#offset] === ',') {
        this.#take(',');
        readOne();
      }
    }
    const end = this.#offset + 1;
    this.#take(close);
    return { start, end };
  }

  #scalar(): ScalarNode {
    const start = this.#offset;
    if (this.#text[start] === '"') this.#skipString();
    else this.#skip(plain);
    const end = this.#offset;
    const value: unknown = JSON.parse(this.#text.slice(start, end));
    this.#skip(space);
    return new ScalarNode(value, { start, end });
  }

  #skipString(): void {
    let end = this.#offset;
    let slashes: number;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) throw new SyntaxError('no end of a text');
      for (slashes = 0; this.#text[end - 1 - slashes] === '\\';) slashes++;
    } while (slashes % 2 === 1);
    this.#offset = end + 1;
  }

  #take(mark: string): void {
    if (this.#text[this.#offset] !== mark) throw new SyntaxError(`no ${mark}`);
    this.#offset++;
    this.#skip(space);
  }

  #skip(what: RegExp): void {
    what.lastIndex = this.#offset;
    if (what.test(this.#text)) this.#offset = what.lastIndex;
  }
}
