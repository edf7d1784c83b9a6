/** The cells of a pod in the table that kubectl prints. */
import { describe, expect, it } from 'vitest';
import { pod } from '#kinds';
import type { Pod } from '#types';
import { podColumns, podRowConditions } from '../../../../../src/kinds/core/pod/pod-table.ts';

function podOf(status: object, metadata: object = {}, spec: object = {}): Pod {
  const containers = [{ name: 'a' }, { name: 'b' }];
  return {
    ...{ apiVersion: pod.version, kind: 'Pod', metadata: { name: 'p', ...metadata } },
    spec: { containers, initContainers: [{ name: 'i' }, { name: 'j' }], ...spec },
    status,
  } as unknown as Pod;
}
const cell = (name: string, of: Pod, now = 0): string =>
  String(podColumns.find((each) => each.name === name)!.cell(of, now));

const ended = (more: object = {}) => ({ state: { terminated: { exitCode: 0, ...more } } });
const waiting = (reason?: string) => ({ state: { waiting: { ...(reason && { reason }) } } });
const running = (ready = true) => ({ ready, state: { running: {} } });
const init = (...initContainerStatuses: readonly object[]) => ({
  ...{ phase: 'Pending', initContainerStatuses },
});
const main = (...containerStatuses: readonly object[]) => ({ phase: 'Running', containerStatuses });
const isReady = (status: string) => ({ conditions: [{ type: 'Ready', status }] });

describe('the status of a pod', () => {
  it.each<[string, Pod]>([
    ['', podOf({})],
    ['Pending', podOf({ phase: 'Pending' })],
    ['Evicted', podOf({ phase: 'Failed', reason: 'Evicted' })],
    ['Terminating', podOf({ phase: 'Running' }, { deletionTimestamp: 'then' })],
    ['Unknown', podOf({ reason: 'NodeLost' }, { deletionTimestamp: 'then' })],
    ['NodeLost', podOf({ reason: 'NodeLost' })],
    // Containers that initialize it.
    ['Init:0/2', podOf(init(waiting('PodInitializing'), waiting('PodInitializing')))],
    ['Init:0/2', podOf(init(running()))],
    ['Init:1/2', podOf(init(ended(), waiting()))],
    ['Init:ErrImagePull', podOf(init(ended(), waiting('ErrImagePull')))],
    ['Init:Error', podOf(init(ended({ exitCode: 1, reason: 'Error' })))],
    ['Init:ExitCode:3', podOf(init(ended({ exitCode: 3 })))],
    ['Init:Signal:9', podOf(init(ended({ exitCode: 137, signal: 9 })))],
    ['Pending', podOf(init(ended(), ended()))],
    // The others.
    ['Running', podOf(main(running(), running()))],
    ['CrashLoopBackOff', podOf(main(running(), waiting('CrashLoopBackOff')))],
    ['first', podOf(main(waiting('first'), waiting('second')))],
    ['Running', podOf(main(waiting()))],
    ['Error', podOf(main(ended({ exitCode: 1, reason: 'Error' })))],
    ['ExitCode:3', podOf(main(ended({ exitCode: 3 })))],
    ['Signal:15', podOf(main(ended({ exitCode: 143, signal: 15 })))],
    ['Completed', podOf(main(ended({ reason: 'Completed' })))],
    [
      'NotReady',
      podOf({ ...main(ended({ reason: 'Completed' }), running()), ...isReady('False') }),
    ],
    ['Running', podOf({ ...main(ended({ reason: 'Completed' }), running()), ...isReady('True') })],
    [
      'Completed',
      podOf({ ...main(ended({ reason: 'Completed' }), running(false)), ...isReady('True') }),
    ],
  ])('is "%s"', (text, of) => {
    expect(cell('Status', of)).toBe(text);
  });
});

it.each<[string, Pod]>([
  ['0/2', podOf({})],
  ['1/2', podOf(main(running(), running(false)))],
  ['2/2', podOf(main(running(), running()))],
  ['0/0', podOf({}, {}, { containers: undefined })],
])('%s containers are ready', (text, of) => {
  expect(cell('Ready', of)).toBe(text);
});

it.each<[phase: string | undefined, message: string | undefined]>([
  [undefined, undefined],
  ['Running', undefined],
  ['Failed', 'The pod failed.'],
  ['Succeeded', 'The pod has completed successfully.'],
])('the row of a pod that is %s: %s', (phase, message) => {
  expect(podRowConditions(podOf({ phase }))).toEqual(
    message === undefined ? [] : [{ type: 'Completed', status: 'True', reason: phase, message }],
  );
});

it('cells that have nothing to say are <none>', () => {
  const names = ['IP', 'Node', 'Nominated Node', 'Readiness Gates'];
  expect(names.map((name) => cell(name, podOf({})))).toEqual(names.map(() => '<none>'));
  const full = podOf({ podIP: '1.2.3.4', nominatedNodeName: 'm' }, {}, { nodeName: 'n' });
  expect(names.slice(0, 3).map((name) => cell(name, full))).toEqual(['1.2.3.4', 'n', 'm']);
});

describe('the restarts of a pod', () => {
  const restarted = (
    restartCount: number,
    finishedAt?: string,
    state: object = { running: {} },
  ) => ({
    ...{ restartCount, state },
    ...(finishedAt && { lastState: { terminated: { exitCode: 1, finishedAt } } }),
  });
  const now = 600_000;
  const at = (minute: number): string => `1970-01-01T00:0${minute}:00Z`;
  const done = { terminated: { exitCode: 0 } };

  it.each<[string, object]>([
    ['0', {}],
    ['3', main(restarted(1), restarted(2))],
    ['3 (2m ago)', main(restarted(1, at(8)), restarted(2))],
    ['3 (2m ago)', main(restarted(1, at(8)), restarted(2, at(7)))],
    ['3 (60s ago)', main(restarted(1, at(8)), restarted(2, at(9)))],
    // While it initializes, those of the containers up to the one at work.
    ['2', { ...main(restarted(7)), ...init(restarted(2), restarted(4)) }],
    ['6', { ...main(restarted(7)), ...init(restarted(2, undefined, done), restarted(4)) }],
    [
      '6 (60s ago)',
      { ...main(restarted(7, at(8))), ...init(restarted(2, at(9), done), restarted(4)) },
    ],
    // Then their last end counts, not their number.
    ['7 (60s ago)', { ...main(restarted(7)), initContainerStatuses: [restarted(2, at(9), done)] }],
  ])('are %s', (text, status) => {
    expect(cell('Restarts', podOf(status), now)).toBe(text);
  });
});

it('readiness gates are those that have passed, of all', () => {
  const readinessGates = [{ conditionType: 'x' }, { conditionType: 'y' }];
  const conditions = [
    { type: 'x', status: 'True' },
    { type: 'y', status: 'False' },
  ];
  expect(cell('Readiness Gates', podOf({ conditions }, {}, { readinessGates }))).toBe('1/2');
  expect(cell('Readiness Gates', podOf({}, {}, { readinessGates }))).toBe('0/2');
});
