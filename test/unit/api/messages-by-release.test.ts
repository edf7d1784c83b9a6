/** What the messages of releases say of the same faults, at the minors where they changed. */
import { expect, it } from 'vitest';
import { causesIn, type Refused } from '../../support/causes.ts';

const container = { name: 'c', image: 'i' };
const daemon = (labels: object): Record<string, unknown> => ({
  spec: {
    selector: { matchLabels: { a: 'x' } },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
});
const mismatch = '`selector` does not match template `labels`';

const autoscaler = (maxReplicas: number): Record<string, unknown> => ({
  spec: { maxReplicas, minReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'd' } },
});
const groupless =
  'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group';
const statefulSet = {
  metadata: { name: 'a.b' },
  spec: {
    serviceName: 'S_x',
    selector: { matchLabels: { a: 'x' } },
    template: { metadata: { labels: { a: 'x' } }, spec: { containers: [] } },
    volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: {} }],
  },
};
const long = 'a'.repeat(64);
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o' };
const owned = { metadata: { labels: { [long]: '' }, ownerReferences: [owner] } };

const cronJob = (schedule: string): Record<string, unknown> => {
  const spec = { restartPolicy: 'Never', containers: [] };
  return { spec: { schedule, jobTemplate: { spec: { template: { spec } } } } };
};
const ports = [{ containerPort: 80, hostPort: 81 }];
const onHost = { spec: { hostNetwork: true, containers: [{ ...container, ports }] } };

it.each<[what: string, minor: number, Refused, causes: readonly string[]]>([
  [
    'prints a map as Go until 1.33',
    33,
    { resource: 'daemonsets.v1.apps', object: daemon({ a: 'b' }) },
    [`spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: ${mismatch}`],
  ],
  [
    'prints a map as JSON from 1.34',
    34,
    { resource: 'daemonsets.v1.apps', object: daemon({ a: 'b' }) },
    [`spec.template.metadata.labels: Invalid value: {"a":"b"}: ${mismatch}`],
  ],
  [
    'reports what several checks find each time until 1.36',
    36,
    { resource: 'configmaps.v1.', stored: {}, object: { metadata: { labels: { 'a b': '' } } } },
    expect.objectContaining({ length: 4 }),
  ],
  [
    'reports what several checks find once from 1.37',
    37,
    { resource: 'configmaps.v1.', stored: {}, object: { metadata: { labels: { 'a b': '' } } } },
    expect.objectContaining({ length: 1 }),
  ],
  [
    'lets autoscalers name no group until 1.33',
    33,
    { resource: 'horizontalpodautoscalers.v2.autoscaling', object: autoscaler(0) },
    [
      'spec.maxReplicas: Invalid value: 0: must be greater than 0',
      'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
    ],
  ],
  [
    'asks autoscalers for a group and a maximum at 1.36',
    36,
    { resource: 'horizontalpodautoscalers.v2.autoscaling', object: autoscaler(0) },
    [
      'spec.maxReplicas: Required value: must be set and greater than 0',
      'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      groupless,
    ],
  ],
  [
    'reports the maximum last at 1.37',
    37,
    { resource: 'horizontalpodautoscalers.v2.autoscaling', object: autoscaler(0) },
    [
      'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      groupless,
      'spec.maxReplicas: Required value',
    ],
  ],
  [
    'checks the names of StatefulSets and their services at 1.33',
    33,
    { resource: 'statefulsets.v1.apps', object: statefulSet },
    [expect.stringMatching(/^metadata.name: /), expect.stringMatching(/^spec.serviceName: /)],
  ],
  [
    'checks the templates of StatefulSets from 1.34',
    34,
    { resource: 'statefulsets.v1.apps', object: statefulSet },
    [
      expect.stringMatching(/^metadata.name: /),
      'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
      'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
      expect.stringMatching(/^spec.serviceName: /),
      'spec.template.spec.containers: Required value',
    ],
  ],
  [
    'counts labels in characters, and owners by their list, until 1.33',
    33,
    { resource: 'configmaps.v1.', object: owned },
    [
      `metadata.labels: Invalid value: "${long}": name part must be no more than 63 characters`,
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ],
  ],
  [
    'counts labels in bytes at 1.35',
    35,
    { resource: 'configmaps.v1.', object: owned },
    [
      `metadata.labels: Invalid value: "${long}": name part must be no more than 63 bytes`,
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
  ],
  [
    'requires fields of owners by their place from 1.37',
    37,
    { resource: 'configmaps.v1.', object: owned },
    [
      `metadata.labels: Invalid value: "${long}": name part must be no more than 63 bytes`,
      'metadata.ownerReferences[0].uid: Required value: must not be empty',
    ],
  ],
  [
    'refuses time zones in schedules from 1.29',
    29,
    { resource: 'cronjobs.v1.batch', object: cronJob('TZ=UTC 0 0 * * *') },
    [
      'spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      'spec.jobTemplate.spec.template.spec.containers: Required value',
    ],
  ],
  [
    'requires a schedule first until 1.36',
    36,
    { resource: 'cronjobs.v1.batch', object: cronJob('') },
    [
      'spec.schedule: Required value',
      'spec.jobTemplate.spec.template.spec.containers: Required value',
    ],
  ],
  [
    'requires a schedule last from 1.37',
    37,
    { resource: 'cronjobs.v1.batch', object: cronJob('') },
    [
      'spec.jobTemplate.spec.template.spec.containers: Required value',
      'spec.schedule: Required value',
    ],
  ],
  [
    'checks the port of a container against that of the host until 1.27',
    27,
    { resource: 'pods.v1.', object: onHost },
    [
      'spec.containers[0].ports[0].containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true',
    ],
  ],
  [
    'checks the port of the host against that of a container from 1.28',
    28,
    { resource: 'pods.v1.', object: onHost },
    [
      'spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
    ],
  ],
])('%s', async (_, minor, refused, causes) => {
  expect(await causesIn(minor, refused)).toEqual(causes);
});
