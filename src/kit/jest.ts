/** `kube-orrery/jest`: a fixture and matchers for Jest, as a module (`--experimental-vm-modules`). */
import { relative } from 'node:path';
import { expect as jestExpect, test } from '@jest/globals';
import type { Cluster, ClusterExpect, ClusterOptions, ClusterTest } from './index.ts';
import { createCluster } from './cluster.ts';
import { extensions, type MatcherState } from './matchers/extend.ts';
import { literally, quoted } from './matchers/verdict.ts';

jestExpect.extend(extensions(replayOf));

/** Jest's own, which has the matchers of clusters: `await expect(cluster).toReachStatus(...)`. */
export const expect: ClusterExpect = jestExpect as unknown as ClusterExpect;

/**
 * Returns a `test` that gives each test a cluster of its own, and disposes of it:
 * `const test = clusterTest({ nodes: 3 }); test('...', async ({ cluster }) => ...)`.
 */
export function clusterTest(options: ClusterOptions = {}): ClusterTest {
  const withCluster = (body: Parameters<ClusterTest>[1]) => async (): Promise<void> => {
    const cluster: Cluster = await createCluster(options);
    try {
      await body({ cluster, expect });
    } finally {
      await cluster.dispose();
    }
  };
  const run: ClusterTest = (name, body, ms) => test(name, withCluster(body), ms);
  run.only = (name, body, ms) => test.only(name, withCluster(body), ms);
  run.skip = (name, body, ms) => test.skip(name, withCluster(body), ms);
  return run;
}

function replayOf({ testPath, currentTestName }: MatcherState): string | undefined {
  if (testPath === undefined) return undefined;
  const command = 'NODE_OPTIONS=--experimental-vm-modules npx jest';
  const file = quoted(relative(process.cwd(), testPath));
  if (currentTestName === undefined) return `${command} ${file}`;
  return `${command} ${file} -t ${quoted(`^${literally(currentTestName)}$`)}`;
}
