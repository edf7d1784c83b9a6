/** Policies at work: loaded when the first one is written or asked. */
export { DeviceSelectorCompiler } from '#cel';
export { mutationStructs, variableType, type Scope } from './environment.ts';
export { Evaluation, PolicyCompiler, type ResultType } from './expression.ts';
export { typeWarnings } from './type-check.ts';
export { CompiledMutations } from './mutation.ts';
export {
  CompiledConditions,
  CompiledPolicy,
  compileVariables,
  evaluationFor,
  type Refusal,
  type Subject,
} from './policy.ts';
