/** Policies with their expressions compiled, and what they decide about a request. */
import {
  authorizerValue,
  CelError,
  CelLazy,
  readAny,
  type CelType,
  type Decision as Allowed,
  type Question,
  type Value,
} from '#cel';
import type { MatchCondition, ValidatingAdmissionPolicy, Validation, Variable } from '#types';
import { variableType, type Scope } from './environment.ts';
import { Evaluation, type Expression, type Fault, type PolicyCompiler } from './expression.ts';

/** What a policy sees of a request. */
export interface Subject {
  readonly object: unknown;
  readonly oldObject: unknown;
  readonly request: unknown;
  readonly namespaceObject: unknown;
  /** The resource of the request, as `authorizer.requestResource` has it. */
  readonly requested: Question;
  decide(question: Question, verb: string): Allowed;
}

/** Why a request is refused. */
export interface Refusal {
  readonly message: string;
  /** Absent: `Invalid`. */
  readonly reason?: string | undefined;
}

type Compiled = Expression | Fault;

export interface CompiledVariables {
  readonly scope: Scope;
  readonly programs: ReadonlyMap<string, Compiled>;
}

/** A policy without variables knows no `variables`. */
export function compileVariables(
  compiler: PolicyCompiler,
  variables: readonly Variable[] = [],
  scope: Scope,
  object?: CelType,
): CompiledVariables {
  if (variables.length === 0) return { scope, programs: new Map() };
  const types = new Map<string, CelType>();
  const programs = new Map<string, Compiled>();
  for (const { name, expression } of variables) {
    const result = compiler.compile(expression, 'any', { ...scope, variables: types }, object);
    programs.set(name, result);
    types.set(name, 'fault' in result ? { kind: 'dyn' } : variableType(result.type));
  }
  return { scope: { ...scope, variables: types }, programs };
}

interface CompiledValidation {
  readonly source: Validation;
  readonly expression: Compiled;
  readonly message: Compiled | undefined;
}

/** Conditions under which a request is looked at at all. */
export class CompiledConditions {
  readonly #conditions: readonly Compiled[];

  constructor(compiler: PolicyCompiler, input: readonly MatchCondition[] = [], scope: Scope) {
    this.#conditions = input.map(({ expression }) =>
      compiler.compile(expression.trim(), 'bool', scope),
    );
  }

  /** An error says why that cannot be known; a condition that does not hold decides. */
  hold(evaluation: Evaluation): boolean | CelError {
    const errors: string[] = [];
    for (const condition of this.#conditions) {
      const value = valueOf(evaluation, condition);
      if (value instanceof CelError) errors.push(value.message);
      else if (value !== true) return false;
    }
    if (errors.length === 0) return true;
    return new CelError(errors.length === 1 ? errors[0]! : `[${errors.join(', ')}]`);
  }
}

function valueOf(evaluation: Evaluation, expression: Compiled): Value {
  return 'fault' in expression ? new CelError(expression.fault) : evaluation.valueOf(expression);
}

/** Evaluates for a request. @param params of a binding; null for none */
export function evaluationFor(
  subject: Subject,
  params: unknown,
  { programs }: CompiledVariables,
): Evaluation {
  const authorizer = authorizerValue(subject.requested, (question, verb) =>
    subject.decide(question, verb),
  );
  const variables = new CelLazy((name) => {
    const program = programs.get(name);
    if (program === undefined) return undefined;
    if ('fault' in program) return new CelError(program.fault);
    const value = evaluation.variable(program);
    if (!(value instanceof CelError)) return value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`);
  });
  const evaluation: Evaluation = new Evaluation([
    readAny(subject.object),
    readAny(subject.oldObject),
    readAny(params),
    readAny(subject.request),
    readAny(subject.namespaceObject),
    authorizer,
    variables,
  ]);
  return evaluation;
}

/** A policy that validates. */
export class CompiledPolicy {
  readonly #variables: CompiledVariables;
  readonly #conditions: CompiledConditions;
  readonly #validations: readonly CompiledValidation[];
  readonly #isFailing: boolean;

  constructor(compiler: PolicyCompiler, { spec }: ValidatingAdmissionPolicy) {
    const { validations = [], variables, matchConditions, paramKind, failurePolicy } = spec!;
    const hasParams = paramKind != null;
    this.#isFailing = failurePolicy !== 'Ignore';
    const plain = { hasParams, hasAuthorizer: true };
    this.#variables = compileVariables(compiler, variables, plain);
    const { scope } = this.#variables;
    this.#conditions = new CompiledConditions(compiler, matchConditions, plain);
    this.#validations = validations.map((input) => ({
      source: input,
      expression: compiler.compile(input.expression, 'bool', scope),
      message: input.messageExpression
        ? compiler.compile(input.messageExpression, 'string', { ...scope, hasAuthorizer: false })
        : undefined,
    }));
  }

  /** What it has against a request, in the order of its validations. */
  refusals(subject: Subject, params: unknown): readonly Refusal[] {
    const evaluation = evaluationFor(subject, params, this.#variables);
    const holds = this.#conditions.hold(evaluation);
    if (holds instanceof CelError) return this.#isFailing ? [{ message: holds.message }] : [];
    if (!holds) return [];
    return this.#validations.flatMap((validation) => this.#refusal(evaluation, validation));
  }

  #refusal(evaluation: Evaluation, validation: CompiledValidation): readonly Refusal[] {
    const { source, expression, message } = validation;
    const value = valueOf(evaluation, expression);
    if (value instanceof CelError) return this.#isFailing ? [{ message: value.message }] : [];
    if (value === true) return [];
    const messageValue = message && valueOf(evaluation, message);
    const result = typeof messageValue === 'string' ? messageValue.trim() : '';
    const isFit = result !== '' && result.length <= 5 * 1024 && !result.includes('\n');
    const text = source.message?.trim() ?? '';
    const usual = `failed expression: ${source.expression.trim()}`;
    return [{ message: isFit ? result : text || usual, reason: source.reason ?? undefined }];
  }
}
