/** Jobs and their pods for tests of pure functions. */
import { defaultProfile } from '#kinds';
import { parseTime } from '#values';
import type { Job, JobSpec, JobStatus, Pod } from '#types';
import { rulesOf } from '../../../../controllers/job/rules.ts';
import { observe, type JobView } from '../../../../controllers/job/view.ts';
import { makeContainer, makePod } from '../objects.ts';

export const NOW = parseTime('2026-11-20T20:00:00Z');

export function makeJob(spec: Partial<JobSpec> = {}, status: JobStatus = {}): Job {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: 'work',
      namespace: 'default',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '',
    },
    spec: {
      parallelism: 1,
      backoffLimit: 6,
      template: { spec: { containers: [makeContainer()], restartPolicy: 'Never' } },
      ...spec,
    },
    status,
  };
}

export interface PodParts {
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly index?: number | string;
  readonly ready?: string;
  readonly restarts?: number;
  readonly node?: string;
  readonly created?: string;
  readonly deleting?: boolean;
}

/** `ready`: since when. */
export function podOf(parts: PodParts = {}, name = 'pod'): Pod {
  const { phase = 'Pending', index, ready, restarts, node, created, deleting } = parts;
  const annotation = { 'batch.kubernetes.io/job-completion-index': String(index) };
  const pod = makePod(name, node === undefined ? {} : { nodeName: node }, {
    ...(index !== undefined && { annotations: annotation }),
    ...(created !== undefined && { creationTimestamp: created }),
    ...(deleting === true && { deletionTimestamp: '2026-11-20T19:00:00Z' }),
  });
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: ready ?? '' }];
  const container = { ready: false, image: '', imageID: '', name: 'main' };
  return {
    ...pod,
    status: {
      phase,
      ...(ready !== undefined && { conditions }),
      ...(restarts !== undefined && {
        containerStatuses: [{ ...container, restartCount: restarts }],
      }),
    } as Pod['status'],
  };
}

export function viewOf(
  job: Job,
  pods: readonly PodParts[],
  now = NOW,
  profile = defaultProfile,
): JobView {
  return observe(
    job,
    pods.map((parts) => podOf(parts)),
    now,
    rulesOf(profile),
  );
}
