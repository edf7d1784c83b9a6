/**
 * Expressions and paths over objects: a subset of CEL, checked against the schemas of kinds. Own
 * code, as what absent fields mean here (v1.24 leaves zeros out) is not what CEL's libraries offer.
 */
export { Cost, withinCost } from './cost.ts';
export { CostError, EvaluationError, ExpressionError } from './error.ts';
export { compile, compileBoolean, type Compiled, type Lookup, type Names } from './compile.ts';
export { JsonPath } from './json-path.ts';
export { parseExpression, type Expression } from './syntax.ts';
export { any, boolean, number, text, typeOf, typeText, type Type } from './types.ts';
export { show } from './values.ts';
