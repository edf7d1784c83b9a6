/** Which changes of pods, sets and jobs wake the controllers of workloads: v1.24's rules, as a table. */
import { defaultProfile, withGates } from '#kinds';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseTime, type KubeObject } from '#values';
import type { Pod } from '#types';
import type { Handlers } from '#runtime';
import * as cronJob from '../../../../controllers/cronjob/handlers.ts';
import { Schedules } from '../../../../controllers/cronjob/schedules.ts';
import * as daemonSet from '../../../../controllers/daemonset/handlers.ts';
import * as deployment from '../../../../controllers/deployment/handlers.ts';
import * as job from '../../../../controllers/job/handlers.ts';
import { Released } from '../../../../controllers/job/released.ts';
import { TRACKING_FINALIZER } from '../../../../controllers/job/tracking.ts';
import { replicaSets, replicationControllers } from '../../../../controllers/replicaset/flavour.ts';
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
const elsewhere: KubeObject = {
  ...workload('any', 'd'),
  metadata: { ...workload('any', 'd').metadata, namespace: 'other' },
};

interface Parts {
  readonly owner?: string | undefined;
  readonly uid?: string;
  readonly ownerKind?: string;
  readonly metadata?: object;
  readonly status?: object;
}

/** Who can be woken, and by the pods (or sets, or jobs) of which kind of owner. */
interface Subject {
  readonly kind: string;
  readonly handlers: (said: Said, owners: readonly KubeObject[]) => Handlers<KubeObject>;
}

function releasedBy(said: Said): Released {
  const released = new Released();
  released.observed = (key) => said.note('released', key);
  return released;
}

const subjects: Readonly<Record<string, Subject>> = {
  ReplicaSet: {
    kind: 'ReplicaSet',
    handlers: (said, owners) =>
      replicaSet.podHandlers({
        flavour: replicaSets,
        queue: said.queue(),
        expectations: expectationsOf(said),
        sets: listerOf(owners) as never,
      } as never) as never,
  },
  ReplicationController: {
    kind: 'ReplicationController',
    handlers: (said, owners) =>
      replicaSet.podHandlers({
        flavour: replicationControllers,
        queue: said.queue(),
        expectations: expectationsOf(said),
        sets: listerOf(owners) as never,
      } as never) as never,
  },
  DaemonSet: {
    kind: 'DaemonSet',
    handlers: (said, owners) =>
      daemonSet.podHandlers({
        queue: said.queue(),
        expectations: expectationsOf(said),
        sets: listerOf(owners) as never,
      }) as never,
  },
  StatefulSet: {
    kind: 'StatefulSet',
    handlers: (said, owners) =>
      statefulSet.podHandlers({ queue: said.queue(), sets: listerOf(owners) as never }) as never,
  },
  Job: {
    kind: 'Job',
    handlers: (said, owners) =>
      job.podHandlers({
        queue: said.queue('', 3),
        orphans: said.queue('orphan '),
        clock: new FakeClock(now),
        expectations: expectationsOf(said),
        released: releasedBy(said),
        jobs: listerOf(owners) as never,
        batchMs: 500,
        delaysApart: false,
      }) as never,
  },
  Deployment: {
    kind: 'Deployment',
    handlers: (said, owners) =>
      deployment.replicaSetHandlers({
        queue: said.queue(),
        deployments: listerOf(owners) as never,
      } as never) as never,
  },
  CronJob: {
    kind: 'CronJob',
    handlers: (said, owners) =>
      cronJob.jobHandlers({
        queue: said.queue(),
        changed: said.queue('changed '),
        clock: new FakeClock(now),
        cronJobs: listerOf(owners) as never,
        schedules: new Schedules(withGates(defaultProfile, {})),
      }) as never,
  },
};

