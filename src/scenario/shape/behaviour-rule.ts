/** Behaviour rules as scenarios write them. The pool validates them. */
import { ruleForm } from '#pool';
import { isList, isMap } from '../source/node.ts';
import { readPart } from './part-problem.ts';
import type { Shape } from './shape.ts';

/** A rule that has been checked, as it is written. */
export type RuleText = Readonly<Record<string, unknown>>;

export const behaviourRule: Shape<RuleText> = {
  schema: ruleForm.schema,
  check(node, checker) {
    if (!isMap(node)) {
      return checker.expected(node, 'a map (a rule of behaviour)');
    }
    const isRule = readPart(ruleForm, node, checker) !== undefined;
    return isRule ? (checker.plain(node) as RuleText) : undefined;
  },
};

/** One rule, or a list of them. */
export const behaviourRules: Shape<readonly RuleText[]> = {
  schema: {
    description: 'How pods behave from now on: a rule, or a list of them.',
    anyOf: [ruleForm.schema, { type: 'array', items: ruleForm.schema, minItems: 1 }],
  },
  check(node, checker) {
    if (!isList(node)) {
      const rule = behaviourRule.check(node, checker);
      return rule && [rule];
    }
    const rules = node.items.map((item) => behaviourRule.check(item, checker));
    return rules.every((rule) => rule !== undefined) ? rules : undefined;
  },
};
