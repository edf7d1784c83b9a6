/** The errors of strategic merge patches, with v1.24's messages, parts of which come from Go. */
import { isObject, type JsonObject } from './merge-draft.ts';

/** A strategic merge patch that cannot be applied. */
export class StrategicMergeError extends Error {
  override readonly name = 'StrategicMergeError';
  /** The status code: 400 and 422 for errors that v1.24 knows as a bad patch, 500 for all others. */
  readonly code: 400 | 422 | 500;

  constructor(message: string, code: 400 | 422 | 500 = 500) {
    super(message);
    this.code = code;
  }
}

export function badFormat(what: 'primitive list' | 'retainKeys' | 'setElementOrder list') {
  return new StrategicMergeError(`invalid patch format of ${what}`, 400);
}

export function unknownDirective(directive: unknown, patch: JsonObject): StrategicMergeError {
  return new StrategicMergeError(
    `unknown patch type: ${showAsText(directive)} in map: ${showValue(patch)}`,
  );
}

/** A JSON value as Go's `%s` prints it, which is for text: other values show their type. */
function showAsText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '%!s(<nil>)';
  if (Array.isArray(value)) return `[${value.map(showAsText).join(' ')}]`;
  if (isObject(value)) return showMap(value, showAsText);
  return `%!s(${goTypeOf(value)}=${showValue(value)})`;
}

export function lacksMergeKey(item: JsonObject, mergeKey: string): StrategicMergeError {
  return new StrategicMergeError(
    `map: ${showValue(item)} does not contain declared merge key: ${mergeKey}`,
  );
}

export function notOfType(expected: GoType, actual: unknown): StrategicMergeError {
  const type = actual === null ? '%!s(<nil>)' : goTypeOf(actual);
  return new StrategicMergeError(`expected a ${expected}, but received a ${type}`);
}

export type GoType =
  '<nil>' | 'string' | 'bool' | 'int64' | 'float64' | '[]interface {}' | 'map[string]interface {}';

/** The type that Go gives to a JSON value; merging depends on it. */
export function goTypeOf(value: unknown): GoType {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** A JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`, keys in order. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(showValue).join(' ')}]`;
  if (isObject(value)) return showMap(value, showValue);
  return String(value);
}

function showMap(map: JsonObject, show: (value: unknown) => string): string {
  const keys = Object.keys(map).sort();
  return `map[${keys.map((key) => `${key}:${show(map[key])}`).join(' ')}]`;
}
