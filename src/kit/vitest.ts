/** `kube-orrery/vitest`: a fixture and matchers for Vitest. */
import { relative } from 'node:path';
import { expect, test, type TestAPI } from 'vitest';
import type { Cluster, ClusterMatchers, ClusterOptions } from './index.ts';
import { createCluster } from './cluster.ts';
import { extensions, type MatcherState } from './matchers/extend.ts';
import { literally, quoted } from './matchers/verdict.ts';

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type -- declarations that merge have the same parameters
  interface Matchers<T = any> extends ClusterMatchers {}
}

expect.extend(extensions(replayOf) as Parameters<typeof expect.extend>[0]);

/** With the matchers of clusters: `await expect(cluster).toReachStatus('ds/agent', ...)`. */
export { expect };

/**
 * Returns a `test` that gives each test a cluster of its own, and disposes of it:
 * `const test = clusterTest({ nodes: 3 }); test('...', async ({ cluster }) => ...)`.
 */
export function clusterTest(options: ClusterOptions = {}): TestAPI<{ cluster: Cluster }> {
  return test.extend<{ cluster: Cluster }>({
    cluster: async ({}, use) => {
      const cluster = await createCluster(options);
      try {
        await use(cluster);
      } finally {
        await cluster.dispose();
      }
    },
  });
}

function replayOf({ testPath, currentTestName }: MatcherState): string | undefined {
  if (testPath === undefined) return undefined;
  const file = quoted(relative(process.cwd(), testPath));
  if (currentTestName === undefined) return `npx vitest run ${file}`;
  // A pattern is compared with the names of suites and test, joined by spaces.
  const name = literally(currentTestName.replaceAll(' > ', ' '));
  return `npx vitest run ${file} -t ${quoted(`^${name}$`)}`;
}
