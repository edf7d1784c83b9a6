/** How v1.24 rejects a request because of a webhook. */
import { ApiError, quote, type StatusDetails, type StatusReason } from '#values';
import type { Answer } from './answer.ts';

/** A webhook could not be called, or gave no proper answer: its failure policy decides. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${quote(webhook)}: ${why}`);
  }
}

/** A webhook denied the request, as it says in its status. */
export function denial(webhook: string, { status = {} }: Answer): ApiError {
  const { code = 0, reason = '', message = '', details } = status;
  const denied = `admission webhook ${quote(webhook)} denied the request`;
  const why = message || reason;
  return new ApiError(
    // Larger numbers cannot be answered over HTTP.
    code > 999 ? 500 : Math.max(code, 400),
    (reason as StatusReason) || undefined,
    why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    details as StatusDetails | undefined,
  );
}
