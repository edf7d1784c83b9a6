/** What a run looks like line by line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { describeChange, detailText, plainStyle, Timeline, timeText } from '#record';
import type { Change } from '#store';

const startMs = 1_000_000;
let revision = 0;

function change(
  value: object,
  { previous, atMs = 0, actor = 'someone', type }: Partial<About> = {},
): Change {
  const object = value as KubeObject;
  const { namespace, name } = object.metadata;
  return {
    revision: ++revision,
    time: startMs + atMs,
    type: type ?? (previous === undefined ? 'created' : 'updated'),
    bucket: 'x',
    key: namespace === undefined ? name : `${namespace}/${name}`,
    value: object,
    ...(previous && { previous: previous as KubeObject }),
    origin: { actor },
  } as unknown as Change;
}

interface About {
  readonly previous: object;
  readonly atMs: number;
  readonly actor: string;
  readonly type: Change['type'];
}

function linesOf(act: (timeline: Timeline) => void): readonly string[] {
  const lines: string[] = [];
  const timeline = new Timeline({ startMs, style: plainStyle, write: (line) => lines.push(line) });
  act(timeline);
  timeline.flush();
  return lines.map((line) => line.replaceAll(/ +/g, ' ').trim());
}

const pod = (name: string, status: object = {}, more: object = {}): object => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } },
  ...{ spec: { nodeName: 'node-1' }, status },
  ...more,
});
const job = (name: string, status: object): object => ({
  ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, status },
});
const mark = (name: string) => ({
  ...{ atMs: 1500, revision: 1, fault: 'storm', effect: 'Conflict', client: 'kubelet' },
  ...{ verb: 'update', resource: 'pods', key: name },
});

describe('times', () => {
  it('say hours, minutes, seconds and milliseconds, hours only where there are any', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500_000_000 }), (ms) => {
        const text = timeText(ms);
        const [, hours, minutes, seconds, milli] = /^(?:(\d+):)?(\d+):(\d\d)\.(\d{3})$/.exec(text)!;
        const total = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
        expect(total * 1000 + Number(milli)).toBe(ms);
        expect(hours === undefined).toBe(ms < 3_600_000);
        expect(Number(minutes)).toBeLessThan(60);
        if (hours !== undefined) expect(minutes).toHaveLength(2);
      }),
    );
  });
});

describe('events', () => {
  const event = (type: string, reason: string): object => ({
    ...{ apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'default' } },
    ...{ type, reason, message: 'a message', involvedObject: { kind: 'CronJob', name: 'c' } },
  });

  it('are shown that warn, or say what was not done', () => {
    const lines = linesOf((timeline) => {
      timeline.change(change(event('Normal', 'SuccessfulCreate')));
      timeline.change(change(event('Warning', 'FailedCreate')));
      timeline.change(change(event('Normal', 'JobAlreadyActive')));
    });
    expect(lines).toEqual([
      '0:00.000 someone warning CronJob c FailedCreate: a message',
      '0:00.000 someone event CronJob c JobAlreadyActive: a message',
    ]);
  });
});

describe('the timeline', () => {
  it('joins what is alike at an instant, and names up to three', () => {
    const lines = linesOf((timeline) => {
      for (const name of ['a', 'b', 'c', 'd']) timeline.change(change(pod(name)));
      timeline.change(change(pod('e'), { atMs: 61_001 }));
      timeline.change(change(pod('f'), { atMs: 61_001, actor: 'another' }));
      timeline.change(change(job('x', {}), { atMs: 61_001, actor: 'another' }));
      timeline.change(change(job('y', {}), { atMs: 61_001, actor: 'another' }));
    });
    expect(lines).toEqual([
      '0:00.000 someone create 4 Pods a b c +1',
      '1:01.001 someone create Pod e',
      '1:01.001 another create Pod f',
      '1:01.001 another create 2 Jobs x y',
    ]);
  });

  it('writes each line once, though more is noted behind it', () => {
    const lines = linesOf((timeline) => {
      timeline.change(change(pod('a')));
      timeline.note(1000, 'scenario', 'Next.');
      timeline.flush();
      timeline.flush();
    });
    expect(lines).toEqual(['0:00.000 someone create Pod a', '0:01.000 scenario Next.']);
  });

  it('counts what a race strikes in one line, at the end', () => {
    const lines = linesOf((timeline) => {
      timeline.fault({ ...mark('a'), fault: 'race-informers', effect: 'watch: delay' });
      timeline.fault(mark('a'));
      timeline.fault({ ...mark('b'), fault: 'race-informers', effect: 'watch: delay', atMs: 1600 });
      timeline.fault({ ...mark('c'), fault: 'race-servers', effect: 'stale', atMs: 3000 });
      timeline.end();
    });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^0:01.500 fault .*storm/);
    expect(lines.slice(1)).toEqual([
      '0:01.600 fault race-informers: watch: delay (2 times from 0:01.500)',
      '0:03.000 fault race-servers: stale (once)',
    ]);
  });

  it('counts the strikes of a fault that are alike', () => {
    const lines = linesOf((timeline) => {
      for (const name of ['a', 'a', 'a', 'b']) timeline.fault(mark(name));
      timeline.fault({ ...mark('b'), atMs: 1600 });
      timeline.change(change(pod('a'), { atMs: 2000 }));
      timeline.fault({ ...mark('b'), atMs: 3000 });
      timeline.fault({ ...mark('b'), atMs: 3000 });
    });
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^0:01.500 fault .*storm.*\(3 times\)$/);
    expect(lines[1]).toMatch(/^0:01.500 fault .* b\b[^(]*$/);
    expect(lines[2]).toMatch(/^0:01.600 fault .* b\b[^(]*$/);
    expect(lines[3]).toBe('0:02.000 someone create Pod a');
    expect(lines[4]).toMatch(/^0:03.000 fault .*\(2 times\)$/);
  });

  it.each<[string, object, object, string]>([
    ['a number from 0', job('a', {}), job('a', { active: 2 }), 'status Job a active 0→2'],
    ['a number to 0', job('a', { active: 2 }), job('a', {}), 'status Job a active 2→0'],
    ['another number', job('a', { active: 2 }), job('a', { active: 3 }), 'status Job a active 2→3'],
    ['a first text', job('a', {}), job('a', { phase: 'x' }), 'status Job a phase x'],
    ['no text', job('a', { phase: 'x' }), job('a', {}), 'status Job a phase x→none'],
    [
      'a label',
      { kind: 'Job', metadata: { name: 'a', labels: {} } },
      { kind: 'Job', metadata: { name: 'a', labels: { x: 'y' } } },
      'update Job a labels x y',
    ],
    [
      'a phase',
      pod('a', { phase: 'Pending' }),
      pod('a', { phase: 'Running' }),
      'status Pod a phase Pending→Running',
    ],
    ['a binding', pod('a', {}, { spec: {} }), pod('a'), 'bind Pod a to node-1'],
    [
      'an end',
      pod('a'),
      pod(
        'a',
        {},
        {
          metadata: {
            ...{ name: 'a', namespace: 'default' },
            ...{ deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 },
          },
        },
      ),
      'update Pod a terminating',
    ],
    [
      'readiness',
      pod('a', { conditions: [{ type: 'Ready', status: 'False' }] }),
      pod('a', { conditions: [{ type: 'Ready', status: 'True' }] }),
      'status Pod a Ready False→True',
    ],
    [
      'what a container waits for',
      pod('a', { containerStatuses: [{ state: { running: {} } }] }),
      pod('a', { containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] }),
      'status Pod a CrashLoopBackOff',
    ],
    [
      'taints',
      {
        kind: 'Node',
        metadata: { name: 'n' },
        spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] },
        status: {},
      },
      {
        kind: 'Node',
        metadata: { name: 'n' },
        spec: { taints: [{ key: 'b', value: 'c', effect: 'NoExecute' }] },
        status: {},
      },
      'update Node n +b=c:NoExecute -a:NoSchedule',
    ],
  ])('shows %s', (_, previous, value, expected) => {
    expect(linesOf((timeline) => timeline.change(change(value, { previous })))).toEqual([
      `0:00.000 someone ${expected}`,
    ]);
  });

  it.each<[string, object, Partial<About>]>([
    ['leases', { kind: 'Lease', metadata: { name: 'a' } }, {}],
    ['revisions', { kind: 'ControllerRevision', metadata: { name: 'a' } }, {}],
    [
      'what every cluster has',
      { kind: 'Namespace', metadata: { name: 'a' } },
      { actor: 'simulator' },
    ],
    ['default accounts', { kind: 'ServiceAccount', metadata: { name: 'default' } }, {}],
    ['root certificates', { kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt' } }, {}],
    [
      'usual events',
      { kind: 'Event', metadata: { name: 'a' }, type: 'Normal', involvedObject: {} },
      {},
    ],
    [
      'a container that is made',
      pod('a', { containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] }),
      { previous: pod('a') },
    ],
    [
      'a pod that is not ready from the start',
      pod('a', { conditions: [{ type: 'Ready', status: 'False' }] }),
      { previous: pod('a') },
    ],
    [
      'generations',
      { kind: 'Job', metadata: { name: 'a', generation: 2, resourceVersion: '2' } },
      { previous: { kind: 'Job', metadata: { name: 'a', generation: 1, resourceVersion: '1' } } },
    ],
  ])('leaves out %s', (_, value, about) => {
    expect(describeChange(change(value, about))).toBeUndefined();
  });

  it('shows warnings one by one', () => {
    const warning = (count?: number): object => ({
      ...{
        kind: 'Event',
        metadata: { name: 'a' },
        type: 'Warning',
        reason: 'Failed',
        message: 'so',
      },
      ...{ involvedObject: { kind: 'Pod', name: 'web' }, ...(count && { count }) },
    });
    const lines = linesOf((timeline) => {
      timeline.change(change(warning()));
      timeline.change(change(warning(1)));
      timeline.change(change(warning(3), { previous: warning(2) }));
    });
    expect(lines).toEqual([
      '0:00.000 someone warning Pod web Failed: so',
      '0:00.000 someone warning Pod web Failed: so',
      '0:00.000 someone warning Pod web Failed: so (x3)',
    ]);
  });

  it.each([
    [{ text: 'terminating' }, 'terminating'],
    [{ text: 'active', from: '1', to: '2' }, 'active 1→2'],
    [{ text: 'active', from: '', to: '2' }, 'active 0→2'],
    [{ text: 'active', from: '2', to: '' }, 'active 2→0'],
    [{ text: 'phase', from: '', to: 'Running' }, 'phase Running'],
    [{ text: 'phase', from: 'Running', to: '' }, 'phase Running→none'],
    [{ text: 'data.a', from: '', to: '' }, 'data.a none'],
  ])('%j as text: %s', (detail, text) => {
    expect(detailText(detail)).toBe(text);
  });
});
