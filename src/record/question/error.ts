/** What was asked of the past cannot be answered as it was put. */
import type { Kind } from '#kinds';

export interface Wrong {
  /** Wrong as it is put, about an object that was not there, or about what is no longer kept. */
  readonly wrong: 'question' | 'missing' | 'forgotten';
  /** What was not there. */
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
