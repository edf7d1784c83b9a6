/** Label selectors in a scenario. */
import { parseLabelSelector, selectLabels, type Selector } from '#values';
import { isMap } from '../source/node.ts';
import { describe } from './checker.ts';
import { mapOf, text, type Shape } from './shape.ts';

const labels = mapOf(text({ doc: 'the value' }), { doc: 'Labels that the objects have.' });

/** A selector as kubectl takes it (`app=web,tier!=db`), or a map of labels. */
export const selector: Shape<Selector> = {
  schema: {
    description: 'Labels that the objects have: a selector such as app=web, or a map.',
    anyOf: [{ type: 'string' }, labels.schema],
  },
  check(node, checker) {
    if (isMap(node)) {
      const map = labels.check(node, checker);
      return map && selectLabels(map);
    }
    const value = checker.asText(node);
    if (value === undefined) {
      const found = describe(node);
      return checker.problem(node, `expected a selector such as app=web, or a map, found ${found}`);
    }
    try {
      return parseLabelSelector(value);
    } catch (error) {
      return checker.problem(node, `not a selector: ${(error as Error).message}`);
    }
  },
};
