import { ApiError, type FailureStatus } from '#kinds';
import type { Answer } from './http.ts';

/** The error that the server answered with. */
export function errorOf({ status, text }: Answer): ApiError {
  try {
    const { reason, message, details, code } = JSON.parse(text) as FailureStatus;
    return new ApiError(code, reason, message, details);
  } catch {
    return new ApiError(status, undefined, text.trim() || `the server answered ${status}`);
  }
}
