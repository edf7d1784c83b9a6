/** Which release of Kubernetes a scenario is played on, or at which ones it holds. */
import { isMap } from '../source/node.ts';
import { holdsAt, type ReleaseRange } from '../release-range.ts';
import { fields } from './fields.ts';
import { release } from './release.ts';
import { text, type Shape } from './shape.ts';

/** Where a scenario is played by default, and where it holds. */
export interface Releases {
  /** The minor that it is played on unless another one is asked for. Absent: it does not say. */
  readonly at?: number | undefined;
  /** Absent: it does not say. */
  readonly holds?: ReleaseRange;
}

const one = release({
  doc: "The release that it is played on, such as '1.34', or latest; another one may be asked for.",
});

const range = fields({
  doc: 'the releases that it holds at',
  required: {
    because: text({ doc: 'Why it does not hold at others.', pattern: /\S/, expected: 'a reason' }),
  },
  optional: {
    from: release({ doc: "The first release at which it holds, such as '1.26'." }),
    to: release({ doc: "The last release at which it holds, such as '1.33'." }),
    at: release({ doc: 'The one of them that it is played on by default. Default: the first.' }),
  },
});

/** Reads `'1.34'`, or `{ from: '1.26', to: '1.33', because: '...' }`. */
export const releasesShape: Shape<Releases> = {
  schema: {
    description:
      'The release of Kubernetes that it is played on. Default: that of the command line, or 1.24.',
    anyOf: [one.schema, range.schema],
  },
  check(node, checker) {
    if (!isMap(node)) {
      const at = one.check(node, checker);
      return at === undefined ? undefined : { at };
    }
    const read = range.check(node, checker);
    if (read === undefined) return undefined;
    const { at, ...holds } = read;
    const { from, to } = holds;
    if (from === undefined && to === undefined) {
      return checker.problem(node, 'expected "from", "to" or both: the releases that it holds at');
    }
    if (from !== undefined && to !== undefined && from > to) {
      return checker.problem(
        node,
        `from 1.${from} to 1.${to} ends before it begins; expected from 1.${to} to 1.${from}`,
      );
    }
    if (at !== undefined && !holdsAt(holds, at)) {
      return checker.problem(node, `1.${at} is not one of the releases that it holds at`);
    }
    return { at, holds };
  },
};
