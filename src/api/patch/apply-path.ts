/** Server-side apply: fields as messages show them. */
import {
  isLeaf,
  isMember,
  many,
  parseElement,
  puttingInOrder,
  self,
  type Element,
  type FieldSet,
} from '../managed-fields/index.ts';
import type { Resumable } from '#values';

/** `.name`, `[name="main"]`, `[="value"]` */
export function showElement(element: Element): string {
  if ('field' in element) return `.${element.field}`;
  if ('value' in element) return `[=${JSON.stringify(element.value)}]`;
  if ('index' in element) return `[${element.index}]`;
  const keys = Object.entries(element.keys).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return `[${keys.join(',')}]`;
}

/**
 * The members of a set, such as `.spec.containers[name="main"].image`, in v1.24's order.
 * @param sharesMemory with its bug: paths that share memory there all end as the last one does
 */
export function* pathsOf(set: FieldSet, sharesMemory: boolean): Resumable<readonly string[]> {
  const paths: Path[] = [];
  yield* walking(set, new Path(sharesMemory), paths);
  const texts: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (index % many === 0) yield;
    texts.push(path.text);
  }
  return texts;
}

function* walking(set: FieldSet, prefix: Path, paths: Path[]): Resumable<void> {
  const sorted = yield* puttingInOrder(Object.keys(set));
  const elements = sorted.filter((element) => element !== self);
  for (const [index, element] of elements.entries()) {
    if (index % many === many - 1) yield;
    if (isMember(set[element]!)) paths.push(prefix.with(element));
  }
  for (const [index, element] of elements.entries()) {
    if (index % many === many - 1) yield;
    if (!isLeaf(set[element]!)) yield* walking(set[element]!, prefix.with(element), paths);
  }
}

/** Like a slice in Go: appending writes into the prefix's memory while there is room. */
class Path {
  readonly #sharesMemory: boolean;
  readonly #memory: string[];
  readonly #capacity: number;
  readonly #length: number;

  constructor(sharesMemory: boolean, memory: string[] = [], capacity = 0, length = 0) {
    this.#sharesMemory = sharesMemory;
    this.#memory = memory;
    this.#capacity = capacity;
    this.#length = length;
  }

  with(element: string): Path {
    const [length, capacity] = [this.#length, this.#capacity];
    const isFull = length === capacity || !this.#sharesMemory;
    const memory = isFull ? this.#memory.slice(0, length) : this.#memory;
    memory[length] = element;
    return new Path(this.#sharesMemory, memory, isFull ? capacity * 2 || 1 : capacity, length + 1);
  }

  /** The path as its memory is now. */
  get text(): string {
    const elements = this.#memory.slice(0, this.#length);
    return elements.map((element) => showElement(parseElement(element))).join('');
  }
}
