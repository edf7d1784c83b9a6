/** Objects of many kinds that the server takes as they are. */
import { apiVersionOf, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';

const kinds = kindsOf(defaultProfile);

const labels = { app: 'web' };
const podSpec = {
  containers: [
    {
      name: 'main',
      image: 'app:1',
      ports: [{ containerPort: 80, name: 'http', protocol: 'TCP' }],
      env: [{ name: 'A', value: 'b' }],
      resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '1' } },
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
      readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 5 },
    },
  ],
  volumes: [{ name: 'data', emptyDir: {} }],
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
  nodeSelector: { disk: 'ssd' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] },
        ],
      },
    },
  },
};
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { spec: { ...podSpec, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
/** It is called for no kind that there is. */
const webhook = {
  name: 'hook.example.com',
  clientConfig: { service: { namespace: 'default', name: 'hook', path: '/hook', port: 8443 } },
  rules: [
    { operations: ['*'], apiGroups: ['example.com'], apiVersions: ['*'], resources: ['*/*'] },
  ],
  sideEffects: 'None',
  admissionReviewVersions: ['v1', 'v1beta1'],
};
/** For a kubelet, of `node-a`. */
const certificateRequest = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIcU1JR1JBZ0VBTUM4eEZUQVRCZ05WQkFv',
  'TURITjVjM1JsYlRwdWIyUmxjekVXTUJRR0ExVUVBd3dOYzNsegpkR1Z0T201dlpHVTZZVEJaTUJNR0J5cUdT',
  'TTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCSDBKdEJkUXlxaDhNU2Z5ClVCaHZZWlU0blA0Sk55TlhXc0VteTRG',
  'eDlGR1NWRnBRbUNya1J0YkxPTFhmdWlsdDBBeS9uVjF4VG5VY2ZVY3MKYVQxUWg4ZWdBREFLQmdncWhrak9Q',
  'UVFEQWdOSUFEQkZBaUFCZXFzcTdMcnphSG1YUnViSkNYWG1CSjkvY3BIcgpPMVVlNmp4OUpnaFdod0loQU5Q',
  'Z2hsSGlHUDVlek1QcUJFRTNoVnd2U1ZzZ2lOV1p4VEdzSjhRajkzRFcKLS0tLS1FTkQgQ0VSVElGSUNBVEUg',
  'UkVRVUVTVC0tLS0tCg==',
].join('');
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const rbacGroup = 'rbac.authorization.k8s.io';
const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'] }];
const binding = (kind: string) => ({
  roleRef: { apiGroup: rbacGroup, kind, name: 'a' },
  subjects: [
    { kind: 'User', apiGroup: rbacGroup, name: 'jane' },
    { kind: 'ServiceAccount', namespace: 'default', name: 'a' },
  ],
});
const flows = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';
const ingressPath = {
  path: '/',
  pathType: 'Prefix',
  backend: { service: { name: 's', port: { number: 80 } } },
};
const csiVolume = { driver: 'd.example.com', volumeHandle: 'h' };
const ipBlock = { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] };

