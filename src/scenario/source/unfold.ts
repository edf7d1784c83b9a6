/** From a YAML document to nodes of our own: aliases become what they stand for, merge keys are written out. */
import * as yaml from 'yaml';
import {
  isList,
  isMap,
  isScalar,
  ListNode,
  MapNode,
  nowhere,
  ScalarNode,
  type MapEntry,
  type Node,
  type Place,
} from './node.ts';

/** How many values aliases may add to the written ones; more is a mistake or an attack. */
const MOST_VALUES = 200_000;

/** What is wrong with a key that its map has already. */
export const repeatedKey = 'not valid YAML: Map keys must be unique';

/** What is wrong at an offset of the text. */
export interface ParseProblem {
  readonly offset: number;
  readonly message: string;
}

/**
 * Returns the root of a document without aliases; undefined, or of no use, once problems have been
 * noted.
 * @param quotes whether messages may show names of the text
 */
export function unfold(
  root: yaml.Node,
  problems: ParseProblem[],
  quotes: boolean,
): Node | undefined {
  return new Unfolding(problems, quotes).node(root);
}

class Unfolding {
  readonly #problems: ParseProblem[];
  readonly #quotes: boolean;
  /** The anchors seen so far; undefined while what they name is being written. */
  readonly #anchors = new Map<string, Node | undefined>();
  readonly #sizes = new Map<Node, number>();
  #added = 0;

  constructor(problems: ParseProblem[], quotes: boolean) {
    this.#problems = problems;
    this.#quotes = quotes;
  }

  /** Undefined after a problem has been noted. */
  node(input: yaml.Node): Node | undefined {
    const place = placeOf(input);
    if (yaml.isAlias(input)) return this.#target(input.source, place.start);
    const { anchor } = input as { readonly anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const node = this.#make(input, place);
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #make(input: yaml.Node, place: Place): Node {
    if (yaml.isSeq(input)) return this.#list(input.items, place);
    if (yaml.isMap(input)) return this.#map(input.items, place);
    return new ScalarNode((input as yaml.Scalar).value, place);
  }

  #list(input: readonly unknown[], place: Place): ListNode {
    const items = input
      // Ordered maps (`!!omap`) have pairs for elements.
      .map((item) => (yaml.isPair(item) ? this.#map([item], place) : this.node(item as yaml.Node)))
      .filter((item) => item !== undefined);
    return this.#sized(new ListNode(items, place), items);
  }

  #map(pairs: readonly yaml.Pair[], place: Place): MapNode {
    this.#findRepeated(pairs);
    const entries = pairs.flatMap((pair) => this.#entry(pair as yaml.Pair<yaml.Node, yaml.Node>));
    const values = entries.map(({ value }) => value);
    return this.#sized(new MapNode(merged(entries), place), values);
  }

  /** Keys that are scalars, by their values: the package `yaml` compares each with all others. */
  #findRepeated(pairs: readonly yaml.Pair[]): void {
    const values = new Set<unknown>();
    for (const { key } of pairs as readonly yaml.Pair<yaml.Node>[]) {
      if (!yaml.isScalar(key)) continue;
      if (values.has(key.value)) {
        this.#problems.push({ offset: placeOf(key).start, message: repeatedKey });
        return;
      }
      values.add(key.value);
    }
  }

  #entry(pair: yaml.Pair<yaml.Node, yaml.Node | null>): readonly MapEntry[] {
    const key = this.node(pair.key);
    const value = pair.value === null ? undefined : this.node(pair.value);
    return key === undefined ? [] : [{ key, value }];
  }

  #target(name: string, offset: number): Node | undefined {
    const target = this.#anchors.get(name);
    if (target === undefined) {
      const alias = this.#quotes ? `alias "${name}"` : 'an alias';
      const message = this.#anchors.has(name)
        ? `${alias} stands inside its own anchor`
        : `${alias} has no anchor in front of it`;
      this.#problems.push({ offset, message });
      return undefined;
    }
    this.#added += this.#sizeOf(target);
    if (this.#added > MOST_VALUES && this.#problems.length === 0) {
      const message = `its aliases unfold to more than ${MOST_VALUES} values; expected fewer`;
      this.#problems.push({ offset: 0, message });
    }
    return target;
  }

  #sized<T extends Node>(node: T, parts: readonly (Node | undefined)[]): T {
    this.#sizes.set(
      node,
      parts.reduce((size, part) => size + this.#sizeOf(part), 1),
    );
    return node;
  }

  #sizeOf(node: Node | undefined): number {
    return node === undefined ? 1 : (this.#sizes.get(node) ?? 1);
  }
}

function placeOf({ range }: yaml.Node): Place {
  return range ? { start: range[0], end: range[1] } : nowhere;
}

/** Adds the entries of maps under `<<`; the entries of the map itself win. */
function merged(entries: readonly MapEntry[]): readonly MapEntry[] {
  if (!entries.some(isMerge)) return entries;
  const own = entries.filter((entry) => !isMerge(entry));
  const names = new Set(own.map(({ key }) => nameOf(key)));
  const taken: MapEntry[] = [];
  for (const { value } of entries.filter(isMerge)) {
    for (const source of isList(value) ? value.items : [value]) {
      if (!isMap(source)) continue;
      for (const entry of source.entries) {
        if (names.has(nameOf(entry.key))) continue;
        names.add(nameOf(entry.key));
        taken.push(entry);
      }
    }
  }
  return [...taken, ...own];
}

function isMerge({ key, value }: MapEntry): boolean {
  return nameOf(key) === '<<' && (isMap(value) || isList(value));
}

/** Keys that are not scalars are compared by identity. */
function nameOf(key: Node): unknown {
  return isScalar(key) ? String(key.value) : key;
}
