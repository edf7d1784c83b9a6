import { daemonTolerations, eligibility } from '../../controllers/daemonset/eligibility.ts';
import type { PodSpec } from '#types';
import { nodeOf, type NodeCase } from './fixtures.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

/** daemonset-eligibility.json: should a node run the daemon pod, may one that is there stay. */
export const runDaemonSetEligibility: Runner = (testCase) => {
  const { node, podSpec } = testCase as unknown as { node: NodeCase; podSpec: PodSpec };
  const answer = eligibility(nodeOf(node), podSpec, daemonTolerations(podSpec));
  return expectSame(
    'eligibility',
    { shouldRun: answer.shouldRun, shouldContinueRunning: answer.shouldContinue },
    outcomeIn(testCase, 'node', 'podSpec'),
  );
};
