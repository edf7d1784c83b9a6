/** `kube-orrery/node-test`: a fixture and matchers for Node's own test runner. */
import { AssertionError } from 'node:assert';
import { relative } from 'node:path';
import { test } from 'node:test';
import type {
  Cluster,
  ClusterExpect,
  ClusterExpectation,
  ClusterMatchers,
  ClusterOptions,
  ClusterTest,
} from './index.ts';
import { createCluster } from './cluster.ts';
import { matchers } from './matchers/index.ts';
import { literally, quoted, verdictText } from './matchers/verdict.ts';

/** The matchers of clusters: `await expect(cluster).toReachStatus('ds/agent', ...)`. */
export const expect: ClusterExpect = expectIn(undefined);

/**
 * Returns a `test` that gives each test a cluster of its own, and disposes of it:
 * `const test = clusterTest({ nodes: 3 }); test('...', async ({ cluster, expect }) => ...)`.
 */
export function clusterTest(options: ClusterOptions = {}): ClusterTest {
  const withCluster = (name: string, body: Parameters<ClusterTest>[1]) => async () => {
    const cluster = await createCluster(options);
    try {
      await body({ cluster, expect: expectIn(name) });
    } finally {
      await cluster.dispose();
    }
  };
  const run: ClusterTest = (name, body, timeout) =>
    void test(name, { timeout }, withCluster(name, body));
  run.only = (name, body, timeout) =>
    void test(name, { timeout, only: true }, withCluster(name, body));
  run.skip = (name, body, timeout) =>
    void test(name, { timeout, skip: true }, withCluster(name, body));
  return run;
}

/** @param test its name, where it is known */
function expectIn(test: string | undefined): ClusterExpect {
  return (cluster) => ({ ...asserting(cluster, false, test), not: asserting(cluster, true, test) });
}

function asserting(cluster: Cluster, isNot: boolean, test: string | undefined): ClusterMatchers {
  const asserted = Object.entries(matchers).map(([name, match]) => {
    const judge = match as (...all: readonly unknown[]) => ReturnType<typeof match>;
    return [
      name,
      async (...args: readonly unknown[]) => {
        const verdict = await judge(cluster, ...args);
        if (verdict.pass !== isNot) return;
        const { expected, found: actual } = verdict;
        const message = verdictText(verdict, { isNot, replay: replayOf(test) });
        throw new AssertionError({ message, expected, actual, operator: name });
      },
    ];
  });
  return Object.fromEntries(asserted) as ClusterExpectation;
}

function replayOf(test: string | undefined): string | undefined {
  const [, file] = process.argv;
  if (file === undefined) return undefined;
  const only = test === undefined ? '' : `--test-name-pattern=${quoted(`^${literally(test)}$`)} `;
  return `node --test ${only}${quoted(relative(process.cwd(), file))}`;
}
