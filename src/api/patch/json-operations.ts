/** The operations of a JSON patch. Their errors name operation and path as v1.24's library does. */
import { deepEqual, jsonTypeOf, SpelledNumber } from '#kinds';
import {
  findPlace,
  isContainer,
  putContainer,
  valueAt,
  withAdded,
  withRemoved,
  withReplaced,
  type Container,
  type Place,
} from './json-pointer.ts';
import type { JsonObject } from './merge-draft.ts';

/** What an operation makes of a document. @throws {Error} when it cannot be carried out */
export function applyOperation(document: Container, operation: JsonObject): Container {
  const kind = typeof operation['op'] === 'string' ? operation['op'] : 'unknown';
  if (!Object.hasOwn(operations, kind)) throw new Error(`Unexpected kind: ${kind}`);
  return operations[kind]!(document, operation);
}

/** A value of a patch that is of another type than it has to be. */
export function typeMismatch(value: unknown, type: string): string {
  const found = value instanceof SpelledNumber ? 'number' : jsonTypeOf(value);
  return `json: cannot unmarshal ${found} into Go value of type ${type}`;
}

type Operation = (document: Container, operation: JsonObject) => Container;

const operations: Readonly<Record<string, Operation>> = { add, remove, replace, move, copy, test };

function add(document: Container, operation: JsonObject): Container {
  const path = textIn(operation, 'path', 'add operation failed to decode path');
  const place = findOr(
    document,
    path,
    `add operation does not apply: doc is missing path: "${path}"`,
  );
  return change(document, place, `error in add for path: '${path}'`, () =>
    withAdded(place.container, place.key, valueOf(operation)),
  );
}

function remove(document: Container, operation: JsonObject): Container {
  const path = textIn(operation, 'path', 'remove operation failed to decode path');
  const missing = `remove operation does not apply: doc is missing path: "${path}"`;
  const place = findOr(document, path, missing);
  return change(document, place, `error in remove for path: '${path}'`, () =>
    withRemoved(place.container, place.key),
  );
}

/** A field need not be there. Only a list or an object replaces the whole document. */
function replace(document: Container, operation: JsonObject): Container {
  const path = pathIn(operation, 'replace');
  const value = valueOf(operation);
  if (path === '') return isContainer(value) ? value : document;
  const missing = 'replace operation does not apply: doc is missing';
  const place = findOr(document, path, `${missing} path: ${path}`);
  if (!hasValue(place)) throw new Error(`${missing} key: ${path}: missing value`);
  return putContainer(document, place, withReplaced(place.container, place.key, value));
}

function move(document: Container, operation: JsonObject): Container {
  const source = sourceOf(document, operation, 'move');
  const trouble = `error in move for path: '${source.key}'`;
  const value = within(trouble, () => valueAt(source.container, source.key));
  const rest = change(document, source, trouble, () => withRemoved(source.container, source.key));
  const path = pathIn(operation, 'move');
  const target = targetOf(rest, path, 'move');
  return change(rest, target, `error in move for path: '${path}'`, () =>
    withAdded(target.container, target.key, value),
  );
}

/** What is not there is copied as null. */
function copy(document: Container, operation: JsonObject): Container {
  const source = sourceOf(document, operation, 'copy');
  const value = within(`error in copy for from: '${String(operation['from'])}'`, () =>
    valueAt(source.container, source.key),
  );
  const path = textIn(operation, 'path', 'copy operation failed to decode path');
  const target = targetOf(document, path, 'copy');
  return change(document, target, 'error while adding value during copy', () =>
    withAdded(target.container, target.key, value ?? null),
  );
}

/** To a test, what is not there is null. */
function test(document: Container, operation: JsonObject): Container {
  const path = pathIn(operation, 'test');
  const place = findOr(document, path, `test operation does not apply: is missing path: ${path}`);
  const value = within(`error in test for path: '${path}'`, () =>
    valueAt(place.container, place.key),
  );
  if (deepEqual(value ?? null, valueOf(operation))) return document;
  throw new Error(`testing value ${path} failed: test failed`);
}

/** An absent value is as good as null. */
function valueOf(operation: JsonObject): unknown {
  return operation['value'] ?? null;
}

function pathIn(operation: JsonObject, kind: string): string {
  const complaint = `${kind} operation failed to decode path`;
  checkType(operation['path'], complaint);
  return textIn(operation, 'path', `${complaint}: operation missing path field`);
}

/** Some operations tell a field of another type from one that is missing. */
function checkType(value: unknown, complaint: string): void {
  if (value == null || typeof value === 'string') return;
  throw new Error(`${complaint}: ${typeMismatch(value, 'string')}`);
}

function textIn(operation: JsonObject, field: string, complaint: string): string {
  const text = operation[field];
  if (typeof text !== 'string') throw new Error(`${complaint}: missing value`);
  return text;
}

function sourceOf(document: Container, operation: JsonObject, kind: string): Place {
  const complaint = `${kind} operation failed to decode from`;
  checkType(operation['from'], complaint);
  const from = textIn(operation, 'from', `${complaint}: operation, missing from field`);
  return findOr(
    document,
    from,
    `${kind} operation does not apply: doc is missing from path: ${from}`,
  );
}

function targetOf(document: Container, path: string, kind: string): Place {
  const complaint = `${kind} operation does not apply: doc is missing destination path: ${path}`;
  return findOr(document, path, complaint);
}

function findOr(document: Container, path: string, complaint: string): Place {
  const place = findPlace(document, path);
  if (place === undefined) throw new Error(`${complaint}: missing value`);
  return place;
}

function hasValue({ container, key }: Place): boolean {
  try {
    valueAt(container, key);
    return true;
  } catch {
    return false;
  }
}

/** The document with its container changed at a place. */
function change(
  document: Container,
  place: Place,
  trouble: string,
  changed: () => Container,
): Container {
  return putContainer(document, place, within(trouble, changed));
}

/** The value of an attempt; what it throws is told what this was about. */
function within<T>(trouble: string, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw new Error(`${trouble}: ${(error as Error).message}`, { cause: error });
  }
}
