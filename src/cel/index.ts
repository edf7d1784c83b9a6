/** The expression language of rules: compiled with the types of a schema, run within a budget. */
export { RuleTree, checkRules } from './evaluate.ts';
export { type Rule, RuleCompiler } from './rules.ts';
