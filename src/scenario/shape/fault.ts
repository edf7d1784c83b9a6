/** Faults as scenarios write them. The faults' own reader checks them. */
import { faultForm, readFault, type Fault } from '#faults';
import type { Node } from '../source/node.ts';
import type { Checker } from './checker.ts';
import { report } from './part-problem.ts';
import type { Shape } from './shape.ts';

export const faultShape: Shape<Fault> = {
  jsonSchema: faultForm.schema,
  check(node: Node, checker: Checker) {
    const { fault, problems } = readFault(checker.valueOf(node));
    for (const problem of problems) report(problem, node, checker);
    return fault;
  },
};
