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

const hook = {
  name: 'sample.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://example.com' },
};
const matched = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
  ],
};
const device = { name: 'a', exactly: { deviceClassName: name } };
const devices = { devices: { requests: [device] } };
const flow = {
  priorityLevelConfiguration: { name: 'global-default' },
  matchingPrecedence: 9000,
};
const level = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
const flows = ['v1', 'v1beta3', 'v1beta2'].flatMap((version) => {
  const apiVersion = `flowcontrol.apiserver.k8s.io/${version}`;
  const named = { name: `${name}-${version}` };
  return [
    sample(apiVersion, 'FlowSchema', { spec: flow }, named),
    sample(apiVersion, 'PriorityLevelConfiguration', { spec: level }, named),
  ];
});

/** One of each kind but those of certificates, which are made with keys. */
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
  sample('storage.k8s.io/v1', 'CSIStorageCapacity', { storageClassName: name }),
  sample(
    'storage.k8s.io/v1',
    'VolumeAttachment',
    {
      spec: { attacher: 'example.com', nodeName: name, source: { persistentVolumeName: name } },
    },
    { name },
  ),
  sample(
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    { driverName: 'example.com', parameters: { tier: 'one' } },
    { name },
  ),
  sample('v1', 'ConfigMap', {}),
  sample('v1', 'Endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }),
  sample('v1', 'Event', { involvedObject: { kind: 'Pod', name, namespace: 'default' } }),
  sample('v1', 'LimitRange', {
    spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] },
  }),
  sample('v1', 'Namespace', {}, { name }),
  sample('v1', 'Node', { status: { capacity: { cpu: '4' } } }, { name }),
  sample('v1', 'PodTemplate', { template }),
  sample('v1', 'ResourceQuota', { spec: { hard: { pods: '9' } } }),
  sample('v1', 'Secret', {}),
  sample('v1', 'ServiceAccount', {}),
  sample(
    'apiregistration.k8s.io/v1',
    'APIService',
    {
      spec: {
        ...{ group: 'example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 },
        service: { name, namespace: 'default' },
        insecureSkipTLSVerify: true,
      },
    },
    { name: 'v1.example.com' },
  ),
  sample('apps/v1', 'ControllerRevision', { revision: 1, data: {} }),
  sample(
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: 'example.com/none' } },
    { name },
  ),
  sample(
    'networking.k8s.io/v1',
    'IPAddress',
    { spec: { parentRef: { resource: 'services', namespace: 'default', name } } },
    { name: '10.96.7.7' },
  ),
  sample('networking.k8s.io/v1', 'ServiceCIDR', { spec: { cidrs: ['10.1.0.0/16'] } }, { name }),
  sample('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [] }, { name }),
  sample('rbac.authorization.k8s.io/v1', 'Role', { rules: [] }),
  sample(
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    { roleRef: { kind: 'ClusterRole', name }, subjects: [{ kind: 'User', name }] },
    { name },
  ),
  sample('rbac.authorization.k8s.io/v1', 'RoleBinding', {
    roleRef: { kind: 'Role', name },
    subjects: [{ kind: 'User', name }],
  }),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingWebhookConfiguration',
    { webhooks: [{ ...hook, rules: matched.resourceRules }] },
    { name },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    { webhooks: [{ ...hook, rules: matched.resourceRules }] },
    { name },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    { spec: { matchConstraints: matched, validations: [{ expression: 'true' }] } },
    { name },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    { spec: { policyName: name, validationActions: ['Deny'] } },
    { name },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy',
    {
      spec: {
        matchConstraints: matched,
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/spec/none'}]" },
          },
        ],
        reinvocationPolicy: 'Never',
      },
    },
    { name },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicyBinding',
    { spec: { policyName: name } },
    { name },
  ),
  sample(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      spec: {
        ...{
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing' },
        },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
    },
    { name: 'things.example.com' },
  ),
  sample('scheduling.k8s.io/v1', 'PriorityClass', { value: 10 }, { name }),
  sample('coordination.k8s.io/v1', 'Lease', {}),
  sample('node.k8s.io/v1', 'RuntimeClass', { handler: name }, { name }),
  sample('discovery.k8s.io/v1', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ port: 80 }],
  }),
  sample('resource.k8s.io/v1', 'DeviceClass', { spec: {} }, { name }),
  sample(
    'resource.k8s.io/v1',
    'DeviceTaintRule',
    {
      spec: {
        deviceSelector: { driver: 'example.com' },
        taint: { key: 'a', effect: 'NoSchedule' },
      },
    },
    { name },
  ),
  sample('resource.k8s.io/v1', 'ResourceClaim', { spec: devices }),
  sample('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: devices } }),
  sample(
    'resource.k8s.io/v1',
    'ResourceSlice',
    {
      spec: {
        ...{ driver: 'example.com', nodeName: name, devices: [{ name: 'one' }] },
        pool: { name, generation: 1, resourceSliceCount: 1 },
      },
    },
    { name },
  ),
  sample(
    'storagemigration.k8s.io/v1',
    'StorageVersionMigration',
    { spec: { resource: { group: 'apps', resource: 'deployments' } } },
    { name },
  ),
  ...flows,
];
