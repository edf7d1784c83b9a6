/** Deployments and their sets for tests of pure functions. A test names only what matters to it. */
import type {
  Deployment,
  DeploymentSpec,
  DeploymentStatus,
  ObjectMeta,
  ReplicaSet,
  ReplicaSetStatus,
} from '#types';

const metadata = (name: string, more: Partial<ObjectMeta>): ObjectMeta => ({
  name,
  namespace: 'default',
  uid: `uid-${name}`,
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...more,
});

const templateOf = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image }] },
});

export interface DeploymentParts {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<DeploymentSpec>;
  readonly status?: DeploymentStatus;
}

export function makeDeployment(replicas: number, parts: DeploymentParts = {}): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('web', parts.metadata ?? {}),
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
      },
      template: templateOf('new'),
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      ...parts.spec,
    },
    status: parts.status ?? {},
  };
}

export interface SetParts {
  readonly metadata?: Partial<ObjectMeta>;
  /** Default: that of the Deployment. */
  readonly image?: string;
  readonly status?: Partial<ReplicaSetStatus>;
  /** Notes of the sizes when it was last scaled: desired, max. */
  readonly sizes?: readonly [desired: number, max: number];
  readonly revision?: number;
}

/** All pods available, unless the status says otherwise. */
export function makeSet(name: string, replicas: number, parts: SetParts = {}): ReplicaSet {
  const { sizes, revision, image = 'new' } = parts;
  const annotations = {
    ...(sizes && {
      'deployment.kubernetes.io/desired-replicas': String(sizes[0]),
      'deployment.kubernetes.io/max-replicas': String(sizes[1]),
    }),
    ...(revision !== undefined && { 'deployment.kubernetes.io/revision': String(revision) }),
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: metadata(name, { annotations, ...parts.metadata }),
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web', 'pod-template-hash': name } },
      template: templateOf(image),
    },
    status: {
      replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      observedGeneration: 1,
      ...parts.status,
    },
  };
}
