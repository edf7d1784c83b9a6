/** The options of a request for a log. */
import {
  badRequest,
  findErrors,
  forbidden,
  invalid,
  invalidObject,
  parseTime,
  show,
  type FieldErrors,
} from '#values';
import type { Query } from '../request/query.ts';

export interface LogOptions {
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
}

/** @param name of the pod. @throws {ApiError} 400, 422 */
export function readLogOptions(query: Query, name: string): LogOptions {
  const sinceSeconds = query.integer('sinceSeconds');
  const sinceTime = readTime(query.get('sinceTime'));
  const tailLines = query.integer('tailLines');
  const limitBytes = query.integer('limitBytes');
  const errors = findErrors((found) => {
    if (tailLines !== undefined && tailLines < 0) {
      found.push(invalid('tailLines', show(tailLines), 'must be greater than or equal to 0'));
    }
    validatePositive(found, limitBytes, 'limitBytes');
    if (sinceSeconds !== undefined && sinceTime !== undefined) {
      // The path of the options as a whole.
      const why = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
      found.push(forbidden('[]', why));
    } else validatePositive(found, sinceSeconds, 'sinceSeconds');
  });
  if (errors.length > 0) throw invalidObject('', 'PodLogOptions', name, errors);
  return { tailLines, limitBytes };
}

function validatePositive(errors: FieldErrors, value: number | undefined, field: string): void {
  if (value === undefined || value > 0) return;
  errors.push(invalid(field, show(value), 'must be greater than 0'));
}

/** @throws {ApiError} 400 in Go's words */
function readTime(text: string | undefined): number | undefined {
  if (!text) return undefined;
  try {
    return parseTime(text);
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}
