/** Parts of a file that another room reads, and the places of problems in them. */
import { placeAt, readForm, type Form, type FormProblem } from '#forms';
import type { Node } from '../source/node.ts';
import type { Checker } from './checker.ts';

/** Returns the value of a form of plain values; undefined after problems have been noted. */
export function readPart<T>(form: Form<T>, part: Node, checker: Checker): T | undefined {
  const { value, problems } = readForm(form, checker.plain(part));
  for (const problem of problems) report(problem, part, checker);
  return value;
}

/** Notes a problem; with a near miss at the key, else at the value. */
export function report({ path, message, near }: FormProblem, part: Node, checker: Checker): void {
  checker.problem(placeAt<Node>(part, path, checker, near !== undefined), message, near);
}
