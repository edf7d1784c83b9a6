/** Which changes of workloads and budgets themselves wake their controllers, and what waits for other things. */
import { defaultProfile, withGates } from '#kinds';
import { describe, expect, it } from 'vitest';
import { parseTime, type KubeObject } from '#values';
import type { CronJob, Job, Pod } from '#types';
import type { Handlers } from '#runtime';
import * as cronJob from '../../../../controllers/cronjob/handlers.ts';
import { Schedules } from '../../../../controllers/cronjob/schedules.ts';
import * as daemonSet from '../../../../controllers/daemonset/handlers.ts';
import * as deployment from '../../../../controllers/deployment/handlers.ts';
import * as disruption from '../../../../controllers/disruption/handlers.ts';
import * as job from '../../../../controllers/job/handlers.ts';
import { TRACKING_FINALIZER } from '../../../../controllers/job/tracking.ts';
import * as replicaSet from '../../../../controllers/replicaset/handlers.ts';
import * as statefulSet from '../../../../controllers/statefulset/handlers.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  changed,
  created,
  deleted,
  expectationsOf,
  labels,
  listerOf,
  Said,
  workload,
  type Happening,
} from './recording.ts';

const now = parseTime('2026-01-01T00:00:00Z');

/** What is said when this happens to an object that a controller keeps. */
function saidOf<T>(handlers: (said: Said) => Handlers<T>, happens: Happening<T>): string {
  const said = new Said();
  happens(handlers(said));
  return said.words.join(', ');
}

describe('what happens to the owners themselves', () => {
  const a = workload('any', 'a') as never;
  const all = [created(a), changed(a, a), deleted(a)];
  it.each<[string, (said: Said) => Handlers<never>, readonly string[]]>([
    [
      'a ReplicaSet',
      (said) =>
        replicaSet.setHandlers({
          queue: said.queue(),
          expectations: expectationsOf(said),
          census: { forget: ({ metadata }: KubeObject) => said.note('no more of', metadata.name) },
        } as never),
      ['add a', 'add a', 'nothing expected a, no more of a, add a'],
    ],
    [
      'a DaemonSet',
      (said) => daemonSet.setHandlers({ queue: said.queue() } as never) as never,
      ['add a', 'add a', 'add a'],
    ],
    [
      'a StatefulSet',
      (said) => statefulSet.setHandlers({ queue: said.queue() } as never) as never,
      ['add a', 'add a', 'add a'],
    ],
    [
      'a Deployment',
      (said) => deployment.deploymentHandlers({ queue: said.queue() } as never) as never,
      ['add a', 'add a', 'add a'],
    ],
    [
      'a budget',
      (said) => disruption.budgetHandlers({ queue: said.queue() } as never) as never,
      ['add a', 'add a', 'add a'],
    ],
  ])('wakes %s', (_, handlers, expected) => {
    expect(all.map((happens) => saidOf(handlers, happens))).toEqual(expected);
  });
});

describe('a Job', () => {
  const jobOf = (spec: object, status: object): Job =>
    ({ ...workload('Job', 'a', spec), status }) as unknown as Job;
  const started = { startTime: '2025-12-31T23:59:50Z' };
  const held = (name: string, finalizers: readonly string[]): Pod =>
    ({ metadata: { name, namespace: 'default', finalizers } }) as unknown as Pod;
  const pods = [held('x', [TRACKING_FINALIZER]), held('y', []), held('z', [TRACKING_FINALIZER])];
  const handlers = (said: Said): Handlers<Job> =>
    job.jobHandlers({
      queue: said.queue(),
      orphans: said.queue('orphan '),
      clock: new FakeClock(now),
      podsOf: () => pods,
    } as never);

  it('lets the pods go that it holds, when it is deleted', () => {
    expect(saidOf(handlers, created(jobOf({}, {})))).toBe('add a');
    expect(saidOf(handlers, deleted(jobOf({}, {})))).toBe('add a, orphan add x, orphan add z');
  });

  it.each<[string, Job, Job, string]>([
    ['has another deadline', jobOf({}, {}), jobOf({ activeDeadlineSeconds: 60 }, started), '50000'],
    [
      'has a deadline that is over',
      jobOf({ activeDeadlineSeconds: 60 }, started),
      jobOf({ activeDeadlineSeconds: 5 }, started),
      '-5000',
    ],
    [
      'has the same deadline',
      jobOf({ activeDeadlineSeconds: 60 }, started),
      jobOf({ activeDeadlineSeconds: 60 }, started),
      '',
    ],
    ['has a deadline, not started', jobOf({}, {}), jobOf({ activeDeadlineSeconds: 60 }, {}), ''],
    ['has no deadline any more', jobOf({ activeDeadlineSeconds: 6 }, {}), jobOf({}, started), ''],
  ])('that %s is looked at then', (_, old, object, delay) => {
    expect(saidOf(handlers, changed(old, object))).toBe(delay ? `add a, ${delay} a` : 'add a');
  });

  it.each([
    [0, 0],
    [1, 10_000],
    [2, 20_000],
    [6, 320_000],
    [7, 360_000],
    [50, 360_000],
  ])('waits after %d failures in a row for %d ms', (failures, delay) => {
    expect(job.failureDelay(failures)).toBe(delay);
  });
});

