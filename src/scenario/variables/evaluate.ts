/** What `${...}` stands for. */
import type { NearMiss } from '../shape/checker.ts';
import type { Scope } from './scope.ts';

/** A variable that is not known, or an expression that is none. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
  readonly near?: NearMiss;

  constructor(message: string, near?: NearMiss) {
    super(message);
    this.near = near;
  }
}

/** How variables may be called. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** @throws {VariableError} */
export function evaluate(expression: string, scope: Scope): unknown {
  const name = expression.trim();
  if (!VARIABLE_NAME.test(name)) {
    throw new VariableError(`expected the name of a variable in \${...}, found "${name}"`);
  }
  if (scope.has(name)) return scope.get(name);
  if (name === 'i')
    throw new VariableError('${i} is known only in what a step with "every" or "cron" repeats');
  const known = scope.names;
  const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  throw new VariableError(`there is no variable "${name}"; ${there}`, { word: name, known });
}
