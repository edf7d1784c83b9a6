/** The runs of a CronJob, read off writes that are made here; and what a view knows of a run that grows. */
import { kindsWithMetrics, KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime, type KubeObject } from '#values';
import { keptStore, type RunLog } from '#record';
import type { Change } from '#store';
import { RunView } from '#view';
import { calendarOf } from '../../../src/view/calendar.ts';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

const startMs = parseTime('2026-01-01T00:00:00Z');
const minute = 60_000;

interface Written {
  readonly minutes: number;
  readonly value: object;
  readonly type?: Change['type'];
  readonly bucket: string;
  readonly key: string;
}

/** A log of these writes, which lasts this many minutes. */
function logOf(writes: readonly Written[], lasts: number, steps: readonly object[] = []): RunLog {
  const changes = writes.map(({ minutes, value, type, bucket, key }, i) => ({
    ...{ revision: i + 1, time: startMs + minutes * minute, type: type ?? 'created' },
    ...{ bucket, key, value: value as KubeObject, origin: { actor: 'user' } },
    ...(type === 'updated' && { previous: value as KubeObject }),
  }));
  return {
    head: { scenario: 's', seed: 1, startMs, endMs: startMs + lasts * minute },
    ...{ files: [], steps, checks: [], faults: [] },
    past: keptStore(startMs, changes as Change[]).past,
  } as unknown as RunLog;
}

const cronJob = (minutes: number, spec: object = {}, type?: Change['type']): Written => ({
  ...{ minutes, bucket: 'cronjobs.batch', key: 'default/c' },
  value: {
    ...{ apiVersion: 'batch/v1', kind: 'CronJob' },
    metadata: {
      ...{ name: 'c', namespace: 'default', uid: 'u', creationTimestamp: formatTime(startMs) },
    },
    spec: { schedule: '*/10 * * * *', jobTemplate: { spec: {} }, ...spec },
    status: {},
  },
  ...(type && { type }),
});

/** What happens to the Job of the run that is due then. */
const job = (
  due: number,
  minutes: number,
  condition?: string,
  type?: Change['type'],
  uid = 'u',
): Written => {
  const name = `c-${(startMs + due * minute) / minute}`;
  const status = condition ? { conditions: [{ type: condition, status: 'True' }] } : {};
  const metadata = { name, namespace: 'default', uid: `job ${due}`, ownerReferences: [{ uid }] };
  return {
    ...{ minutes, bucket: 'jobs.batch', key: `default/${name}` },
    value: { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: {}, status },
    ...(type && { type }),
  };
};

const calendar = (writes: readonly Written[], lasts: number, steps?: readonly object[]) =>
  calendarOf(logOf(writes, lasts, steps), { kind: 'CronJob', key: 'default/c' });
const minutesOf = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : ms / minute;

