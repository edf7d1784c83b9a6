/** The operations of a JSON patch. Their errors name operation and path as v1.24's library does. */
import { deepEqual, SpelledNumber, utf8Length, type Release } from '#values';
import { jsonTypeOf } from '#schema';
import { draftOf, isContainer, plainOf, type Container, type Draft } from './json-draft.ts';
import { findPlace, type Place } from './json-pointer.ts';
import type { JsonObject } from './merge-draft.ts';

/** How much all copies of a patch may add to the document, in bytes of JSON. */
const mostCopied = 3 * 1024 * 1024;

/** A document to which the operations of a patch are applied, one after the other. */
export class PatchedDocument {
  /** The document after the operations so far. */
  root: Draft;
  /** Whether what replaces the whole document has to be a list or an object: else it is ignored. */
  readonly checksRoots: boolean;
  #copied = 0;

  /** @param release absent: as v1.24 does */
  constructor(document: Container, release?: Release) {
    this.root = draftOf(document);
    this.checksRoots = release?.enabled('JsonPatchRootsChecked') === true;
  }

  /** @throws {Error} when the operation fails */
  apply(operation: JsonObject): void {
    const kind = typeof operation['op'] === 'string' ? operation['op'] : 'unknown';
    if (!Object.hasOwn(operations, kind)) throw new Error(`Unexpected kind: ${kind}`);
    operations[kind]!(this, operation);
  }

  /** Counts copied bytes: copies of copies would make a huge document of a short patch. */
  countCopied(value: unknown): void {
    // As Go writes it: with the escapes that keep JSON harmless in HTML.
    const text = JSON.stringify(value).replace(/[<>&]/g, '\\u0000');
    this.#copied += utf8Length(text);
    if (this.#copied <= mostCopied) return;
    throw new Error(
      `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${mostCopied}`,
    );
  }
}

/** The error for a value of a patch with the wrong type. @param place what it is read into */
export function typeMismatch(value: unknown, type: string, place = 'Go value'): string {
  const found = value instanceof SpelledNumber ? 'number' : jsonTypeOf(value);
  return `json: cannot unmarshal ${found} into ${place} of type ${type}`;
}

type Operation = (document: PatchedDocument, operation: JsonObject) => void;

const operations: Readonly<Record<string, Operation>> = { add, remove, replace, move, copy, test };

function add(document: PatchedDocument, operation: JsonObject): void {
  const path = textIn(operation, 'path', 'add operation failed to decode path');
  const { container, key } = findOr(
    document,
    path,
    `add operation does not apply: doc is missing path: "${path}"`,
  );
  within(`error in add for path: '${path}'`, () => container.add(key, valueOf(operation)));
}

function remove(document: PatchedDocument, operation: JsonObject): void {
  const path = textIn(operation, 'path', 'remove operation failed to decode path');
  const missing = `remove operation does not apply: doc is missing path: "${path}"`;
  const { container, key } = findOr(document, path, missing);
  within(`error in remove for path: '${path}'`, () => container.remove(key));
}

/** The field may be absent. Only a list or an object replaces the whole document. */
function replace(document: PatchedDocument, operation: JsonObject): void {
  const path = pathIn(operation, 'replace');
  const value = valueOf(operation);
  if (path === '') {
    if (isContainer(value)) document.root = draftOf(value);
    else if (document.checksRoots) {
      throw new Error('replace operation value must be object or array');
    }
    return;
  }
  const missing = 'replace operation does not apply: doc is missing';
  const place = findOr(document, path, `${missing} path: ${path}`);
  if (!hasValue(place)) throw new Error(`${missing} key: ${path}: missing value`);
  place.container.replace(place.key, value);
}

function move(document: PatchedDocument, operation: JsonObject): void {
  const { container, key } = sourceOf(document, operation, 'move');
  const value = within(`error in move for path: '${key}'`, () => {
    const moved = container.at(key);
    container.remove(key);
    return moved;
  });
  const path = pathIn(operation, 'move');
  const target = targetOf(document, path, 'move');
  within(`error in move for path: '${path}'`, () => target.container.add(target.key, value));
}

/** An absent value is copied as null. */
function copy(document: PatchedDocument, operation: JsonObject): void {
  const { container, key } = sourceOf(document, operation, 'copy');
  const value = within(`error in copy for from: '${String(operation['from'])}'`, () =>
    plainOf(container.at(key)),
  );
  const path = textIn(operation, 'path', 'copy operation failed to decode path');
  const target = targetOf(document, path, 'copy');
  if (value != null) document.countCopied(value);
  within('error while adding value during copy', () =>
    target.container.add(target.key, value ?? null),
  );
}

/** A test reads an absent value as null. */
function test(document: PatchedDocument, operation: JsonObject): void {
  const path = pathIn(operation, 'test');
  const { container, key } = findOr(
    document,
    path,
    `test operation does not apply: is missing path: ${path}`,
  );
  const value = within(`error in test for path: '${path}'`, () => plainOf(container.at(key)));
  if (deepEqual(value ?? null, valueOf(operation))) return;
  throw new Error(`testing value ${path} failed: test failed`);
}

/** An absent value counts as null. */
function valueOf(operation: JsonObject): unknown {
  return operation['value'] ?? null;
}

function pathIn(operation: JsonObject, kind: string): string {
  const complaint = `${kind} operation failed to decode path`;
  checkType(operation['path'], complaint);
  return textIn(operation, 'path', `${complaint}: operation missing path field`);
}

/** Some operations distinguish a field of another type from a missing one. */
function checkType(value: unknown, complaint: string): void {
  if (value == null || typeof value === 'string') return;
  throw new Error(`${complaint}: ${typeMismatch(value, 'string')}`);
}

function textIn(operation: JsonObject, field: string, complaint: string): string {
  const text = operation[field];
  if (typeof text !== 'string') throw new Error(`${complaint}: missing value`);
  return text;
}

function sourceOf(document: PatchedDocument, operation: JsonObject, kind: string): Place {
  const complaint = `${kind} operation failed to decode from`;
  checkType(operation['from'], complaint);
  const from = textIn(operation, 'from', `${complaint}: operation, missing from field`);
  return findOr(
    document,
    from,
    `${kind} operation does not apply: doc is missing from path: ${from}`,
  );
}

function targetOf(document: PatchedDocument, path: string, kind: string): Place {
  const complaint = `${kind} operation does not apply: doc is missing destination path: ${path}`;
  return findOr(document, path, complaint);
}

function findOr(document: PatchedDocument, path: string, complaint: string): Place {
  const place = findPlace(document.root, path);
  if (place === undefined) throw new Error(`${complaint}: missing value`);
  return place;
}

function hasValue({ container, key }: Place): boolean {
  try {
    container.at(key);
    return true;
  } catch {
    return false;
  }
}

/** The value of an attempt; adds the context to its error. */
function within<T>(context: string, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw new Error(`${context}: ${(error as Error).message}`, { cause: error });
  }
}
