/** Behaviour rules as scenarios write them. The pool validates them. */
import { ruleForm } from '#pool';
import { readForm } from '#forms';
import { isList, isMap } from '../source/node.ts';
import { describe } from './checker.ts';
import { report } from './part-problem.ts';
import type { Shape } from './shape.ts';

/** A rule that has been checked, as it is written. */
export type RuleText = Readonly<Record<string, unknown>>;

export const behaviourRule: Shape<RuleText> = {
  jsonSchema: ruleForm.schema,
  check(node, checker) {
    if (!isMap(node)) {
      return checker.problem(node, `expected a map (a rule of behaviour), found ${describe(node)}`);
    }
    const value = checker.valueOf(node) as RuleText;
    const { problems } = readForm(ruleForm, value);
    for (const problem of problems) report(problem, node, checker);
    return problems.length === 0 ? value : undefined;
  },
};

/** One rule, or a list of them. */
export const behaviourRules: Shape<readonly RuleText[]> = {
  jsonSchema: {
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
