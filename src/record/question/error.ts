/** A question about the past that cannot be answered. */
import type { Kind } from '#kinds';

export interface Wrong {
  /** Invalid, about an object that did not exist, or about history that is no longer kept. */
  readonly wrong: 'question' | 'missing' | 'forgotten';
  /** What did not exist. */
  readonly object?: { readonly kind: Kind; readonly name: string };
}

export class QuestionError extends Error implements Wrong {
  override readonly name = 'QuestionError';
  readonly wrong: Wrong['wrong'];
  readonly object?: Wrong['object'];

  constructor(message: string, { wrong, object }: Wrong = { wrong: 'question' }) {
    super(message);
    this.wrong = wrong;
    if (object !== undefined) this.object = object;
  }
}
