/** Fills variables in: `${name}` in any scalar. `$${` stands for `${` itself. */
import {
  isList,
  isScalar,
  type MapEntry,
  MapNode,
  ListNode,
  type Node,
  type ScalarNode,
} from '../source/node.ts';
import { Filled, type Checker } from '../shape/checker.ts';
import { evaluate, VariableError } from './evaluate.ts';
import type { Scope } from './scope.ts';

/** A literal `${`, or an expression; quoted parts of it may hold braces. */
const USE = /\$\$\{|\$\{((?:'[^']*'|"[^"]*"|[^'"}])*)\}|\$\{/g;

/**
 * Returns the node with all variables filled in; itself when there are none. Problems are noted at
 * the place of the use.
 */
export function substitute<T extends Node>(node: T, scope: Scope, checker: Checker): T {
  return new Substitution(scope, checker).in(node) as T;
}

class Substitution {
  readonly #scope: Scope;
  readonly #checker: Checker;
  /** Nodes that several aliases stand for are filled in once. */
  readonly #done = new Map<Node, Node>();
  /** The use that is being filled in, as it is written. */
  #use = '${';

  constructor(scope: Scope, checker: Checker) {
    this.#scope = scope;
    this.#checker = checker;
  }

  in(node: Node): Node {
    const known = this.#done.get(node);
    if (known !== undefined) return known;
    const filled = this.#fill(node);
    this.#done.set(node, filled);
    return filled;
  }

  #fill(node: Node): Node {
    if (isScalar(node)) return this.#scalar(node);
    if (isList(node)) {
      const items = node.items.map((item) => this.in(item));
      return items.every((item, i) => item === node.items[i])
        ? node
        : new ListNode(items, node.place);
    }
    const entries = node.entries.map((entry) => this.#entry(entry));
    const isSame = entries.every((entry, i) => entry === node.entries[i]);
    return isSame ? node : new MapNode(entries, node.place);
  }

  #entry(entry: MapEntry): MapEntry {
    const key = this.in(entry.key);
    const value = entry.value && this.in(entry.value);
    return key === entry.key && value === entry.value ? entry : { key, value };
  }

  #scalar(node: ScalarNode): Node {
    const { value } = node;
    if (typeof value !== 'string' || !value.includes('${')) return node;
    this.#use = '${';
    const [whole] = value.matchAll(USE);
    const isWhole = whole?.[1] !== undefined && whole[0].length === value.length;
    try {
      return isWhole ? placed(this.#value(whole[1]!), node) : placed(this.#filled(value), node);
    } catch (error) {
      if (!(error instanceof VariableError)) throw error;
      const at = this.#placeOf(node, error.offset);
      this.#checker.markInvalid(node, at, error.message, error.near);
      return node;
    }
  }

  /** One use after the other; the search stops at a use that is not closed. */
  #filled(value: string): string {
    let text = '';
    let end = 0;
    for (const { 0: use, 1: expression, index } of value.matchAll(USE)) {
      text += value.slice(end, index) + this.#text(use, expression);
      end = index + use.length;
    }
    return text + value.slice(end);
  }

  #text(use: string, expression: string | undefined): string {
    if (use === '$${') return '${';
    if (expression === undefined) {
      throw new VariableError('"${" has no "}" behind it; write $${ for a literal ${');
    }
    const value = this.#value(expression);
    if (value !== null && typeof value !== 'object') return String(value);
    const held = Array.isArray(value) ? 'a list' : value === null ? 'nothing' : 'a map';
    throw new VariableError(`\${${expression}} is ${held}, which cannot stand inside a text`);
  }

  #value(expression: string): unknown {
    this.#use = `\${${expression}}`;
    return evaluate(expression, this.#scope);
  }

  /** The offset of the current use, or of a character of its expression. */
  #placeOf(node: ScalarNode, inside: number | undefined): number {
    const { start, end } = node.place;
    const use = this.#checker.source.text.slice(start, end).indexOf(this.#use);
    if (use < 0) return start;
    return start + use + (inside === undefined ? 0 : '${'.length + inside);
  }
}

/** Returns a value as a node that replaces another one. */
function placed(value: unknown, at: Node): Node {
  if (Array.isArray(value)) {
    const items = value.map((item) => placed(item, at));
    return new ListNode(items, at.place);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => ({
      key: placed(key, at),
      value: placed(each, at),
    }));
    return new MapNode(entries, at.place);
  }
  return new Filled(value, at.place);
}
