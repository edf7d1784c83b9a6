/** What answers say by their HTTP status alone: their reasons differ from server to server. */
import { ApiError } from './errors.ts';

/** 405 */
export function isMethodNotSupported(error: unknown): boolean {
  return error instanceof ApiError && error.code === 405;
}

/** 415: of patches in a form that the resource does not know. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return error instanceof ApiError && error.code === 415;
}
