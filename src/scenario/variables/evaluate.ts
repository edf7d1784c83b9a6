/** What `${...}` stands for: a variable, or an expression over variables. */
import {
  any,
  boolean,
  compile,
  CostError,
  EvaluationError,
  ExpressionError,
  number,
  parseExpression,
  show,
  text,
  type Names,
  type Type,
} from '../expression/index.ts';
import type { NearMiss } from '#forms';
import type { Scope } from './scope.ts';

/** Valid names of variables. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** An unknown variable, or an expression that is invalid or has no value. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
  /** Where in the expression, from 0; absent when it is about the whole. */
  readonly offset?: number;
  readonly near?: NearMiss;

  constructor(message: string, offset?: number, near?: NearMiss) {
    super(message);
    if (offset !== undefined) this.offset = offset;
    if (near !== undefined) this.near = near;
  }
}

/** Returns the value: text, a number, true or false, a list or a map. @throws {VariableError} */
export function evaluate(expression: string, scope: Scope): unknown {
  const name = expression.trim();
  if (name === '') throw new VariableError('expected a variable between "${" and "}"');
  // The usual case needs no parser, and keeps values of every type.
  if (VARIABLE_NAME.test(name)) return variable(name, expression.indexOf(name), scope);
  scope.useAll(expression.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
  try {
    const { run } = compile(parseExpression(expression), namesOf(scope));
    return plain(run((each) => scope.get(each), scope.cost));
  } catch (error) {
    if (error instanceof EvaluationError) throw new VariableError(error.message);
    if (error instanceof CostError) throw new VariableError(`\${${expression}} ${error.message}`);
    if (!(error instanceof ExpressionError)) throw error;
    if (error.near?.word === 'i') throw unknown('i', error.offset, scope);
    throw new VariableError(error.message, error.offset, error.near);
  }
}

function variable(name: string, offset: number, scope: Scope): unknown {
  if (scope.has(name)) return scope.get(name);
  throw unknown(name, offset, scope);
}

function unknown(name: string, offset: number, scope: Scope): VariableError {
  if (name === 'i') {
    const message = '${i} is known only in what a step with "every" or "cron" repeats';
    return new VariableError(message, offset);
  }
  const known = scope.names;
  const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  return new VariableError(`there is no variable "${name}"; ${there}`, offset, {
    word: name,
    known,
  });
}

function namesOf(scope: Scope): Names {
  return new Map(scope.names.map((name) => [name, typeOf(scope.peek(name))]));
}

function typeOf(value: unknown): Type {
  if (typeof value === 'string') return text;
  if (typeof value === 'number') return number;
  if (typeof value === 'boolean') return boolean;
  return Array.isArray(value) ? { is: 'list', of: any } : any;
}

/** Times, durations and quantities as their texts; absent values as nothing. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null;
  return Object.getPrototypeOf(value) === Object.prototype ? value : show(value);
}
