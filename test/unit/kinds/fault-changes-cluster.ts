/** Changes of what configures a cluster, most of which make it wrong. */
import type { Change } from './field-changes.ts';

const any = { rule: 'RunAsAny' };
const limited = { assuredConcurrencyShares: 1, limitResponse: { type: 'Reject' } };
const queuing = { queues: 4, handSize: 2, queueLengthLimit: 1 };
const schema = 'spec.versions.0.schema.openAPIV3Schema';
const dropped = { requiredDropCapabilities: ['A', 'B'] };

export const clusterChanges: Readonly<Record<string, readonly Change[]>> = {
  'policy/v1beta1 PodSecurityPolicy': [
    { 'spec.allowedProcMountTypes': ['Default', 'Odd', 'Unmasked', ''] },
    ...['', 'Odd', 'MustRunAs', 'MustRunAsNonRoot', 'RunAsAny', 'MayRunAs'].flatMap((rule) => [
      { 'spec.runAsUser': { rule } },
      { 'spec.runAsGroup': { rule } },
      { 'spec.fsGroup': { rule } },
      { 'spec.supplementalGroups': { rule } },
      { 'spec.seLinux': { rule } },
    ]),
    ...['runAsUser', 'runAsGroup', 'fsGroup'].flatMap((field) =>
      [
        [{ min: 5, max: 1 }],
        [{ min: -1, max: 1 }],
        [{ min: 1, max: -1 }],
        [{ min: 0, max: 0 }],
        [
          { min: 3, max: 4 },
          { min: 2, max: 1 },
        ],
      ].flatMap((given) => [
        { [`spec.${field}`]: { rule: 'MustRunAs', ranges: given } },
        { [`spec.${field}`]: { ...any, ranges: given } },
      ]),
    ),
    { 'spec.volumes': ['*', 'odd', 'secret', 'all'] },
    { 'spec.defaultAddCapabilities': ['A', 'C', 'B'], ...atSpec(dropped) },
    { 'spec.allowedCapabilities': ['C', 'A'], ...atSpec(dropped) },
    { 'spec.allowedCapabilities': ['*'], ...atSpec(dropped) },
    { 'spec.allowedCapabilities': ['*'] },
    { 'spec.defaultAllowPrivilegeEscalation': true, 'spec.allowPrivilegeEscalation': false },
    { 'spec.defaultAllowPrivilegeEscalation': true },
    { 'spec.defaultAllowPrivilegeEscalation': false, 'spec.allowPrivilegeEscalation': false },
    { 'spec.allowedHostPaths': [{ pathPrefix: '/a/../b' }, {}, { pathPrefix: '..' }] },
    { 'spec.allowedHostPaths': [{ pathPrefix: '/a' }, { pathPrefix: '/a..b' }] },
    { 'spec.allowedFlexVolumes': [{ driver: 'd' }, {}, { driver: '' }] },
    { 'spec.allowedCSIDrivers': [{ name: 'a.b' }, { name: 'a_b' }, { name: '' }] },
    { 'spec.allowedUnsafeSysctls': ['a', 'a*b', '*', '', 'kernel.*', 'A.b'] },
    { 'spec.forbiddenSysctls': ['*'] },
    { 'spec.forbiddenSysctls': ['*', 'a'] },
    { 'spec.forbiddenSysctls': ['a.b', 'a.b'], 'spec.allowedUnsafeSysctls': ['a.*'] },
    ...[
      { allowedRuntimeClassNames: ['*'], defaultRuntimeClassName: 'b' },
      { allowedRuntimeClassNames: ['*', 'a'] },
      { allowedRuntimeClassNames: ['a', 'a', 'A_'], defaultRuntimeClassName: 'A_' },
      { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'b' },
      { allowedRuntimeClassNames: [] },
    ].map((runtimeClass) => ({ 'spec.runtimeClass': runtimeClass })),
    ...['allowedProfileNames', 'defaultProfileName'].flatMap((name) =>
      ['', '*', 'x', 'runtime/default,x', 'unconfined', 'localhost/', 'localhost/a'].flatMap(
        (value) =>
          ['apparmor.security.beta.kubernetes.io', 'seccomp.security.alpha.kubernetes.io'].map(
            (domain) => ({ 'metadata.annotations': { [`${domain}/${name}`]: value } }),
          ),
      ),
    ),
    { 'spec.hostPorts': [{ min: 0, max: 0 }] },
    {
      'spec.hostPorts': [
        { min: 5, max: 70_000 },
        { min: -1, max: 1 },
        { min: 9, max: 8 },
      ],
    },
  ],
  'flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration': [
    { 'metadata.name': 'exempt' },
    { 'metadata.name': 'exempt', 'spec.type': 'Exempt' },
    { 'metadata.name': 'exempt', spec: { type: 'Exempt' } },
    { 'spec.type': 'Exempt' },
    { spec: { type: 'Odd' } },
    { spec: {} },
    { spec: { type: 'Limited' } },
    ...[
      { type: 'Reject', queuing },
      { type: 'Reject' },
      { type: 'Queue' },
      { type: 'Odd' },
      {},
    ].map((limitResponse) => ({ 'spec.limited': { ...limited, limitResponse } })),
    { 'spec.limited.assuredConcurrencyShares': 0 },
    ...[
      { queues: 0 },
      { queues: 10_000_001 },
      { queues: 10_000_000 },
      { handSize: 0 },
      { handSize: 5 },
      { queues: 10_000_000, handSize: 3 },
      { queues: 64, handSize: 10 },
      { queues: 64, handSize: 11 },
      { queueLengthLimit: 0 },
    ].map((more) => ({
      'spec.limited.limitResponse': { type: 'Queue', queuing: { ...queuing, ...more } },
    })),
  ],
  'apiregistration.k8s.io/v1 APIService': [
    { 'metadata.name': 'v1.c.d' },
    ...[-1, 0, 1, 20_000, 20_001].map((rank) => ({ 'spec.groupPriorityMinimum': rank })),
    ...[-1, 0, 1, 1000, 1001].map((rank) => ({ 'spec.versionPriority': rank })),
    ...[0, 1, 65_535, 65_536].map((number) => ({ 'spec.service.port': number })),
    { 'spec.service': { port: 1 } },
    { 'spec.service': { port: 1, namespace: '', name: '' } },
    { 'spec.service': undefined, 'spec.caBundle': 'eHh4', 'spec.insecureSkipTLSVerify': true },
    { 'spec.caBundle': 'eHh4', 'spec.insecureSkipTLSVerify': true },
    { 'metadata.name': 'v2.', 'spec.group': '', 'spec.version': 'v2' },
    { 'metadata.name': 'v1.', 'spec.group': '', 'spec.version': 'v1' },
    { 'metadata.name': 'A_.B_', 'spec.group': 'B_', 'spec.version': 'A_' },
  ],
  'certificates.k8s.io/v1 CertificateSigningRequest': [
    { 'spec.usages': [] },
    { 'spec.usages': ['client auth', 'client auth', 'odd', ''] },
    ...[599, 600, 0, -1].map((seconds) => ({ 'spec.expirationSeconds': seconds })),
    ...['', 'a', 'a/', '/b', 'a.b/c', 'A_/b', 'a.b/C_', 'a/b', `a.b/${'x'.repeat(600)}`].map(
      (signerName) => ({ 'spec.signerName': signerName }),
    ),
    { 'spec.request': '' },
    { 'spec.request': 'eHh4' },
    { 'status.conditions': [{ type: 'Approved', status: 'True' }, { type: 'Denied' }] },
    {
      'status.conditions': [
        { type: 'Denied', status: 'False' },
        { type: '', status: 'Odd' },
      ],
    },
    { 'status.conditions': [{ type: 'Failed', status: 'True' }, { type: 'Failed' }] },
    ...['eHh4', 'LS0tLS1CRUdJTiBYLS0tLS0KLS0tLS1FTkQgWC0tLS0tCg==', ''].map((certificate) => ({
      'status.certificate': certificate,
    })),
    { 'status.certificate': pem('CERTIFICATE', 'a: b\n\n', 'eHh4') },
    { 'status.certificate': pem('CERTIFICATE', '', 'eHh4') },
    { 'status.certificate': pem('CERTIFICATE', '', '') },
  ],
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': [
    ...[0, 1, 30, 31].map((seconds) => ({ 'webhooks.0.timeoutSeconds': seconds })),
    ...['failurePolicy', 'matchPolicy', 'sideEffects'].flatMap((field) =>
      ['', 'Odd', 'None', 'Fail', 'Exact', 'Some'].map((value) => ({
        [`webhooks.0.${field}`]: value,
      })),
    ),
    { 'webhooks.0.name': 'a' },
    { 'webhooks.0.name': 'A_.b.c' },
    { 'webhooks.0.admissionReviewVersions': [] },
    { 'webhooks.0.admissionReviewVersions': ['v2', 'A_'] },
    { 'webhooks.0.admissionReviewVersions': ['v1', 'v1'] },
    ...[
      {},
      { service: { namespace: 'n', name: 's' }, url: 'https://a' },
      { service: { port: 0, path: 'x' } },
      { service: { namespace: 'n', name: 's', port: 65_536, path: '/a//b' } },
      { service: { namespace: 'n', name: 's', port: 1, path: '/a/B_!' } },
      ...['', 'x', 'http://a', 'https://u:p@a', 'https://a?q', 'https://a#f', 'https:///p'].map(
        (url) => ({ url }),
      ),
    ].map((clientConfig) => ({ 'webhooks.0.clientConfig': clientConfig })),
    ...[
      { operations: [] },
      { operations: ['*', 'CREATE'] },
      { operations: ['ODD', ''] },
      { apiGroups: [] },
      { apiGroups: ['*', 'a'] },
      { apiVersions: [] },
      { apiVersions: ['', '*'] },
      { resources: [] },
      { resources: ['*', 'pods'] },
      { resources: ['*/*', 'pods'] },
      { resources: ['pods/*', 'pods/log', '*/log', 'a/b/c', ''] },
      { resources: ['pods', 'pods/*', '*/status', 'pods/status'] },
      { scope: 'Odd' },
      { scope: 'Cluster' },
    ].map((rule) => ({
      'webhooks.0.rules': [
        {
          ...{ operations: ['CREATE'], apiGroups: ['a'], apiVersions: ['v1'], resources: ['b'] },
          ...rule,
        },
      ],
    })),
    { 'webhooks.0.namespaceSelector': { matchExpressions: [{ key: 'a', operator: 'Odd' }] } },
    { 'webhooks.0.objectSelector': { matchLabels: { 'a b': 'c d' } } },
  ],
  'apiextensions.k8s.io/v1 CustomResourceDefinition': [
    { 'status.storedVersions': [] },
    { 'status.storedVersions': ['v0', 'v1', 'v2'] },
    { 'status.storedVersions': ['v0'] },
    { 'status.acceptedNames': { plural: 'A_', kind: '' } },
    { 'spec.group': 'x.k8s.io', 'metadata.name': 'widgets.x.k8s.io' },
    ...['approved', 'https://a', 'unapproved, it is old', ''].map((text) => ({
      'spec.group': 'x.k8s.io',
      'metadata.name': 'widgets.x.k8s.io',
      'metadata.annotations': { 'api-approved.kubernetes.io': text },
    })),
    { 'spec.versions.0.schema': undefined },
    { 'spec.versions.0.schema': undefined, 'spec.preserveUnknownFields': true },
    { 'spec.preserveUnknownFields': true },
    ...[
      { 'x-kubernetes-embedded-resource': true },
      { 'x-kubernetes-preserve-unknown-fields': false },
      { 'x-kubernetes-int-or-string': true },
      { 'x-kubernetes-list-map-keys': ['a'] },
      { 'x-kubernetes-list-type': 'set' },
      { 'x-kubernetes-list-type': 'map', items: [{ type: 'string' }] },
      { 'x-kubernetes-list-type': 'map' },
      { 'x-kubernetes-list-type': 'map', items: { type: 'string' } },
      { default: 5 },
      { default: { a: 5 } },
      { type: 'null' },
      { type: 'odd' },
      { items: [{ type: 'string' }] },
      { anyOf: [{ items: { type: 'string' } }, { items: { properties: { a: {} } } }] },
      { allOf: [{ default: 5, type: 'string' }], not: { nullable: true } },
      { nullable: true, enum: [1], pattern: '(' },
      { format: 'odd', additionalProperties: { type: 'string' }, properties: { a: {} } },
    ].map((more) => ({ [`${schema}.properties.spec.properties.a`]: { type: 'array', ...more } })),
    {
      [`${schema}.properties.spec.properties`]: {
        a: {
          ...{ type: 'object', 'x-kubernetes-embedded-resource': true, nullable: true },
          properties: {
            metadata: {
              ...{ type: 'object', 'x-kubernetes-embedded-resource': true },
              properties: { b: { type: 'object', 'x-kubernetes-embedded-resource': true } },
            },
          },
        },
      },
    },
    {
      [`${schema}.properties.metadata`]: { type: 'object', properties: { x: { type: 'string' } } },
    },
    { [`${schema}.properties.kind`]: { type: 'integer' } },
    ...['title', 'description', 'nullable', 'minProperties', 'default', 'enum', '$ref', 'id'].map(
      (name) => ({ [`${schema}.${name}`]: name === 'nullable' ? true : 'x' }),
    ),
    { 'spec.versions.0.subresources.scale': { specReplicasPath: 'x', statusReplicasPath: '' } },
    {
      'spec.versions.0.subresources.scale': {
        ...{ specReplicasPath: '.spec.a[0]', statusReplicasPath: '.x', labelSelectorPath: '.y.z' },
      },
    },
    {
      'spec.versions.0.additionalPrinterColumns': [
        { name: '', type: 'odd', jsonPath: '' },
        { name: 'a', type: 'string', jsonPath: '.a[', format: 'odd' },
      ],
    },
    { 'spec.versions.0.name': 'A_' },
    { 'spec.versions.0.storage': false },
    { 'spec.versions.0.served': false },
    { 'spec.versions.0.deprecationWarning': 'x' },
    { 'spec.versions.0.deprecated': true, 'spec.versions.0.deprecationWarning': '' },
    {
      'spec.versions.0.deprecated': true,
      'spec.versions.0.deprecationWarning': `\u0000${'x'.repeat(257)}`,
    },
    { 'spec.conversion': { strategy: 'Odd' } },
    { 'spec.conversion': { strategy: 'Webhook' } },
    { 'spec.conversion': { strategy: 'None', webhook: {} } },
    {
      'spec.names': { plural: 'A_', singular: 'B_', kind: 'c d', shortNames: ['E_'], listKind: '' },
    },
  ],
};

function atSpec(parts: object): Change {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [`spec.${name}`, part]));
}

function pem(type: string, headers: string, body: string): string {
  return btoa(`-----BEGIN ${type}-----\n${headers}${body}\n-----END ${type}-----\n`);
}
