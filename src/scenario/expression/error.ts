/** What is wrong with an expression, or with a path. */
import type { NearMiss } from '#forms';

/** It cannot be read, or cannot mean anything. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Where in the text, from 0. */
  readonly offset: number;
  readonly near?: NearMiss;

  constructor(message: string, offset: number, near?: NearMiss) {
    super(message);
    this.offset = offset;
    if (near !== undefined) this.near = near;
  }
}

/** Evaluating it takes too long. */
export class CostError extends Error {
  override readonly name = 'CostError';
}

/** It cannot be evaluated for the given object. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}
