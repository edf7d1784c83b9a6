import { ApiError, type FailureStatus, type StatusReason } from '#values';
import type { Answer } from './http.ts';

/** The meaning of answers that are not an API Status, such as those of a proxy. */
const reasons: Readonly<Record<number, StatusReason>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** Returns the error that the server answered with. */
export function errorOf({ status, text }: Answer): ApiError {
  const failure = statusIn(text);
  if (failure === undefined) return new ApiError(status, reasons[status], textFor(status, text));
  const { reason, message, details, code } = failure;
  return new ApiError(code, reason, message, details);
}

function statusIn(text: string): FailureStatus | undefined {
  try {
    const body = JSON.parse(text) as FailureStatus;
    return body.kind === 'Status' ? body : undefined;
  } catch {
    return undefined;
  }
}

function textFor(status: number, text: string): string {
  if (status === 503) return 'the server is currently unable to handle the request';
  return text.trim() || `the server answered ${status}`;
}
