/** What is said about the statuses of jobs and sets, in every situation of their pods. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import type { Pod } from '#types';
import { job } from '../../../../controllers/job/index.ts';
import { replicaSet } from '../../../../controllers/replicaset/index.ts';
import { makeJob, NOW, podOf, type PodParts } from '../job/jobs.ts';
import { explainedAll, labels, now, ownedBy, pods, type Scene } from './explained.ts';

const golden = (name: string): string => join(import.meta.dirname, `${name}.txt`);

it('about jobs', async () => {
  const before = '2026-11-20T19:59:30Z';
  const scene = (
    spec: object,
    pods: readonly PodParts[],
    { status = {}, ...rest }: Partial<Scene> & { status?: object; tracked?: boolean } = {},
  ): Scene => {
    const made = makeJob({ selector: { matchLabels: labels }, ...spec }, status);
    const annotations = rest.tracked === true && { 'batch.kubernetes.io/job-tracking': '' };
    const object = { ...made, metadata: { ...made.metadata, ...(annotations && { annotations }) } };
    const owned = pods.map((parts, i) => {
      const pod = podOf(parts, 'abcdef'[i]);
      const metadata = { ...pod.metadata, ...ownedBy(object), uid: `uid-${i}`, labels };
      const finalizers = rest.tracked === true && {
        finalizers: ['batch.kubernetes.io/job-tracking'],
      };
      return { ...pod, metadata: { ...metadata, ...finalizers } } as Pod;
    });
    return {
      object,
      objects: [object, ...owned],
      now: NOW,
      features: { JobTrackingWithFinalizers: rest.tracked === true },
      parts: { 'status.conditions': ['Complete', 'Failed', 'Suspended'] },
      ...rest,
    };
  };
  const running: PodParts = { phase: 'Running', ready: before };
  const starting: PodParts = { phase: 'Pending' };
  const good: PodParts = { phase: 'Succeeded' };
  const bad: PodParts = { phase: 'Failed' };
  const going: PodParts = { phase: 'Running', deleting: true };
  const started = { startTime: before };
  const text = explainedAll(job, {
    'a new job': scene({ completions: 2 }, [], {
      evidence: { created: 2, removed: 0, isManaged: true, released: [] },
    }),
    'all sorts of pods': scene({ completions: 3 }, [running, starting, good, bad, going], {
      status: started,
    }),
    'enough, without a number': scene({}, [good, running], { status: started }),
    complete: scene({ completions: 1 }, [good], { status: started }),
    'too many failures': scene({ completions: 1, backoffLimit: 0 }, [bad, running, starting], {
      status: started,
    }),
    'as many failures as are allowed': scene({ completions: 1, backoffLimit: 1 }, [bad], {
      status: started,
    }),
    'too many restarts': scene(
      {
        completions: 1,
        backoffLimit: 2,
        template: { spec: { containers: [], restartPolicy: 'OnFailure' } },
      },
      [{ ...running, restarts: 2 }],
      { status: started },
    ),
    'a deadline ahead': scene({ activeDeadlineSeconds: 31 }, [running], { status: started }),
    'a deadline that is over': scene({ activeDeadlineSeconds: 30 }, [running], { status: started }),
    suspended: scene({ suspend: true, activeDeadlineSeconds: 30 }, [running, starting], {
      status: started,
      evidence: { created: 0, removed: 2, isManaged: true, released: [] },
    }),
    'never started': scene({ suspend: true }, []),
    resumed: scene({ suspend: false }, [], {
      status: { ...started, conditions: [{ type: 'Suspended', status: 'True' }] },
    }),
    'more than may run': scene({ completions: 5, parallelism: 1 }, [running, starting], {
      status: started,
      evidence: { created: 0, removed: 1, isManaged: true, released: [] },
    }),
    indexed: scene(
      { completions: 2, parallelism: 2, completionMode: 'Indexed' },
      [
        { ...good, index: 1 },
        { ...good, index: 1 },
        { ...good, index: 2 },
        good,
        { ...running, index: 0 },
      ],
      { status: started },
    ),
    'tracked, first write': scene({ completions: 3 }, [good, bad, running, going], {
      tracked: true,
      status: {
        ...started,
        succeeded: 1,
        uncountedTerminatedPods: { succeeded: ['uid-9'], failed: ['uid-1'] },
      },
      evidence: { created: 0, removed: 0, isManaged: true, released: ['uid-3'] },
    }),
    'tracked, last write': scene({ completions: 1 }, [good], {
      tracked: true,
      status: { ...started, failed: 1, uncountedTerminatedPods: { succeeded: ['uid-0'] } },
      evidence: { created: 0, removed: 0, isManaged: true, released: [], letGo: ['uid-0'] },
    }),
    'tracked, indexed': scene(
      { completions: 2, completionMode: 'Indexed' },
      [{ ...good, index: 1 }],
      {
        tracked: true,
        status: { ...started, completedIndexes: '0', succeeded: 1 },
        evidence: { created: 0, removed: 0, isManaged: true, released: [] },
      },
    ),
  });
  await expect(text).toMatchFileSnapshot(golden('jobs'));
});

it('about sets of pods', async () => {
  const set = (spec: object, status: object = { replicas: 0 }): KubeObject =>
    ({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web', namespace: 'default', uid: 'u', generation: 3 },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels: { ...labels, part: 'front' } } },
        ...spec,
      },
      status,
    }) as unknown as KubeObject;
  const scene = (object: KubeObject, signs: string, evidence?: object): Scene => ({
    object,
    objects: [object, ...pods(signs, object)],
    now,
    evidence,
  });
  const failing = { replicas: 0, conditions: [{ type: 'ReplicaFailure', status: 'True' }] };
  const text = explainedAll(replicaSet, {
    'all sorts of pods': scene(set({}), 'rRngd'),
    'some that are not available yet': scene(set({ minReadySeconds: 10 }), 'rn'),
    'without a number': scene(set({ replicas: undefined }), 'r'),
    'a failure': scene(set({}), 'r', { failed: 'no room' }),
    'a failure again': scene(set({}, failing), 'r', { failed: 'no room' }),
    'a failure no more': scene(set({}, failing), 'r'),
  });
  await expect(text).toMatchFileSnapshot(golden('sets'));
});
