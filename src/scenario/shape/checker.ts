import type { Entry, MapWords, NearMiss, Reader } from '#forms';
import { nearest } from '#values';
import { isList, isMap, isScalar, plainOf, ScalarNode, type Node } from '../source/node.ts';
import type { Library } from '../source/library.ts';
import type { Source } from '../source/source.ts';

/** A value that a variable was replaced with. Where text is expected, a number is accepted. */
export class Filled extends ScalarNode {}

/** Walks the nodes of one file and notes what is wrong with them, with places. */
export class Checker implements Reader<Node> {
  readonly source: Source;
  /** Other files, for shapes that name them. */
  readonly library: Library;
  /** Nodes with a variable that could not be filled in: reported once, so not checked further. */
  readonly #invalid = new Set<number>();
  #turned = 0;

  constructor(source: Source, library: Library) {
    this.source = source;
    this.library = library;
  }

  /** A checker of another file. */
  of(source: Source): Checker {
    return new Checker(source, this.library);
  }

  /** How many numbers have been turned into text so far, where variables stand; see {@link asText}. */
  get turned(): number {
    return this.#turned;
  }

  /** Line of a node, from 1. */
  lineOf(node: Node): number {
    return this.source.lines.linePos(node.place.start).line;
  }

  /** Notes a problem; `known` words are searched for a near miss of `word`. */
  problem(node: Node, message: string, near?: NearMiss): undefined {
    const offset = node.place.start;
    if (!this.#invalid.has(offset)) this.#note(offset, message, near);
    return undefined;
  }

  /**
   * Notes a problem inside the text of a scalar; `inside` counts its characters from 0. Where the
   * file does not hold the text as it is (variables, escapes, folded lines) the message says which.
   */
  problemInside(node: ScalarNode, inside: number, message: string, near?: NearMiss): undefined {
    const { start, end } = node.place;
    const text = String(node.value);
    const at = start + this.source.text.slice(start, end).indexOf(text);
    if (at >= start) this.#note(at + inside, message, near);
    else this.problem(node, `${message} (at character ${inside + 1} of "${shorten(text)}")`, near);
    return undefined;
  }

  /** Reports something valid, but surely not intended. */
  warning(node: Node, message: string, near?: NearMiss): void {
    this.#note(node.place.start, message, near, true);
  }

  /** Notes that a variable in a node cannot be filled in; `at` is the offset of its use. */
  markInvalid(node: Node, at: number, message: string, near?: NearMiss): void {
    this.#note(at, message, near);
    this.#invalid.add(node.place.start);
  }

  #note(offset: number, message: string, near?: NearMiss, isWarning?: true): void {
    const { line, col } = this.source.lines.linePos(offset);
    const suggestion = near && nearest(near.word, near.known);
    this.library.problems.add({
      file: this.source.shown,
      line,
      column: col,
      message,
      ...(suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` }),
      ...(isWarning && { isWarning }),
    });
  }

  expected(node: Node, what: string, near?: NearMiss): undefined {
    return this.problem(node, `expected ${what}, found ${describe(node)}`, near);
  }

  notMap(node: Node, { doc }: MapWords): undefined {
    return this.expected(node, `a map (${doc})`);
  }

  notList(node: Node, doc: string): undefined {
    return this.expected(node, `a list (${doc})`);
  }

  unknownField({ name, key }: Entry<Node>, { doc, names }: MapWords): undefined {
    const message = `unknown field "${name}" (${doc}); known are ${names.join(', ')}`;
    return this.problem(key, message, { word: name, known: names });
  }

  absent(map: Node, name: string, { doc }: MapWords): undefined {
    return this.problem(map, `field "${name}" is missing (${doc})`);
  }

  items(node: Node): readonly Node[] | undefined {
    return isList(node) ? node.items : undefined;
  }

  entries(node: Node): readonly Entry<Node>[] | undefined {
    if (!isMap(node)) return undefined;
    return node.entries.map(({ key, value }) => ({
      name: String(this.plain(key)),
      key,
      value: value ?? key,
    }));
  }

  field(map: Node, name: string): Node {
    return (isMap(map) ? map.get(name) : undefined) ?? map;
  }

  plain(node: Node): unknown {
    return plainOf(node);
  }

  /**
   * The text of a scalar. Numbers and truth values that came from a variable turn into text, for
   * good; undefined for everything else.
   */
  asText(node: Node | undefined): string | undefined {
    if (!isScalar(node)) return undefined;
    const { value } = node;
    if (typeof value === 'string') return value;
    if (!(node instanceof Filled) || value === null || typeof value === 'object') return undefined;
    this.#turned += 1;
    node.value = String(value);
    return node.value as string;
  }

  /** Returns the advice to quote a scalar as it is written: of 1.30 the number is 1.3. */
  quoteAdvice({ value, place: { start, end } }: ScalarNode): string {
    const text = this.source.text.slice(start, end);
    return `; quote it: '${Number(text) === value ? text : String(value)}'`;
  }
}

/** Returns a node in words: `the number 5`, `a list`; without quoting no value of it. */
export function describe(node: Node, quoting = true): string {
  if (isMap(node)) return 'a map';
  if (isList(node)) return 'a list';
  const { value } = node;
  if (value === null) return 'nothing';
  if (!quoting) return typeof value === 'string' ? 'text' : `a ${typeof value}`;
  if (typeof value === 'string') return `the text ${JSON.stringify(shorten(value))}`;
  return `the ${typeof value === 'number' ? 'number' : typeof value} ${String(value)}`;
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}
