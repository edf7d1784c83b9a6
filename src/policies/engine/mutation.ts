/** Policies that change objects: what their expressions make of one. */
import { CelError, jsonOf } from '#cel';
import type { MutatingAdmissionPolicy } from '#types';
import type { Expression, Fault, PolicyCompiler } from './expression.ts';
import {
  CompiledConditions,
  compileVariables,
  evaluationFor,
  type CompiledVariables,
  type Subject,
} from './policy.ts';

/** A change: fields to be applied, or steps of a JSON patch; or why there is none. */
export type Change =
  | { readonly applied: unknown }
  | { readonly patch: readonly unknown[] }
  | { readonly failure: string };

/** One mutation of a policy. */
export type MutationOf = (subject: Subject, params: unknown) => Change;

/** A policy that mutates. */
export class CompiledMutations {
  readonly #variables: CompiledVariables;
  readonly #conditions: CompiledConditions;
  /** Each is to see what those before it made. */
  readonly mutations: readonly MutationOf[];

  constructor(compiler: PolicyCompiler, { spec }: MutatingAdmissionPolicy) {
    const { mutations = [], variables, matchConditions, paramKind } = spec;
    const hasParams = paramKind != null;
    const plain = { hasParams, hasAuthorizer: true };
    this.#variables = compileVariables(compiler, variables, plain);
    const { scope } = this.#variables;
    this.#conditions = new CompiledConditions(compiler, matchConditions, plain);
    this.mutations = mutations.map(({ patchType, applyConfiguration, jsonPatch }) => {
      const isPatch = patchType === 'JSONPatch';
      const text = (isPatch ? jsonPatch : applyConfiguration)?.expression?.trim() ?? '';
      const compiled = compiler.compile(text, isPatch ? 'patch' : 'object', scope);
      return (subject, params) => this.#change(compiled, isPatch, subject, params);
    });
  }

  /** Whether its conditions hold; a text says why that cannot be known. */
  isMeant(subject: Subject, params: unknown): boolean | string {
    const holds = this.#conditions.hold(evaluationFor(subject, params, this.#variables));
    return holds instanceof CelError ? holds.message : holds;
  }

  #change(
    compiled: Expression | Fault,
    isPatch: boolean,
    subject: Subject,
    params: unknown,
  ): Change {
    if ('fault' in compiled) return { failure: compiled.fault };
    const result = evaluationFor(subject, params, this.#variables).valueOf(compiled);
    if (result instanceof CelError) return { failure: result.message };
    const json = jsonOf(result);
    return isPatch ? { patch: json as readonly unknown[] } : { applied: json };
  }
}
