/** Rules in CEL about custom resources, as v1.24 has them. */
export { checkRules, RuleTree } from './evaluate.ts';
export { mostPerCall } from './meter.ts';
export { RuleCompiler, type Rule } from './rules.ts';
