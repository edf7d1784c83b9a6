/** The errors of strategic merge patches, with v1.24's messages, parts of which come from Go. */
import { goText, goTextOfMap, goTypeOfValue, type GoType } from '#values';
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
    `unknown patch type: ${showAsText(directive)} in map: ${goText(patch)}`,
  );
}

/** A JSON value as Go's `%s` prints it, which is for text: other values show their type. */
function showAsText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '%!s(<nil>)';
  if (Array.isArray(value)) return `[${value.map(showAsText).join(' ')}]`;
  if (isObject(value)) return goTextOfMap(value, showAsText);
  return `%!s(${goTypeOfValue(value)}=${goText(value)})`;
}

export function lacksMergeKey(item: JsonObject, mergeKey: string): StrategicMergeError {
  return new StrategicMergeError(
    `map: ${goText(item)} does not contain declared merge key: ${mergeKey}`,
  );
}

export function notOfType(expected: GoType, actual: unknown): StrategicMergeError {
  const type = actual === null ? '%!s(<nil>)' : goTypeOfValue(actual);
  return new StrategicMergeError(`expected a ${expected}, but received a ${type}`);
}