/** Path of the collection, without a namespace, and what an object is beside its name. */
export interface Sample {
  readonly root: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly apiVersion: string;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function sample(root: string, plural: string, body: Sample['body'], namespaced = true): Sample {
  const apiVersion = root.replace(/^\/apis?\//, '');
  const found = kinds.find((kind) => kind.plural === plural && apiVersionOf(kind) === apiVersion);
  return { root, plural, namespaced, apiVersion, kind: found?.kind ?? 'Unknown', body };
}

const current: readonly Sample[] = [
  sample('/api/v1', 'configmaps', { data: { a: '1' }, binaryData: { b: 'AAEC' } }),
  sample('/api/v1', 'secrets', { type: 'Opaque', data: { a: 'MQ==' }, stringData: { b: 'c' } }),
  sample('/api/v1', 'pods', { spec: podSpec }),
  sample('/api/v1', 'podtemplates', { template }),
  sample('/api/v1', 'services', {
    spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  }),
  sample('/api/v1', 'endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.1', hostname: 'h' }], ports: [{ name: 'p', port: 80 }] }],
  }),
  sample('/api/v1', 'resourcequotas', {
    spec: { hard: { cpu: '1', pods: '2', 'count/jobs.batch': '3' }, scopes: ['NotTerminating'] },
    status: { hard: { cpu: '1' }, used: { cpu: '0' } },
  }),
  sample('/api/v1', 'limitranges', {
    spec: { limits: [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '1' } }] },
  }),
  sample('/api/v1', 'events', {
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'a', apiVersion: 'v1' },
    reason: 'Why',
    message: 'because',
    count: 1,
    type: 'Normal',
  }),
  sample('/api/v1', 'serviceaccounts', { secrets: [{ name: 'a' }] }),
  sample('/api/v1', 'persistentvolumeclaims', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  sample('/api/v1', 'replicationcontrollers', {
    spec: { replicas: 1, selector: labels, template },
  }),
  sample('/api/v1', 'namespaces', { spec: { finalizers: ['kubernetes'] } }, false),
  sample(
    '/api/v1',
    'nodes',
    {
      spec: { podCIDR: '10.1.0.0/24', taints: [{ key: 'k', effect: 'NoSchedule' }] },
      status: {
        capacity: { cpu: '4', memory: '8Gi' },
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      },
    },
    false,
  ),
  sample('/apis/apps/v1', 'daemonsets', {
    spec: { selector, template, updateStrategy: { type: 'RollingUpdate' } },
  }),
  sample('/apis/apps/v1', 'deployments', { spec: { replicas: 2, selector, template } }),
  sample('/apis/apps/v1', 'replicasets', { spec: { replicas: 2, selector, template } }),
  sample('/apis/apps/v1', 'statefulsets', { spec: { serviceName: 's', selector, template } }),
  sample('/apis/apps/v1', 'controllerrevisions', { data: { spec: {} }, revision: 1 }),
  sample('/apis/batch/v1', 'jobs', { spec: { completions: 2, template: jobTemplate } }),
  sample('/apis/batch/v1', 'cronjobs', {
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Europe/Berlin',
      jobTemplate: { spec: { template: jobTemplate } },
    },
  }),
  sample('/apis/autoscaling/v2', 'horizontalpodautoscalers', {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
      minReplicas: 1,
      maxReplicas: 5,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
      behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } },
    },
  }),
  sample('/apis/autoscaling/v1', 'horizontalpodautoscalers', {
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: 'a' },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 80,
    },
  }),
  sample(
    '/apis/networking.k8s.io/v1',
    'ingressclasses',
    { spec: { controller: 'example.com/a', parameters: { kind: 'K', name: 'n' } } },
    false,
  ),
  sample('/apis/networking.k8s.io/v1', 'ingresses', {
    spec: { rules: [{ host: 'a.example.com', http: { paths: [ingressPath] } }] },
  }),
  sample('/apis/networking.k8s.io/v1', 'networkpolicies', {
    spec: { podSelector: selector, ingress: [{ from: [{ ipBlock }], ports: [{ port: 80 }] }] },
  }),
  sample(
    '/api/v1',
    'persistentvolumes',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: csiVolume } },
    false,
  ),
  sample(
    '/apis/storage.k8s.io/v1',
    'storageclasses',
    { provisioner: 'example.com/p', parameters: { a: 'b' } },
    false,
  ),
  sample('/apis/storage.k8s.io/v1', 'csidrivers', { spec: { tokenRequests: [{}] } }, false),
  sample(
    '/apis/storage.k8s.io/v1',
    'csinodes',
    { spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['zone'] }] } },
    false,
  ),
  sample('/apis/storage.k8s.io/v1', 'csistoragecapacities', {
    storageClassName: 'fast',
    capacity: '10Gi',
    nodeTopology: selector,
  }),
  sample(
    '/apis/storage.k8s.io/v1',
    'volumeattachments',
    {
      spec: {
        attacher: 'd.example.com',
        nodeName: 'n',
        source: { inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: csiVolume } },
      },
    },
    false,
  ),
  sample('/apis/policy/v1', 'poddisruptionbudgets', { spec: { minAvailable: '50%', selector } }),
  sample('/apis/scheduling.k8s.io/v1', 'priorityclasses', { value: 10 }, false),
  sample('/apis/coordination.k8s.io/v1', 'leases', {
    spec: { holderIdentity: 'x', renewTime: '2026-11-20T20:00:00.000000Z' },
  }),
  sample(
    '/apis/node.k8s.io/v1',
    'runtimeclasses',
    { handler: 'runc', overhead: { podFixed: { cpu: '1m' } } },
    false,
  ),
  sample('/apis/node.cluster.io/v1', 'runtimeclasses', { handler: 'runc' }, false),
  sample('/apis/discovery.k8s.io/v1', 'endpointslices', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    ports: [{ name: 'http', port: 80 }],
  }),
  sample('/apis/events.k8s.io/v1', 'events', {
    eventTime: '2026-11-20T20:00:00.000000Z',
    type: 'Normal',
    reason: 'Why',
    action: 'Do',
    reportingController: 'x',
    reportingInstance: 'x-1',
    regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
  }),
  ...['mutating', 'validating'].map((sort) =>
    sample(
      '/apis/admissionregistration.k8s.io/v1',
      `${sort}webhookconfigurations`,
      { webhooks: [webhook] },
      false,
    ),
  ),
  sample(rbac, 'roles', { rules }),
  sample(
    rbac,
    'clusterroles',
    {
      rules: [...rules, { verbs: ['get'], nonResourceURLs: ['/healthz', '/api/*'] }],
      aggregationRule: { clusterRoleSelectors: [selector] },
    },
    false,
  ),
  sample(rbac, 'rolebindings', binding('Role')),
  sample(rbac, 'clusterrolebindings', binding('ClusterRole'), false),
  sample(
    flows,
    'flowschemas',
    {
      spec: {
        priorityLevelConfiguration: { name: 'a' },
        matchingPrecedence: 500,
        distinguisherMethod: { type: 'ByUser' },
        rules: [
          {
            subjects: [
              { kind: 'User', user: { name: 'jane' } },
              { kind: 'Group', group: { name: 'dev' } },
              { kind: 'ServiceAccount', serviceAccount: { namespace: 'default', name: '*' } },
            ],
            resourceRules: [
              { verbs: ['get'], apiGroups: ['*'], resources: ['pods'], namespaces: ['default'] },
            ],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/a/*'] }],
          },
        ],
      },
      status: { conditions: [{ type: 'Dangling', status: 'False' }] },
    },
    false,
  ),
  sample(
    flows,
    'prioritylevelconfigurations',
    {
      spec: {
        type: 'Limited',
        limited: {
          assuredConcurrencyShares: 10,
          limitResponse: {
            type: 'Queue',
            queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 },
          },
        },
      },
    },
    false,
  ),
  sample(
    '/apis/certificates.k8s.io/v1',
    'certificatesigningrequests',
    {
      spec: {
        request: certificateRequest,
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['digital signature', 'client auth'],
        expirationSeconds: 3600,
      },
      status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Why' }] },
    },
    false,
  ),
  sample(
    '/apis/policy/v1beta1',
    'podsecuritypolicies',
    {
      spec: {
        seLinux: { rule: 'RunAsAny' },
        runAsUser: { rule: 'MustRunAs', ranges: [{ min: 1, max: 10 }] },
        fsGroup: { rule: 'RunAsAny' },
        supplementalGroups: { rule: 'RunAsAny' },
        volumes: ['configMap', 'secret'],
        hostPorts: [{ min: 80, max: 90 }],
        allowedHostPaths: [{ pathPrefix: '/a', readOnly: true }],
      },
    },
    false,
  ),
  // The names of these say what they are about, which those of random objects do not.
  sample(
    '/apis/apiregistration.k8s.io/v1',
    'apiservices',
    {
      spec: {
        ...{ group: 'far.example.com', version: 'v1' },
        ...{ groupPriorityMinimum: 1000, versionPriority: 10 },
        service: { namespace: 'default', name: 'far', port: 443 },
      },
      status: { conditions: [{ type: 'Available', status: 'True' }] },
    },
    false,
  ),
  sample(
    '/apis/apiextensions.k8s.io/v1',
    'customresourcedefinitions',
    {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
            },
            additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
              },
            },
          },
        ],
      },
    },
    false,
  ),
];

/** Beta versions that take what the stable ones take. */
const beta: readonly (readonly [string, string])[] = [
  ['autoscaling/v2', 'v2beta2'],
  ['autoscaling/v1', 'v2beta1'],
  ['batch/v1', 'v1beta1'],
  ['discovery.k8s.io/v1', 'v1beta1'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'v1beta1'],
  ['events.k8s.io/v1', 'v1beta1'],
  ['node.k8s.io/v1', 'v1beta1'],
  ['policy/v1', 'v1beta1'],
];

export const samples: readonly Sample[] = [
  ...current,
  ...beta.flatMap(([stable, version]) =>
    current
      .filter(({ apiVersion, plural }) => apiVersion === stable && plural !== 'jobs')
      .map(({ root, plural, body, namespaced }) =>
        sample(root.replace(/[^/]+$/, version), plural, body, namespaced),
      ),
  ),
];
