/** What kubelets of later releases report of pods, too. */
import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Pod } from '#types';
import { exitOf, type ReportedStage } from '../../../../src/pool/pod/container-status.ts';
import { finalStatus } from '../../../../src/pool/pod/final-status.ts';
import { podStatus } from '../../../../src/pool/pod/pod-status.ts';
import { reportsOf } from '../../../../src/pool/pod/reports.ts';
import { makePod, T0 } from '../objects.ts';

/** `STATUS observedGeneration` of the condition of the sandbox, the same of the status, and addresses. */
function reported(minor: number, stage: ReportedStage, isFinal = false): string {
  const made = makePod();
  const pod: Pod = { ...made, metadata: { ...made.metadata, generation: 2 } };
  const facts = {
    ...{ stage, since: T0, exit: exitOf(0), delayMs: 0, now: T0, hostIP: '172.18.0.2' },
    ...{ podIP: '10.128.0.1', initIndex: Infinity, refusal: undefined },
    reports: reportsOf(profileOf(minor)),
    found: () => ({ started: true, ready: true }),
  };
  const status = isFinal ? finalStatus(pod, facts) : podStatus(pod, facts);
  const [first] = status.conditions ?? [];
  const generation = first?.observedGeneration ?? '-';
  const ips = status.hostIPs?.map(({ ip }) => ip).join() ?? '-';
  return `${first?.type} ${first?.status} ${generation} ${status.observedGeneration ?? '-'} ${ips}`;
}

it('differs between releases', () => {
  expect([28, 29, 33, 34].map((minor) => reported(minor, 'ready'))).toEqual([
    'Initialized True - - -',
    'PodReadyToStartContainers True - - 172.18.0.2',
    'PodReadyToStartContainers True - - 172.18.0.2',
    'PodReadyToStartContainers True 2 2 172.18.0.2',
  ]);
});

it('says that a pod has its sandbox as long as its containers can run', () => {
  const sandbox = (stage: ReportedStage, isFinal = false): string =>
    reported(29, stage, isFinal).split(' ')[1]!;
  expect(sandbox('starting')).toBe('False');
  expect(sandbox('initializing')).toBe('True');
  expect(sandbox('backOff')).toBe('True');
  expect(sandbox('ended')).toBe('False');
  expect(sandbox('ready', true)).toBe('False');
});
