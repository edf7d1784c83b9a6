/** Races as scenarios write them. The faults' own reader checks them. */
import { racesForm, type Races } from '#faults';
import { readPart } from './part-problem.ts';
import type { Shape } from './shape.ts';

export const racesShape: Shape<Races> = {
  schema: racesForm.schema,
  check: (node, checker) => readPart(racesForm, node, checker),
};
