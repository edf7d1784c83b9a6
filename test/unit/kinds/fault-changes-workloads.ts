/** Changes of workloads, services and what belongs to them, most of which make them wrong. */
import type { Change } from './field-changes.ts';

const parameters = { kind: 'K', name: 'n', scope: 'Cluster' };
const ranges = 'metadata.annotations.service.beta.kubernetes.io/load-balancer-source-ranges';
const metric = (type: string, more: object): object => ({ type, ...more });
const target = (more: object): object => ({ type: 'Utilization', ...more });
const port = { port: 80, protocol: 'TCP', targetPort: 80 };
const service = { ports: [port], type: 'ClusterIP', sessionAffinity: 'None' };
const balanced = {
  ...{ ...service, type: 'LoadBalancer', externalTrafficPolicy: 'Cluster' },
  allocateLoadBalancerNodePorts: true,
};
const probe = { exec: { command: ['a'] } };
const container = { name: 'a', image: 'i', imagePullPolicy: 'Always' };
export const workloadChanges: Readonly<Record<string, readonly Change[]>> = {
  'networking.k8s.io/v1 IngressClass': [
    ...[
      {},
      { scope: null },
      { scope: 'Odd' },
      { namespace: 'n' },
      { scope: 'Namespace' },
      { scope: 'Namespace', namespace: 'n' },
      { scope: 'Namespace', namespace: 'A_' },
      { scope: 'Namespace', namespace: '' },
      { apiGroup: 'A_', kind: 'a/b', name: 'c/d' },
    ].map((more) => ({ 'spec.parameters': { ...parameters, ...more } })),
    ...['', 'a', '/a', 'a/', 'A_/b', 'a/b c', `a.b/${'x'.repeat(250)}`, 'a/b/c'].map(
      (controller) => ({ 'spec.controller': controller }),
    ),
  ],
  'v1 Service': [
    { spec: { ...service, sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } } },
    { spec: { ...service, sessionAffinity: undefined } },
    { spec: { ...service, sessionAffinity: 'Odd' } },
    ...[undefined, {}, { clientIP: {} }, ...[0, 1, 86_400, 86_401].map(ofSeconds)].map(
      (config) => ({
        spec: { ...service, sessionAffinity: 'ClientIP', sessionAffinityConfig: config },
      }),
    ),
    { spec: { ...balanced, allocateLoadBalancerNodePorts: undefined } },
    { spec: { ...service, allocateLoadBalancerNodePorts: false } },
    ...[' ', '', '10.0.0.0/8', ' 10.0.0.0/8, ::/0 ', '10.0.0.0', 'x,10.0.0.0/8'].flatMap((text) => [
      { spec: balanced, [ranges]: text },
      { spec: service, [ranges]: text },
    ]),
    ...[['10.0.0.0/8'], [' 10.0.0.0/8 '], ['x', '10.0.0.0/33']].flatMap((list) => [
      { spec: { ...balanced, loadBalancerSourceRanges: list } },
      { spec: { ...service, loadBalancerSourceRanges: list } },
    ]),
    { spec: { ...balanced, loadBalancerClass: 'a/b' } },
    { spec: { ...balanced, loadBalancerClass: 'a b' } },
    { spec: { ...service, loadBalancerClass: 'a/b' } },
    { spec: { ...service, type: 'Odd' } },
    { spec: { ...service, type: 'ExternalName' } },
    { spec: { type: 'ExternalName', externalName: 'a.b', sessionAffinity: 'None' } },
    { spec: { type: 'ExternalName', externalName: 'A_', sessionAffinity: 'None' } },
    { spec: { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.1' } },
    ...[
      { clusterIP: 'x', clusterIPs: ['x'] },
      { clusterIP: 'None', type: 'NodePort' },
      { ports: [] },
      { ports: [], clusterIP: 'None', clusterIPs: ['None'] },
      { ports: [port, port] },
      {
        ports: [
          { ...port, name: 'a' },
          { ...port, name: 'a', port: 81 },
        ],
      },
      { ports: [{ ...port, nodePort: 30_000 }] },
      { ports: [{ ...port, targetPort: 'A_' }] },
      { ports: [{ ...port, targetPort: 0 }] },
      {
        ports: [
          { ...port, protocol: '' },
          { ...port, protocol: 'X', name: 'B_' },
        ],
      },
      { ports: [{ ...port, appProtocol: 'a b' }] },
      { externalIPs: ['x', '127.0.0.1', '0.0.0.0', '1.1.1.1', '::1'] },
      { externalTrafficPolicy: 'Local' },
      { type: 'NodePort', externalTrafficPolicy: 'Odd' },
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: -1 },
      { type: 'NodePort', externalTrafficPolicy: 'Local', healthCheckNodePort: 1 },
      { internalTrafficPolicy: 'Odd' },
      { internalTrafficPolicy: 'Local' },
      { publishNotReadyAddresses: true, selector: { 'a b': 'c d' } },
    ].map((more) => ({ spec: { ...service, ...more } })),
  ],
  'apps/v1 Deployment': [
    { 'spec.strategy': { type: 'Odd' } },
    { 'spec.strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    { 'spec.strategy': { type: 'RollingUpdate', rollingUpdate: null } },
    ...[
      { maxSurge: 0, maxUnavailable: 0 },
      { maxSurge: '0%', maxUnavailable: '0%' },
      { maxSurge: '101%', maxUnavailable: '101%' },
      { maxSurge: '100%', maxUnavailable: '100%' },
      { maxSurge: -1, maxUnavailable: -1 },
      { maxSurge: 'x', maxUnavailable: '5' },
    ].map((rollingUpdate) => ({ 'spec.strategy': { type: 'RollingUpdate', rollingUpdate } })),
    { 'spec.template.spec.ephemeralContainers': [{ ...container, name: 'e' }] },
    { 'spec.template.spec.restartPolicy': 'Never' },
    { 'spec.template.spec.activeDeadlineSeconds': 5 },
    { 'spec.selector': { matchLabels: {} } },
    { 'spec.selector': { matchLabels: { other: 'x' } } },
    { 'spec.progressDeadlineSeconds': 5, 'spec.minReadySeconds': 5 },
    { 'spec.progressDeadlineSeconds': 5, 'spec.minReadySeconds': 4 },
    { 'spec.rollbackTo': { revision: -1 }, 'spec.revisionHistoryLimit': -1 },
  ],
  'apps/v1 DaemonSet': [
    { 'spec.updateStrategy': { type: 'Odd' } },
    { 'spec.updateStrategy': {} },
    { 'spec.updateStrategy': { type: 'OnDelete' } },
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: null } },
    ...[
      { maxUnavailable: 0, maxSurge: 0 },
      { maxUnavailable: 1, maxSurge: 1 },
      { maxUnavailable: 0, maxSurge: 1 },
      { maxUnavailable: '0%', maxSurge: '0%' },
      { maxUnavailable: '5%', maxSurge: '5%' },
      { maxUnavailable: '101%', maxSurge: 0 },
      { maxUnavailable: -1, maxSurge: -1 },
      { maxUnavailable: 'x', maxSurge: 'x' },
    ].map((rollingUpdate) => ({ 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate } })),
    { 'spec.selector': { matchLabels: {} } },
    { 'spec.selector': { matchLabels: { other: 'x' } } },
    { 'spec.template.spec.restartPolicy': 'Never' },
    { 'spec.template.spec.activeDeadlineSeconds': 5 },
  ],
  'discovery.k8s.io/v1 EndpointSlice': [
    { ports: Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, port: 80 })) },
    {
      ports: [
        { name: 'a', protocol: 'TCP' },
        { name: 'a', protocol: 'X', appProtocol: 'a b' },
      ],
    },
    { ports: [{ name: 'A_', protocol: '' }] },
    ...['IPv4', 'IPv6', 'FQDN', 'Odd', ''].map((addressType) => ({
      addressType,
      endpoints: [{ addresses: ['1.2.3.4', '::1', 'a.b', '127.0.0.1', 'A_'] }],
    })),
    { endpoints: [{ addresses: [] }] },
    { endpoints: [{ addresses: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) }] },
    { 'endpoints.0.hints': { forZones: Array.from({ length: 9 }, () => ({ name: 'z' })) } },
    { 'endpoints.0.hints': { forZones: [{ name: 'z' }, { name: 'z' }, { name: 'a b' }, {}] } },
    { 'endpoints.0.nodeName': 'A_', 'endpoints.0.hostname': 'A_' },
    { 'endpoints.0.deprecatedTopology': { 'a b': 'c d' } },
  ],
  'autoscaling/v2 HorizontalPodAutoscaler': [
    { 'spec.metrics.0.resource.target': target({ averageUtilization: 1, averageValue: '1' }) },
    { 'spec.metrics.0.resource.target': target({}) },
    { 'spec.metrics.0.resource.target': target({ averageUtilization: 0 }) },
    { 'spec.metrics.0.resource.target': target({ averageValue: '0', value: '-1' }) },
    { 'spec.metrics.0.resource.target': {} },
    { 'spec.metrics.0.resource.target': { type: 'Odd', averageUtilization: 1 } },
    { 'spec.metrics': [metric('Odd', {}), metric('', {}), metric('Resource', {})] },
    { 'spec.metrics': [metric('Pods', {}), metric('External', {}), metric('Object', {})] },
    { 'spec.metrics': [metric('ContainerResource', {}), metric('Resource', { pods: {} })] },
    ...['pods', 'external', 'object', 'containerResource'].flatMap((field) =>
      [
        { target: { type: 'Value' } },
        { target: { type: 'Value', value: '1', averageValue: '1' } },
        { target: { type: 'AverageValue', averageValue: '0' } },
        { target: { type: 'AverageValue', averageValue: '1' } },
        { target: { type: 'Utilization', averageUtilization: 1 } },
        {
          metric: { name: '', selector: { matchLabels: { 'a b': 'c' } } },
          ...{
            describedObject: {},
            container: '',
            name: '',
            target: { type: 'Value', value: '1' },
          },
        },
        {
          metric: { name: 'a/b' },
          describedObject: { kind: 'a/b', name: 'c/d' },
          ...{ container: 'A_', name: 'a b', target: { type: 'Value', value: '1' } },
        },
      ].map((parts) => ({
        'spec.metrics': [
          {
            type: field[0]!.toUpperCase() + field.slice(1),
            [field]: { metric: { name: 'm' }, describedObject: {}, ...parts },
          },
        ],
      })),
    ),
    { 'spec.minReplicas': 6 },
    { 'spec.minReplicas': 0 },
    { 'spec.maxReplicas': 0 },
    { 'spec.scaleTargetRef': { kind: '', name: '' } },
    { 'spec.scaleTargetRef': { kind: 'a/b', name: 'c/d', apiVersion: 'x' } },
    ...[
      { selectPolicy: 'Odd', policies: [] },
      { stabilizationWindowSeconds: -1 },
      { stabilizationWindowSeconds: 3600 },
      { stabilizationWindowSeconds: 3601 },
      { policies: [{ type: 'Odd', value: 0, periodSeconds: 0 }] },
      { policies: [{ type: 'Pods', value: -1, periodSeconds: 1801 }] },
      { policies: [{ type: 'Percent', value: 1, periodSeconds: 1800 }] },
    ].flatMap((rules) => [
      { 'spec.behavior': { scaleUp: rules } },
      { 'spec.behavior': { scaleDown: rules } },
    ]),
  ],
  'v1 ResourceQuota': [
    ...['In', 'NotIn', 'Exists', 'DoesNotExist', 'Odd', undefined].flatMap((operator) =>
      ['PriorityClass', 'Terminating', 'BestEffort', 'CrossNamespacePodAffinity', 'Odd'].flatMap(
        (scopeName) =>
          [undefined, ['a'], ['A_', 'b']].map((given) => ({
            'spec.scopes': undefined,
            'spec.hard': { pods: '1' },
            'spec.scopeSelector': { matchExpressions: [{ scopeName, operator, values: given }] },
          })),
      ),
    ),
    { 'spec.scopes': ['Terminating', 'NotTerminating'] },
    { 'spec.scopes': ['BestEffort', 'NotBestEffort', 'BestEffort'], 'spec.hard': { pods: '1' } },
    { 'spec.scopes': ['BestEffort'] },
    { 'spec.scopes': ['Odd'] },
    {
      'spec.hard': { cpu: '-1', pods: '1.5', 'a b': '1', odd: '1', 'x.y/z': '1', 'count/x': '-1' },
    },
    { 'spec.hard': { 'requests.nvidia.com/gpu': '1500m', 'limits.nvidia.com/gpu': '1' } },
    { 'spec.hard': { 'hugepages-2Mi': '1', 'requests.storage': '1', 'services.nodeports': '0.5' } },
  ],
  'v1 Pod': [
    ...[0, -1, 1].map((seconds) => ({
      'spec.containers.0.livenessProbe': { ...probe, terminationGracePeriodSeconds: seconds },
    })),
    ...[{ apiVersion: '' }, { apiVersion: 'v1' }, { apiVersion: 'v2', fieldPath: 'spec.x' }].map(
      (fieldRef) => ({ 'spec.containers.0.env': [{ name: 'A', valueFrom: { fieldRef } }] }),
    ),
  ],
};

function ofSeconds(timeoutSeconds: number): object {
  return { clientIP: { timeoutSeconds } };
}
