import { minorOf, releases } from '#kinds';
import { text, type Shape } from './shape.ts';

const doc =
  "The release of Kubernetes that it is played on, such as '1.34', or latest. Default: that of the command line, or 1.24.";

const written = text({ doc });

/** A release of Kubernetes, read as its minor. */
export const release: Shape<number> = {
  // Editors offer those with a v, which need no quotes.
  schema: {
    description: doc,
    anyOf: [
      { type: 'string', enum: [...[...releases.keys()].map((minor) => `v1.${minor}`), 'latest'] },
      { type: 'string', pattern: '^v?1\\.\\d+(\\.\\d+)?$' },
    ],
  },
  check(node, checker) {
    const value = written.check(node, checker);
    if (value === undefined) return undefined;
    try {
      return minorOf(value);
    } catch (error) {
      return checker.problem(node, (error as RangeError).message);
    }
  },
};
