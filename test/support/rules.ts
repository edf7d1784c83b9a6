/** Rules in CEL for tests: of a schema, for values of it. */
import type { JSONSchemaProps } from '#types';
import { checkRules, RuleTree } from '../../src/cel/evaluate.ts';
import { RuleCompiler, type Rule } from '../../src/cel/rules.ts';
import { Structure } from '../../src/schema/structure/structure.ts';
import { findErrors } from '../../src/values/errors/field-errors.ts';

/** A schema with one rule. */
export function ruled(schema: JSONSchemaProps, rule: string, message?: string): JSONSchemaProps {
  return {
    ...schema,
    'x-kubernetes-validations': [{ rule, ...(message !== undefined && { message }) }],
  };
}

/** What the rules of a schema say against a value, each as `FIELD: TEXT`. */
export function refusals(
  schema: JSONSchemaProps,
  value: unknown,
  old?: unknown,
): readonly string[] {
  const tree = RuleTree.of(new Structure(schema));
  if (tree === undefined) return [];
  const errors = findErrors((found) => checkRules(found, tree, value, old));
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

/** A rule of a schema, compiled. */
export function compiled(schema: JSONSchemaProps, rule: string): Rule {
  return new RuleCompiler().compile(new Structure(ruled(schema, rule)), false)!.rules[0]!;
}
