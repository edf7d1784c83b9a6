/** Changes that make many parts of one object wrong at a time: all others. */
import type { Change } from './field-changes.ts';

const peers = [
  {},
  { podSelector: { matchLabels: { 'a b': '' } }, ipBlock: { cidr: 'x' } },
  { ipBlock: { cidr: '10.0.0.0/8', except: ['x', '11.0.0.0/16', '10.0.0.0/8'] } },
  { namespaceSelector: { matchLabels: { 'a b': '' } } },
];
const networkPorts = [
  { protocol: 'Odd', port: 0, endPort: 1 },
  { port: 'A_', endPort: 5 },
  { endPort: 5 },
  { port: 9, endPort: 8 },
  { port: 9, endPort: 70_000 },
];

const webhook = {
  name: 'a',
  clientConfig: { url: 'http://a/b?c#d', service: { name: '', namespace: '', port: 0, path: 'x' } },
  rules: [
    {
      operations: ['*', 'CREATE', 'Odd'],
      apiGroups: ['*', 'a'],
      apiVersions: ['*', ''],
      resources: ['*', 'a', ''],
    },
    { resources: ['a/*', 'a/b', '*/b', 'c/b', '*/*'], scope: 'Odd' },
  ],
  failurePolicy: 'Odd',
  matchPolicy: 'Odd',
  namespaceSelector: { matchLabels: { 'a b': '' } },
  objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
  sideEffects: 'Odd',
  timeoutSeconds: 31,
  admissionReviewVersions: ['v2', 'v2', 'A_'],
  reinvocationPolicy: 'Odd',
};
const webhooks = [
  webhook,
  { ...webhook, name: '', timeoutSeconds: 0, admissionReviewVersions: [], clientConfig: {} },
  { ...webhook, name: 'A_.b.c', sideEffects: undefined, clientConfig: { url: 'https://u@a/?b' } },
];

