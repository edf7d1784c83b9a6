/** Faults as scenarios write them. The faults' own reader checks them. */
import { faultForm, type Fault } from '#faults';
import { readPart } from './part-problem.ts';
import type { Shape } from './shape.ts';

export const faultShape: Shape<Fault> = {
  schema: faultForm.schema,
  check: (node, checker) => readPart(faultForm, node, checker),
};
