/** Objects with what they need, and no more: what else a server answers it has filled in. */

interface Sample {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

const name = 'sample';
const metadata = { name, namespace: 'default' };
const labels = { app: name };
const selector = { matchLabels: labels };
const container = { name, image: name };
const pod = { containers: [container] };
const template = { metadata: { labels }, spec: pod };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const once = { metadata: { labels }, spec: { ...pod, restartPolicy: 'Never' } };

function sample(
  apiVersion: string,
  kind: string,
  fields: object,
  named: Sample['metadata'] = metadata,
): Sample {
  return { apiVersion, kind, metadata: named, ...fields };
}

/** One of each kind whose defaults differ between releases, or are often asked for. */
export const samples: readonly Sample[] = [
  sample('v1', 'Pod', { spec: pod }),
  sample('v1', 'Service', { spec: { selector: labels, ports: [{ port: 80 }] } }),
  sample('v1', 'PersistentVolumeClaim', { spec: claim }),
  sample(
    'v1',
    'PersistentVolume',
    {
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
        hostPath: { path: '/data' },
      },
    },
    { name },
  ),
  sample('v1', 'ReplicationController', { spec: { selector: labels, template } }),
  sample('apps/v1', 'Deployment', { spec: { selector, template } }),
  sample('apps/v1', 'ReplicaSet', { spec: { selector, template } }),
  sample('apps/v1', 'DaemonSet', { spec: { selector, template } }),
  sample('apps/v1', 'StatefulSet', {
    spec: {
      serviceName: name,
      selector,
      template,
      volumeClaimTemplates: [{ metadata: { name }, spec: claim }],
    },
  }),
  sample('batch/v1', 'Job', { spec: { template: once } }),
  sample('batch/v1', 'CronJob', {
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once } } },
  }),
  sample('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
  }),
  sample('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector } }),
  sample('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }),
  sample('networking.k8s.io/v1', 'Ingress', {
    spec: { defaultBackend: { service: { name, port: { number: 80 } } } },
  }),
  sample('storage.k8s.io/v1', 'CSIDriver', { spec: {} }, { name }),
  sample('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [] } }, { name }),
  sample('storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/none' }, { name }),
];
