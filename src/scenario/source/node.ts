/**
 * The parsed text that the rest of this room uses: values with their positions. Aliases, tags and
 * merge keys of YAML are already resolved.
 */

/** A span of the text, by offsets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where nothing is written. */
export const nowhere: Place = { start: 0, end: 0 };

export type Node = ScalarNode | ListNode | MapNode;

export class ScalarNode {
  /** Text, a number, a truth value or null. */
  value: unknown;
  readonly place: Place;

  constructor(value: unknown, place: Place) {
    this.value = value;
    this.place = place;
  }
}

export class ListNode {
  readonly items: readonly Node[];
  readonly place: Place;

  constructor(items: readonly Node[], place: Place) {
    this.items = items;
    this.place = place;
  }
}

export interface MapEntry {
  readonly key: Node;
  /** Undefined where nothing follows the key. */
  readonly value: Node | undefined;
}

export class MapNode {
  readonly entries: readonly MapEntry[];
  readonly place: Place;

  constructor(entries: readonly MapEntry[], place: Place) {
    this.entries = entries;
    this.place = place;
  }

  has(name: string): boolean {
    return this.#entry(name) !== undefined;
  }

  get(name: string): Node | undefined {
    return this.#entry(name)?.value;
  }

  /** The value of a scalar under a name; undefined for other nodes. */
  scalar(name: string): unknown {
    const node = this.get(name);
    return isScalar(node) ? node.value : undefined;
  }

  #entry(name: string): MapEntry | undefined {
    return this.entries.find(({ key }) => isScalar(key) && key.value === name);
  }
}

export function isScalar(node: Node | undefined): node is ScalarNode {
  return node instanceof ScalarNode;
}

export function isList(node: Node | undefined): node is ListNode {
  return node instanceof ListNode;
}

export function isMap(node: Node | undefined): node is MapNode {
  return node instanceof MapNode;
}

/** Returns the plain value of a node, which shares nothing with it. */
export function plainOf(node: Node): unknown {
  if (isScalar(node)) return node.value;
  if (isList(node)) return node.items.map(plainOf);
  return Object.fromEntries(
    node.entries.map(({ key, value }) => [
      keyOf(plainOf(key)),
      value === undefined ? null : plainOf(value),
    ]),
  );
}

function keyOf(key: unknown): string {
  if (key === null) return '';
  return typeof key === 'object' ? JSON.stringify(key) : String(key);
}