/** What may happen to a pod, a set or a job of an owner of that kind. */
function happenings(kind: string): Readonly<Record<string, Happening<KubeObject>>> {
  const one = ({ owner, uid, ownerKind = kind, metadata, status }: Parts = {}): KubeObject =>
    ({
      apiVersion: 'v1',
      kind: 'any',
      metadata: {
        name: 'x',
        namespace: 'default',
        uid: 'uid-x',
        labels,
        ...(owner !== undefined && {
          ownerReferences: [
            { kind: ownerKind, name: owner, uid: uid ?? `uid-${owner}`, controller: true },
          ],
        }),
        ...metadata,
      },
      spec: {},
      status: { phase: 'Running', ...status },
    }) as unknown as Pod;
  const going = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
  const unready = { conditions: [{ type: 'Ready', status: 'False' }] };
  const tracked = { finalizers: [TRACKING_FINALIZER] };
  const other = { labels: { ...labels, more: 'x' } };
  const a = one({ owner: 'a' });
  const orphan = one();
  return {
    'created by a': created(a),
    'created by a, on its way out': created(one({ owner: 'a', metadata: going })),
    'created by a, held': created(one({ owner: 'a', metadata: tracked })),
    'created by a, held, on its way out': created(
      one({ owner: 'a', metadata: { ...tracked, ...going } }),
    ),
    'created by an a that is gone': created(one({ owner: 'a', uid: 'before' })),
    'created by an a that is gone, held': created(
      one({ owner: 'a', uid: 'before', metadata: tracked }),
    ),
    'created by an a that is gone, held, on its way out': created(
      one({ owner: 'a', uid: 'before', metadata: { ...tracked, ...going } }),
    ),
    'created by another kind': created(one({ owner: 'a', ownerKind: 'Other' })),
    'created without owner': created(orphan),
    'created without owner, on its way out': created(one({ metadata: going })),
    'of a': changed(a, one({ owner: 'a' })),
    'of a, failed': changed(a, one({ owner: 'a', status: { phase: 'Failed' } })),
    'of a, held': changed(a, one({ owner: 'a', metadata: tracked })),
    'of a, becomes ready': changed(
      one({ owner: 'a', status: unready }),
      one({ owner: 'a', status: ready }),
    ),
    'of b, becomes ready': changed(
      one({ owner: 'b', status: unready }),
      one({ owner: 'b', status: ready }),
    ),
    'of b, ready as before': changed(
      one({ owner: 'b', status: ready }),
      one({ owner: 'b', status: ready }),
    ),
    'of b, unready as before': changed(
      one({ owner: 'b', status: unready }),
      one({ owner: 'b', status: unready }),
    ),
    'of a, starts to go': changed(a, one({ owner: 'a', metadata: going })),
    'of a, held, starts to go': changed(a, one({ owner: 'a', metadata: { ...tracked, ...going } })),
    'of an a that is gone, held, starts to go': changed(
      a,
      one({ owner: 'a', uid: 'before', metadata: { ...tracked, ...going } }),
    ),
    'from a to b': changed(a, one({ owner: 'b' })),
    'from a to b, failed': changed(a, one({ owner: 'b', status: { phase: 'Failed' } })),
    'from a to none': changed(a, one()),
    'from none to a': changed(orphan, a),
    'without owner': changed(orphan, { ...orphan }),
    'without owner, with other labels': changed(orphan, one({ metadata: other })),
    'without owner, with labels that none selects': changed(
      orphan,
      one({ metadata: { labels: {} } }),
    ),
    'of another kind, with other labels': changed(
      one({ owner: 'a', ownerKind: 'Other' }),
      one({ owner: 'a', ownerKind: 'Other', metadata: other }),
    ),
    'deleted, of a': deleted(a),
    'deleted, of a, held': deleted(one({ owner: 'a', metadata: tracked })),
    'deleted, of an a that is gone, held': deleted(
      one({ owner: 'a', uid: 'before', metadata: tracked }),
    ),
    'deleted, without owner': deleted(orphan),
  };
}

/** Everything that is said, a line for each thing that happens. */
function table(name: string): string {
  const { kind, handlers } = subjects[name]!;
  const owners = [
    workload(kind, 'a'),
    workload(kind, 'b', { minReadySeconds: 5 }),
    workload(kind, 'c'),
    elsewhere,
  ];
  const rows = Object.entries(happenings(kind)).map(([title, happens]) => {
    const said = new Said();
    happens(handlers(said, owners));
    return `  ${title}: ${said.words.join(', ') || '-'}`;
  });
  return [name, ...rows, ''].join('\n');
}

it('what happens to the pods, sets and jobs of owners wakes their controllers', async () => {
  const text = Object.keys(subjects).map(table).join('\n');
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'workloads.txt'));
});