describe('a CronJob', () => {
  const at = (schedule: string, timeZone?: string, more: object = {}): CronJob =>
    workload('CronJob', 'a', { schedule, timeZone, ...more }) as unknown as CronJob;
  const handlers =
    (gates: Readonly<Record<string, boolean>> = {}) =>
    (said: Said): Handlers<CronJob> =>
      cronJob.cronJobHandlers({
        queue: said.queue(),
        changed: said.queue('changed '),
        clock: new FakeClock(now),
        schedules: new Schedules(withGates(defaultProfile, gates)),
      } as never);
  const zones = { CronJobTimeZone: true };

  it('is looked at when it is new, and when it is gone', () => {
    expect(saidOf(handlers(), created(at('* * * * *')))).toBe('add a');
    expect(saidOf(handlers(), deleted(at('* * * * *')))).toBe('add a');
  });

  it.each<[string, Readonly<Record<string, boolean>>, CronJob, CronJob, string]>([
    ['else changed', {}, at('* * * * *'), at('* * * * *', undefined, { suspend: true }), 'add a'],
    ['another schedule', {}, at('* * * * *'), at('30 0 * * *'), 'changed add a, 1800100 a'],
    ['one that cannot be read', {}, at('* * * * *'), at('x'), 'changed add a'],
    ['one that is never due', {}, at('* * * * *'), at('0 0 30 2 *'), 'changed add a, 0 a'],
    [
      'another zone',
      zones,
      at('30 0 * * *'),
      at('30 0 * * *', 'Asia/Tokyo'),
      'changed add a, 55800100 a',
    ],
    [
      'another zone, which counts for nothing',
      {},
      at('1 0 * * *'),
      at('1 0 * * *', 'Asia/Tokyo'),
      'add a',
    ],
  ])('with %s', (_, gates, old, object, expected) => {
    expect(saidOf(handlers(gates), changed(old, object))).toBe(expected);
  });
});

describe('the last pod of a Deployment', () => {
  const strategy = (type: string): object => ({ strategy: { type } });
  const owned = (name: string, kind: string, owner: string): KubeObject =>
    ({
      metadata: {
        name,
        namespace: 'default',
        uid: `uid-${name}`,
        ownerReferences: [{ kind, name: owner, uid: `uid-${owner}`, controller: true }],
      },
      spec: {},
    }) as unknown as KubeObject;
  const handlers =
    (deployments: readonly KubeObject[], pods: readonly KubeObject[]) =>
    (said: Said): Handlers<Pod> => {
      const sets = [owned('old', 'Deployment', 'a'), owned('new', 'Deployment', 'a')];
      const by = (objects: readonly KubeObject[]) =>
        listerOf(objects, {
          'controller uid': (uid) =>
            objects.filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === uid),
        }) as never;
      return deployment.podHandlers({
        queue: said.queue(),
        deployments: by(deployments),
        sets: by(sets),
        pods: by(pods),
      } as never);
    };
  const recreating = [workload('Deployment', 'a', strategy('Recreate'))];
  const pod = (set: string): Pod => owned('pod', 'ReplicaSet', set) as Pod;

  it.each<[string, (said: Said) => Handlers<Pod>, Pod, string]>([
    ['is gone, so that new ones may come', handlers(recreating, []), pod('old'), 'add a'],
    ['is not gone yet', handlers(recreating, [pod('new')]), pod('old'), ''],
    [
      'is gone, but need not be',
      handlers([workload('Deployment', 'a', strategy('RollingUpdate'))], []),
      pod('old'),
      '',
    ],
    ['is gone, of a set that is gone', handlers(recreating, []), pod('gone'), ''],
    ['is gone, of a Deployment that is gone', handlers([], []), pod('old'), ''],
  ])('%s', (_, made, gone, expected) => {
    expect(saidOf(made, deleted(gone))).toBe(expected);
    expect(saidOf(made, created(gone))).toBe('');
  });
});

describe('a pod that budgets may select', () => {
  const budget = (name: string, selector: object | undefined, namespace = 'default'): KubeObject =>
    ({ metadata: { name, namespace }, spec: { ...(selector && { selector }) } }) as never;
  const pod = (podLabels: object | undefined): Pod =>
    ({ metadata: { name: 'x', namespace: 'default', labels: podLabels } }) as unknown as Pod;
  const budgets = [
    budget('all', {}),
    budget('web', { matchLabels: labels }),
    budget('none', undefined),
    budget('far', {}, 'other'),
  ];
  const handlers = (said: Said): Handlers<Pod> =>
    disruption.podHandlers({
      queue: said.queue(),
      contested: said.queue('contested '),
      budgets: listerOf(budgets) as never,
    });

  it.each<[string, object | undefined, string]>([
    ['by one', undefined, 'settled all'],
    ['by several', labels, 'settled all, settled web, contested add x'],
  ])('is counted again %s', (_, podLabels, expected) => {
    const one = pod(podLabels);
    for (const happens of [created(one), changed(pod({}), one), deleted(one)]) {
      expect(saidOf(handlers, happens)).toBe(expected);
    }
    const found = disruption.budgetsOf(one, listerOf(budgets) as never);
    expect(found.map(({ metadata }) => metadata.name)).toEqual(
      podLabels === undefined ? ['all'] : ['all', 'web'],
    );
  });
});
