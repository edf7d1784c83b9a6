/** A question about the past that cannot be answered. */
import type { Kind } from '#kinds';

export interface Reason {
  /** Invalid, about an object that did not exist, or about history that is no longer kept. */
  readonly reason: 'question' | 'missing' | 'forgotten';
  /** What did not exist. */
  readonly object?: { readonly kind: Kind; readonly name: string };
}

export class QuestionError extends Error implements Reason {
  override readonly name = 'QuestionError';
  readonly reason: Reason['reason'];
  readonly object?: Reason['object'];

  constructor(message: string, { reason, object }: Reason = { reason: 'question' }) {
    super(message);
    this.reason = reason;
    if (object !== undefined) this.object = object;
  }
}