export const otherChanges: Readonly<Record<string, readonly Change[]>> = {
  'networking.k8s.io/v1 NetworkPolicy': [
    {
      'spec.podSelector': { matchLabels: { 'a b': '' } },
      'spec.ingress': [{ from: peers, ports: networkPorts }, { from: peers }],
      'spec.egress': [{ to: peers, ports: networkPorts }, { ports: networkPorts }],
      'spec.policyTypes': ['Odd', 'Ingress', 'Egress'],
    },
    { 'spec.policyTypes': ['Odd', 'Even'], 'spec.ingress': [{ from: peers }] },
  ],
  'networking.k8s.io/v1 Ingress': [
    {
      'spec.defaultBackend': {
        service: { name: 'A_', port: { name: 'B_', number: 0 } },
        resource: { kind: '', name: '', apiGroup: 'A_' },
      },
      'spec.ingressClassName': 'A_',
      'spec.tls': [{ hosts: ['A_', '*.b', '*b'], secretName: 'C_' }, { hosts: ['D_'] }],
      'spec.rules': [
        { host: '10.0.0.1', http: { paths: [] } },
        {
          host: 'A_',
          http: {
            paths: [
              { path: 'x', pathType: 'Exact', backend: {} },
              { path: '/a//b', pathType: 'Prefix', backend: { service: {} } },
              { path: '/a/../b/', pathType: 'Odd', backend: { resource: {} } },
              {
                path: '/%2f',
                pathType: 'ImplementationSpecific',
                backend: { service: { name: 's', port: {} } },
              },
              {},
            ],
          },
        },
        { host: '*.A_' },
      ],
    },
  ],
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': [{ webhooks }],
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': [{ webhooks }],
  'v1 LimitRange': [
    {
      'spec.limits': [
        {
          type: 'Container',
          max: { cpu: '1', 'a b': '1' },
          min: { cpu: '2' },
          default: { cpu: '3' },
          defaultRequest: { cpu: '4' },
          maxLimitRequestRatio: { cpu: '500m' },
        },
        {
          type: 'Container',
          max: { memory: '1Gi' },
          min: { memory: '1Mi' },
          maxLimitRequestRatio: { memory: '2000' },
        },
        { type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' }, max: { odd: '1' } },
        { type: 'PersistentVolumeClaim', max: { cpu: '1' } },
        {
          type: 'Odd',
          min: { 'x.y/z': '2' },
          max: { 'x.y/z': '1' },
          default: { 'x.y/z': '1' },
          defaultRequest: { 'x.y/z': '2' },
        },
        { type: '', min: { cpu: '-1' } },
      ],
    },
  ],
  'certificates.k8s.io/v1 CertificateSigningRequest': [
    {
      'spec.request': 'bm8=',
      'spec.usages': ['odd', 'any', 'any', 'even'],
      'spec.signerName': 'A_/B_',
      'spec.expirationSeconds': 599,
    },
    { 'spec.usages': [], 'spec.signerName': 'a/b/c', 'spec.expirationSeconds': 600 },
    { 'spec.request': 'bm8=', 'spec.signerName': 'a/b' },
    { 'spec.signerName': 'kubernetes.io/legacy-unknown', 'spec.usages': [] },
    { 'spec.signerName': `${'a.'.repeat(127)}b/${'c'.repeat(400)}` },
    {
      'status.conditions': [
        {},
        { type: 'Approved', status: 'False' },
        { type: 'Denied', status: 'True' },
        { type: 'Denied' },
        { type: 'Odd', status: 'Odd' },
        { type: 'Approved', status: 'True' },
      ],
      'status.certificate': 'bm8=',
    },
  ],
  'rbac.authorization.k8s.io/v1 ClusterRole': [
    {
      rules: [
        {},
        { verbs: [], nonResourceURLs: ['/a'], apiGroups: ['a'] },
        { verbs: ['get'], apiGroups: [], resources: [] },
        { verbs: ['get'], nonResourceURLs: ['/a'], resources: ['b'] },
      ],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'a b': '' } }] },
    },
    { rules: [], aggregationRule: {} },
  ],
  'rbac.authorization.k8s.io/v1 Role': [
    { rules: [{}, { verbs: ['get'], nonResourceURLs: ['/a'] }, { resources: ['a'] }] },
  ],
  'rbac.authorization.k8s.io/v1 RoleBinding': [
    {
      roleRef: { apiGroup: 'odd', kind: 'Odd', name: '' },
      subjects: [
        {},
        { kind: 'ServiceAccount', name: 'A_', apiGroup: 'x' },
        { kind: 'ServiceAccount', name: 'a' },
        { kind: 'User', name: '', apiGroup: 'x' },
        { kind: 'Group', name: 'g', apiGroup: 'x' },
      ],
    },
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a/b' } },
  ],
  'storage.k8s.io/v1 StorageClass': [
    {
      provisioner: 'A_',
      parameters: { '': 'x', a: 'y'.repeat(262_144) },
      reclaimPolicy: 'Odd',
      volumeBindingMode: 'Odd',
      mountOptions: [''],
      allowedTopologies: [
        {
          matchLabelExpressions: [
            { key: 'a b', values: [] },
            { key: 'a', values: ['x', 'x'] },
            { key: 'a', values: ['y'] },
          ],
        },
        {},
        {},
      ],
    },
    {
      provisioner: '',
      parameters: Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, ''])),
      volumeBindingMode: null,
    },
  ],
  'storage.k8s.io/v1 CSIDriver': [
    {
      spec: {
        tokenRequests: [
          { audience: 'a', expirationSeconds: 599 },
          { audience: 'a' },
          { audience: '', expirationSeconds: 2 ** 32 + 1 },
        ],
        volumeLifecycleModes: ['Odd', 'Even'],
        fsGroupPolicy: 'Odd',
      },
    },
    {
      spec: {
        attachRequired: true,
        podInfoOnMount: true,
        storageCapacity: true,
        fsGroupPolicy: '',
        volumeLifecycleModes: ['Odd', 'Persistent'],
      },
    },
  ],
  'storage.k8s.io/v1 CSINode': [
    {
      'spec.drivers': [
        { name: 'A_', nodeID: '' },
        { name: '', nodeID: 'i'.repeat(193), allocatable: { count: -1 } },
        { name: 'a', nodeID: 'n', topologyKeys: ['', 'a b', 'k', 'k'] },
        { name: 'a', nodeID: 'n' },
      ],
    },
  ],
  'v1 PersistentVolumeClaim': [
    {
      'spec.accessModes': [],
      'spec.resources': {},
      'spec.storageClassName': 'A_',
      'spec.volumeMode': 'Odd',
      'spec.selector': { matchLabels: { 'a b': '' } },
      'spec.dataSource': { kind: '', name: '', apiGroup: 'A_' },
    },
    {
      'spec.accessModes': ['Odd', 'ReadWriteOncePod', 'ReadWriteOnce'],
      'spec.resources': { requests: { storage: '0' } },
      'spec.dataSource': { kind: 'Odd', name: 'x' },
    },
  ],
  'v1 Node': [
    {
      'spec.taints': [
        { key: 'a b', value: 'c d', effect: 'Odd' },
        { key: '', effect: '' },
        { key: 'a', effect: 'NoSchedule' },
        { key: 'a', effect: 'NoSchedule' },
      ],
      'spec.podCIDRs': ['x', 'y'],
      'spec.podCIDR': 'x',
      'spec.configSource': {},
    },
    { 'spec.podCIDRs': ['10.0.0.0/24', '10.1.0.0/24', 'fd00::/64'], 'spec.podCIDR': '10.0.0.0/24' },
    {
      'status.capacity': { cpu: '-1', 'a b': '1', 'hugepages-2Mi': '1' },
      'status.allocatable': { cpu: '-1' },
      'status.addresses': [
        { type: 'InternalIP', address: 'a' },
        { type: 'InternalIP', address: 'a' },
      ],
    },
  ],
  'policy/v1 PodDisruptionBudget': [
    {
      'spec.minAvailable': -1,
      'spec.maxUnavailable': '101%',
      'spec.selector': { matchLabels: { 'a b': '' } },
    },
    { 'spec.minAvailable': 'x', 'spec.maxUnavailable': undefined },
    { 'spec.minAvailable': '101%', 'spec.maxUnavailable': undefined },
  ],
  'coordination.k8s.io/v1 Lease': [
    { 'spec.leaseDurationSeconds': 0, 'spec.leaseTransitions': -1 },
    { 'spec.leaseDurationSeconds': 1, 'spec.leaseTransitions': 0 },
  ],
  'apiregistration.k8s.io/v1 APIService': [
    {
      'spec.groupPriorityMinimum': 0,
      'spec.versionPriority': 0,
      'spec.group': 'A_',
      'spec.version': 'V_',
      'spec.service': { name: '', namespace: '', port: 0 },
      'spec.caBundle': 'eA==',
      'spec.insecureSkipTLSVerify': true,
    },
    {
      'spec.groupPriorityMinimum': 20_001,
      'spec.versionPriority': 1001,
      'spec.service': null,
      'spec.caBundle': 'eA==',
      'spec.insecureSkipTLSVerify': true,
      'spec.version': '',
    },
    { 'spec.groupPriorityMinimum': 20_000, 'spec.versionPriority': 1000, 'spec.group': '' },
  ],
  'node.k8s.io/v1 RuntimeClass': [
    {
      handler: 'A_',
      overhead: { podFixed: { cpu: '-1', 'a b': '1' } },
      scheduling: {
        nodeSelector: { 'a b': 'c d' },
        tolerations: [{ key: 'a', operator: 'Odd', effect: 'Odd' }, { key: 'a' }, { key: 'a' }],
      },
    },
  ],
  'v1 Secret': [
    { type: 'kubernetes.io/tls', data: {} },
    { type: 'kubernetes.io/ssh-auth', data: { 'a b': 'eA==' } },
    { type: 'kubernetes.io/basic-auth', data: { c: 'eA==', 'a b': 'eA==' } },
    { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'eA==', 'a b': '' } },
    { type: 'kubernetes.io/dockercfg', data: { 'a b': '' } },
    { type: 'kubernetes.io/service-account-token', data: { 'a b': '' } },
  ],
  'v1 Endpoints': [
    {
      subsets: [
        {},
        {
          addresses: [{ ip: '127.0.0.1', hostname: 'A_', nodeName: 'B_' }, { ip: '169.254.1.1' }],
          notReadyAddresses: [{ ip: '224.0.0.1' }],
          ports: [
            { name: '', port: 0, protocol: 'Odd', appProtocol: 'a b' },
            { port: 70_000, protocol: '' },
          ],
        },
      ],
    },
  ],
};
