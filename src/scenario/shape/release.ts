import { minorOf, releases } from '#kinds';
import { text, type Shape } from './shape.ts';

/** Returns a release of Kubernetes, such as '1.34', or latest; read as its minor. */
export function release({ doc }: { readonly doc: string }): Shape<number> {
  const written = text({ doc });
  return {
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
}
