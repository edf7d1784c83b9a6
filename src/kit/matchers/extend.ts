/** The matchers in the form in which Vitest and Jest extend their `expect`. */
import type { Cluster } from '../cluster.ts';
import { matchers } from './index.ts';
import { verdictText } from './verdict.ts';

/** What Vitest and Jest tell a matcher about its test. */
export interface MatcherState {
  readonly isNot?: boolean;
  readonly testPath?: string;
  readonly currentTestName?: string;
}

type Extension = (
  this: MatcherState,
  cluster: unknown,
  ...args: unknown[]
) => Promise<{ readonly pass: boolean; message(): string }>;

/** @param replayOf the command that runs a test again */
export function extensions(
  replayOf: (test: MatcherState) => string | undefined,
): Readonly<Record<string, Extension>> {
  return Object.fromEntries(
    Object.entries(matchers).map(([name, match]): [string, Extension] => [
      name,
      async function (cluster, ...args) {
        const { isNot } = this;
        const replay = replayOf(this);
        const judge = match as (...all: readonly unknown[]) => ReturnType<typeof match>;
        const verdict = await judge(cluster as Cluster, ...args);
        return { pass: verdict.pass, message: () => verdictText(verdict, { isNot, replay }) };
      },
    ]),
  );
}
