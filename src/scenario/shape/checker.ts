import { isAlias, isMap, isScalar, isSeq, type Document, type LineCounter, type Node } from 'yaml';
import type { Problem } from '../problem.ts';
import { nearest } from './nearest.ts';

/** Beyond this the list of problems says no more to anybody. */
const MOST_PROBLEMS = 50;

/** Walks one YAML document and collects what is wrong with it, with places. */
export class Checker {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #problems: Problem[] = [];

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** In the order of the file. */
  get problems(): readonly Problem[] {
    return this.#problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** Line of a node, from 1. */
  lineOf(node: Node): number {
    return this.#lines.linePos(node.range?.[0] ?? 0).line;
  }

  /** Notes a problem; `known` words are searched for a near miss of `word`. */
  problem(
    node: Node,
    message: string,
    near?: { word: string; known: Iterable<string> },
  ): undefined {
    if (this.#problems.length >= MOST_PROBLEMS) return undefined;
    const { line, col } = this.#lines.linePos(node.range?.[0] ?? 0);
    const suggestion = near && nearest(near.word, near.known);
    this.#problems.push({
      line,
      column: col,
      message,
      ...(suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` }),
    });
    return undefined;
  }

  /** The node itself, or what an alias stands for. */
  resolve(node: unknown): Node | undefined {
    if (isAlias(node)) return node.resolve(this.#document);
    return (node ?? undefined) as Node | undefined;
  }

  /** The plain value of a node. */
  valueOf(node: Node): unknown {
    return node.toJS(this.#document, { maxAliasCount: -1 });
  }
}

/** A node in words: `the number 5`, `a list`. */
export function describe(node: Node): string {
  if (isMap(node)) return 'a map';
  if (isSeq(node)) return 'a list';
  if (!isScalar(node)) return 'something else';
  const { value } = node;
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `the text ${JSON.stringify(shorten(value))}`;
  return `the ${typeof value === 'number' ? 'number' : typeof value} ${String(value)}`;
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}
