/** The expression language of rules: compiled with the types of a schema, run within a budget. */
export { type Dialect, makeDialect } from './dialect.ts';
export { RuleTree, checkRules } from './evaluate.ts';
export { type FieldPath, pathIn } from './field-path.ts';
export { type Rule, RuleCompiler } from './rules.ts';
