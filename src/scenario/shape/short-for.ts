import { isScalar } from '../source/node.ts';
import type { Shape } from './shape.ts';

/**
 * Returns the shape of a map for which the value of one of its fields may stand alone.
 *
 * @param name of that field, with its shape
 */
export function shortFor<T>(map: Shape<T>, name: keyof T, alone: Shape<T[keyof T]>): Shape<T> {
  return {
    schema: { description: map.schema.description, anyOf: [alone.schema, map.schema] },
    check(node, checker) {
      if (!isScalar(node)) return map.check(node, checker);
      const value = alone.check(node, checker);
      return value === undefined ? undefined : ({ [name]: value } as T);
    },
  };
}
