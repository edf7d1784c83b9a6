/** The expression language of rules and policies: compiled with types, run within a budget. */
export type { StructType as CelStructType, Structs as CelStructs } from './check.ts';
export { compile } from './compile.ts';
export { declaredType } from './declared.ts';
export { DeviceSelectorCompiler } from './devices.ts';
export { type Dialect, makeDialect } from './dialect.ts';
export { RuleTree, checkRules } from './evaluate.ts';
export { type FieldPath, pathIn } from './field-path.ts';
export { authorizerValue, type Decision, type Question } from './library/authorization.ts';
export { quantityValue } from './library/quantities.ts';
export { semverValue } from './library/semvers.ts';
export { CostExceeded, Meter } from './meter.ts';
export type { Compiled } from './program.ts';
export { escapeName } from './names.ts';
export { readExpression, type Rule, RuleCompiler } from './rules.ts';
export { resolved as resolvedType, showResult, showType, type Type as CelType } from './types.ts';
export { CelError, CelLazy, CelList, CelMap, jsonOf, readAny, type Value } from './values.ts';
