import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { Timeline, timeText } from '#record';
import type { Change } from '#store';
import { makeStyle } from '../../../src/cli/style.ts';
import { table } from '../../../src/cli/table.ts';
import { forTerminal } from '../../../src/cli/output.ts';

const START = 1_000_000;

function object(kind: string, name: string, fields: object = {}): KubeObject {
  const metadata = { name, uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: 'v1', kind, metadata, ...fields };
}

function change(
  type: Change['type'],
  value: KubeObject,
  options: { previous?: KubeObject; atMs?: number; actor?: string } = {},
): Change {
  const { previous, atMs = 0, actor = 'test' } = options;
  return {
    revision: 1,
    time: START + atMs,
    bucket: '',
    key: '',
    type,
    value,
    previous,
    origin: { actor },
  };
}

function printed(changes: readonly Change[], colours = false): string[] {
  const lines: string[] = [];
  const timeline = new Timeline({
    startMs: START,
    style: makeStyle(colours),
    write: (line) => lines.push(forTerminal(line)),
  });
  for (const each of changes) timeline.change(each);
  timeline.flush();
  return lines.map((line) => line.trim().replace(/ {2,}/g, '  '));
}

describe('the timeline', () => {
  it('joins like changes of one instant', () => {
    const pods = ['a', 'b', 'c', 'd', 'e'].map((name) => change('created', object('Pod', name)));
    expect(printed(pods)).toEqual(['0:00.000  test  create  5 Pods a b c +2']);
    const classes = ['a', 'b'].map((name) => change('created', object('PriorityClass', name)));
    expect(printed(classes)).toEqual(['0:00.000  test  create  2 PriorityClasses a b']);
  });

  it('keeps apart what differs in time or actor', () => {
    const pod = object('Pod', 'a');
    expect(
      printed([change('created', pod), change('deleted', pod, { atMs: 1500, actor: 'kubelet' })]),
    ).toEqual(['0:00.000  test  create  Pod a', '0:01.500  kubelet  delete  Pod a']);
  });

  it('shows only the status fields that changed, absent numbers as 0', () => {
    const previous = object('DaemonSet', 'a', { status: { numberReady: 1, numberUnavailable: 2 } });
    const value = object('DaemonSet', 'a', { status: { numberReady: 3, numberAvailable: 3 } });
    expect(printed([change('updated', value, { previous })])).toEqual([
      '0:00.000  test  status  DaemonSet a  numberReady 1→3  numberAvailable 0→3  numberUnavailable 2→0',
    ]);
  });

  it('calls conditions by their type, references by their name', () => {
    const job = (status: object): KubeObject => object('Job', 'a', { status });
    const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'm' };
    const resumed = { ...suspended, status: 'False', reason: 'JobResumed' };
    const complete = { type: 'Complete', status: 'True', lastProbeTime: 't' };
    const versions = [
      {},
      { conditions: [suspended] },
      { conditions: [resumed], active: [{ kind: 'Job', name: 'x' }] },
      {
        conditions: [{ ...resumed, message: 'n' }, complete],
        active: [{ kind: 'Job', name: 'y' }],
      },
      {
        conditions: [
          { ...resumed, message: 'n' },
          { ...complete, lastProbeTime: 'u' },
        ],
      },
      { conditions: [{ ...complete, lastProbeTime: 'u' }] },
    ].map(job);
    const changes = versions
      .slice(1)
      .map((value, i) => change('updated', value, { previous: versions[i]!, atMs: i }));
    expect(printed(changes)).toEqual([
      '0:00.000  test  status  Job a  Suspended True (JobSuspended)',
      '0:00.001  test  status  Job a  Suspended True (JobSuspended)→False (JobResumed)  active x',
      '0:00.002  test  status  Job a  Complete True  active[0].name x→y',
      '0:00.003  test  status  Job a  active y→none',
      '0:00.004  test  status  Job a  Suspended False (JobResumed)→none',
    ]);
  });

  it('says nothing of heartbeats', () => {
    const lease = object('Lease', 'node-1', { spec: { renewTime: '1' } });
    const previous = object('Node', 'n', {
      spec: {},
      status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '1' }] },
    });
    const value = object('Node', 'n', {
      spec: {},
      status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2' }] },
    });
    expect(printed([change('created', lease), change('updated', value, { previous })])).toEqual([]);
  });

  it('shows warnings, not normal events', () => {
    const event = (type: string): KubeObject =>
      object('Event', 'e', {
        type,
        reason: 'Failed',
        message: 'no room',
        involvedObject: { kind: 'Pod', name: 'p' },
      });
    expect(
      printed([change('created', event('Normal')), change('created', event('Warning'))]),
    ).toEqual(['0:00.000  test  warning Pod p  Failed: no room']);
  });

  it('is coloured when asked', () => {
    expect(printed([change('created', object('Pod', 'a'))], true)[0]).toContain('\u001b[32mcreate');
  });
});

it.each([
  [0, '0:00.000'],
  [61_500, '1:01.500'],
  [3_600_000, '1:00:00.000'],
])('%i ms read %s', (ms, text) => {
  expect(timeText(ms)).toBe(text);
});

it('tables align text left and numbers right', () => {
  expect(
    table(
      ['Name', 'Ready'],
      [
        ['a', '5'],
        ['long-name', '12'],
      ],
    ),
  ).toEqual(['Name       Ready', 'a              5', 'long-name     12']);
});
