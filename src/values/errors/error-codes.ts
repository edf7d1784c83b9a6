/** Errors that are known only by their HTTP status: their reasons differ from server to server. */
import { ApiError } from './errors.ts';

/** 405 */
export function isMethodNotSupported(error: unknown): boolean {
  return error instanceof ApiError && error.code === 405;
}

/** 415: a patch in a format that the resource does not support. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return error instanceof ApiError && error.code === 415;
}