describe('the runs of a CronJob', () => {
  it('are what came of each time that was due, and the next ten', () => {
    const found = calendar(
      [
        cronJob(0),
        job(10, 10),
        job(10, 12, 'Complete', 'updated'),
        job(20, 21),
        job(20, 25, 'Failed', 'updated'),
        job(30, 30),
        job(30, 33, undefined, 'deleted'),
        // Of another owner.
        job(40, 40, undefined, undefined, 'other'),
        job(50, 50),
      ],
      55,
    )!;
    const shown = found.runs.map(({ atMs, outcome, startedMs, endedMs }) => [
      ...[minutesOf(atMs), outcome, minutesOf(startedMs), minutesOf(endedMs)],
    ]);
    expect(shown.slice(0, 5)).toEqual([
      [10, 'complete', 10, 12],
      [20, 'failed', 21, 25],
      [30, 'stopped', 30, 33],
      [40, 'missed', undefined, undefined],
      [50, 'running', 50, undefined],
    ]);
    expect(shown.slice(5)).toEqual(
      Array.from({ length: 10 }, (_, i) => [60 + i * 10, 'next', undefined, undefined]),
    );
    expect(found.runs.map(({ because }) => because !== undefined)).toEqual([
      ...[false, false, false, true, false],
      ...Array<boolean>(10).fill(false),
    ]);
    expect(found).toMatchObject({
      ...{ kind: 'CronJob', key: 'default/c', schedule: '*/10 * * * *', timeZone: 'UTC' },
      ...{ concurrencyPolicy: 'Allow', suspended: false, isGone: false, earlier: 0 },
      ...{ offsetMs: 0, clockChanges: [] },
    });
    expect(found).not.toHaveProperty('deadlineSeconds');
  });

  it('follow the schedule as it was at each time', () => {
    const found = calendar(
      [
        cronJob(0),
        cronJob(25, { schedule: '*/5 * * * *' }, 'updated'),
        cronJob(42, { schedule: '*/5 * * * *' }, 'deleted'),
      ],
      100,
    )!;
    expect(found.runs.map(({ atMs }) => minutesOf(atMs))).toEqual([10, 20, 30, 35, 40]);
    expect(found.isGone).toBe(true);
  });

  it('are shown with the settings of its end, and none follow while it is suspended', () => {
    const found = calendar(
      [
        cronJob(0),
        cronJob(
          5,
          { suspend: true, startingDeadlineSeconds: 0, concurrencyPolicy: 'Forbid' },
          'updated',
        ),
      ],
      15,
    )!;
    expect(found).toMatchObject({
      ...{ suspended: true, deadlineSeconds: 0, concurrencyPolicy: 'Forbid' },
    });
    expect(found.runs.some(({ outcome }) => outcome === 'next')).toBe(false);
  });

  it.each([
    ['stop cronjob', /^stopped: cronjob; /],
    ['stop all controllers', /^stopped: all controllers; /],
    ['outage of the control plane for 10m', /^the control plane was down; /],
    ['stop job', /^(?!stopped)/],
    ['outage of the control plane for 4m', /^(?!the control plane)/],
  ])('that were missed may be so by an outage: %s', (summary, because) => {
    const [run] = calendar([cronJob(0)], 15, [{ atMs: 5 * minute, summary }])!.runs;
    expect(run).toMatchObject({
      outcome: 'missed',
      because: expect.stringMatching(because) as string,
    });
  });

  it('are the last 2,000, with the number of those before', () => {
    const found = calendar([cronJob(0, { schedule: '* * * * *' })], 2003.5)!;
    expect(found.earlier).toBe(3);
    const past = found.runs.filter(({ outcome }) => outcome !== 'next');
    expect(past).toHaveLength(2000);
    expect(minutesOf(past[0]!.atMs)).toBe(4);
    // The last 300 have a reason.
    expect(past.filter(({ because }) => because !== undefined)).toEqual(past.slice(-300));
  });

  it('are due, and not missed, at the very end of a run, unless it is suspended', () => {
    const last = (lasts: number, spec: object = {}) =>
      calendar([cronJob(0, spec)], lasts)!.runs.find(({ atMs }) => atMs === 20 * minute);
    expect(last(20)).toEqual({ atMs: 20 * minute, outcome: 'due' });
    expect(last(20 + 0.9 / 60)).toMatchObject({ outcome: 'due' });
    expect(last(21)).toMatchObject({ outcome: 'missed', because: expect.any(String) });
    expect(last(20, { suspend: true })).toMatchObject({ outcome: 'missed' });
  });

  it('are none of one that never was', () => {
    expect(calendar([], 5)).toBeUndefined();
  });
});

describe('the kinds of a view', () => {
  const definition = (plural: string, kind: string): Change => ({
    ...{ revision: 1, time: startMs, type: 'created' },
    ...{ bucket: 'customresourcedefinitions.apiextensions.k8s.io', key: `${plural}.example.com` },
    value: {
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: `${plural}.example.com`, uid: plural },
      spec: {
        ...{ group: 'example.com', scope: 'Namespaced', names: { plural, kind } },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
      status: { conditions: [{ type: 'Established', status: 'True' }] },
    } as unknown as KubeObject,
    origin: { actor: 'user' },
  });

  it('are those of every server, and those of its definitions, also of later ones', () => {
    const store = keptStore(startMs, []);
    const log = { ...logOf([], 5), past: store.past };
    const view = new RunView(log, recordKinds);
    expect(view.kinds.byName('Pod')).toBeDefined();
    expect(view.kinds.byName('Widget')).toBeUndefined();
    const before = view.kinds;
    const growing = view.growing();
    view.grow(growing, []);
    expect(view.kinds).toBe(before);
    const change = definition('widgets', 'Widget');
    store.load(change);
    view.grow(growing, [change]);
    expect(view.kinds.byName('Widget')).toBeDefined();
    expect(new RunView(log, recordKinds).kinds.byName('Widget')).toBeDefined();
  });
});
