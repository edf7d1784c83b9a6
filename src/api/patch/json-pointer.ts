/**
 * What a JSON pointer names, and changing it: RFC 6901 with the liberties of the library that
 * v1.24 uses. Negative indexes count from the end; what stands before the first slash is ignored.
 */
import { parseGoInt } from '#kinds';
import { isObject, ObjectDraft, type JsonObject } from './merge-draft.ts';

export type Container = JsonObject | readonly unknown[];

/** A field or element, there or not, of a container that is there. */
export interface Place {
  /** The way to the container. */
  readonly parents: readonly string[];
  readonly container: Container;
  readonly key: string;
}

/** The place that a path names; undefined when a container on the way is missing. */
export function findPlace(document: Container, path: string): Place | undefined {
  const tokens = path.split('/').slice(1).map(unescape);
  const key = tokens.pop();
  if (key === undefined) return undefined;
  let container = document;
  for (const token of tokens) {
    const next = stepInto(container, token);
    if (next === undefined) return undefined;
    container = next;
  }
  return { parents: tokens, container, key };
}

/** The document with another container at a place; the very same document for the very same one. */
export function putContainer(document: Container, place: Place, container: Container): Container {
  return rebuild(document, place.parents, 0, container);
}

/** Undefined for an absent field. @throws {Error} for an index that is none */
export function valueAt(container: Container, key: string): unknown {
  if (isList(container)) return container[indexIn(key, container.length)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Sets a field, or inserts before an element (`-`: behind the last). @throws {Error} for an index that is none */
export function withAdded(container: Container, key: string, value: unknown): Container {
  if (!isList(container)) return withField(container, key, value);
  if (key === '-') return [...container, value];
  return container.toSpliced(insertionIndex(key, container.length), 0, value);
}

/** Sets a field or an element. @throws {Error} for an index that is none */
export function withReplaced(container: Container, key: string, value: unknown): Container {
  if (!isList(container)) return withField(container, key, value);
  const index = indexIn(key, container.length);
  return container[index] === value ? container : container.with(index, value);
}

/** @throws {Error} when there is nothing to remove */
export function withRemoved(container: Container, key: string): Container {
  if (isList(container)) return container.toSpliced(indexIn(key, container.length), 1);
  if (!Object.hasOwn(container, key)) {
    throw new Error(`Unable to remove nonexistent key: ${key}: missing value`);
  }
  const draft = new ObjectDraft(container);
  draft.delete(key);
  return draft.result;
}

export function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isObject(value);
}

function isList(container: Container): container is readonly unknown[] {
  return Array.isArray(container);
}

function stepInto(container: Container, token: string): Container | undefined {
  try {
    const next = valueAt(container, token);
    return isContainer(next) ? next : undefined;
  } catch {
    return undefined;
  }
}

function rebuild(
  node: Container,
  parents: readonly string[],
  depth: number,
  container: Container,
): Container {
  if (depth === parents.length) return container;
  const token = parents[depth]!;
  const child = valueAt(node, token) as Container;
  return withReplaced(node, token, rebuild(child, parents, depth + 1, container));
}

function withField(object: JsonObject, key: string, value: unknown): JsonObject {
  const draft = new ObjectDraft(object);
  draft.set(key, value);
  return draft.result;
}

function insertionIndex(key: string, length: number): number {
  try {
    parseGoInt(key);
  } catch (error) {
    throw new Error(`value was not a proper array index: '${key}': ${(error as Error).message}`, {
      cause: error,
    });
  }
  return indexIn(key, length + 1);
}

/** The index of one of `length` elements. */
function indexIn(key: string, length: number): number {
  const index = parseGoInt(key);
  if (index >= length || index < -length) {
    throw new Error(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return Number(index < 0 ? index + BigInt(length) : index);
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
