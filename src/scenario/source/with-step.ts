/** A step more in the text of a scenario: the rest stays as it is written. */
import { isSeq, parseDocument } from 'yaml';

/** A step, without its time. */
export type StepText = Readonly<Record<string, unknown>>;

/**
 * Returns the text with a step at a time, ms since the start, behind the steps of that time and
 * earlier ones.
 * @throws {Error} for a text that cannot be read, or without a list of steps
 */
export function withStep(text: string, atMs: number, step: StepText): string {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(error.message);
  const steps = document.get('steps');
  if (steps !== undefined && !isSeq(steps)) throw new Error('steps: expected a list');
  const node = document.createNode({ at: stepTime(atMs), ...step });
  if (steps === undefined) document.set('steps', document.createNode([node]));
  else steps.items.push(node);
  return document.toString({ lineWidth: 120 });
}

/** Returns a time of a step as it is written. */
export function stepTime(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${Math.round(ms)}ms`;
}
