/** Changes that make many parts of one object wrong at a time: pods and workloads. */
import type { Change } from './field-changes.ts';

const handlers = { exec: {}, httpGet: { port: 0 }, tcpSocket: { port: 'A_' }, grpc: { port: 0 } };
const worstContainer = {
  name: 'A_',
  image: '',
  imagePullPolicy: 'Odd',
  terminationMessagePolicy: 'Odd',
  ports: [
    { containerPort: 0, hostPort: 70_000, protocol: 'Odd', name: 'A_', hostIP: 'x' },
    { containerPort: 80, name: 'p', hostPort: 1 },
    { containerPort: 81, name: 'p', hostPort: 1 },
  ],
  env: [
    { name: '' },
    { name: 'a b', value: 'x', valueFrom: {} },
    { name: 'A', valueFrom: { fieldRef: { fieldPath: 'odd' }, secretKeyRef: {} } },
    { name: 'B', valueFrom: { resourceFieldRef: { resource: 'odd' }, configMapKeyRef: {} } },
    { name: 'C', valueFrom: { secretKeyRef: { name: 'A_', key: 'a b' } } },
  ],
  envFrom: [
    { prefix: '1 a' },
    { configMapRef: {}, secretRef: {} },
    { configMapRef: { name: 'A_' } },
    { secretRef: { name: 'B_' } },
  ],
  volumeMounts: [
    { name: '', mountPath: '' },
    { name: 'odd', mountPath: 'a:b', subPath: '/x', subPathExpr: '../y' },
    { name: 'v', mountPath: '/m', subPath: '../x', mountPropagation: 'Odd' },
    { name: 'v', mountPath: '/m', subPathExpr: '/x', mountPropagation: 'Bidirectional' },
  ],
  volumeDevices: [
    { name: '', devicePath: '' },
    { name: 'v', devicePath: '../d' },
    { name: 'v', devicePath: '/m' },
  ],
  resources: {
    requests: { cpu: '2', 'a b': '1', odd: '1', 'x.y/z': '1500m', 'hugepages-2Mi': '3' },
    limits: { cpu: '1', memory: '-1', 'x.y/z': '2', 'a.kubernetes.io/b': '1' },
  },
  livenessProbe: { ...handlers, initialDelaySeconds: -1, successThreshold: 2 },
  readinessProbe: { timeoutSeconds: -1, periodSeconds: -1, terminationGracePeriodSeconds: 1 },
  startupProbe: { exec: { command: ['a'] }, failureThreshold: -1, successThreshold: 0 },
  lifecycle: { preStop: handlers, postStart: {} },
  securityContext: {
    ...{ privileged: true, allowPrivilegeEscalation: false, runAsUser: -1, runAsGroup: -1 },
    ...{ procMount: 'Odd', capabilities: { add: ['CAP_SYS_ADMIN'] } },
    seccompProfile: { type: 'Localhost', localhostProfile: '../x' },
    windowsOptions: { runAsUserName: 'a/b', gmsaCredentialSpecName: 'A_', hostProcess: true },
  },
};

const term = (more: object): object => ({
  matchExpressions: [
    { key: '', operator: 'In' },
    { key: 'a b', operator: 'Exists', values: ['x'] },
    { key: 'a', operator: 'Gt', values: ['x', 'y'] },
    { key: 'a', operator: 'Odd' },
  ],
  matchFields: [
    { key: 'odd', operator: 'Exists', values: [] },
    { key: 'metadata.name', operator: 'In', values: ['A_', 'b'] },
  ],
  ...more,
});
const affinity = {
  labelSelector: {
    matchExpressions: [{ key: 'a b', operator: 'Odd' }],
    matchLabels: { 'c d': '' },
  },
  namespaces: ['A_', 'B_'],
  namespaceSelector: { matchLabels: { 'a b': 'c d' } },
  topologyKey: '',
};
const affinities = {
  requiredDuringSchedulingIgnoredDuringExecution: [affinity, { topologyKey: 'a b' }],
  preferredDuringSchedulingIgnoredDuringExecution: [
    { weight: 0, podAffinityTerm: affinity },
    { weight: 101, podAffinityTerm: { topologyKey: '' } },
  ],
};

export const podChanges: Readonly<Record<string, readonly Change[]>> = {
  'v1 Pod': [
    {
      'spec.volumes': [{ name: 'v', emptyDir: {} }, { name: 'v' }],
      'spec.containers': [worstContainer, worstContainer],
    },
    { 'spec.initContainers': [worstContainer], 'spec.containers': [] },
    {
      'spec.affinity': {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [term({}), term({})],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 0, preference: term({}) },
            { weight: 101, preference: {} },
          ],
        },
        podAffinity: affinities,
        podAntiAffinity: affinities,
      },
    },
    {
      'spec.restartPolicy': 'Odd',
      'spec.dnsPolicy': 'None',
      'spec.dnsConfig': {
        nameservers: ['x', 'y', '1', '2'],
        searches: ['A_', 'a b'],
        options: [{}, { name: '' }],
      },
      'spec.hostAliases': [{ ip: 'x', hostnames: ['A_', 'B_'] }, { ip: '' }],
      'spec.priorityClassName': 'A_',
      'spec.hostname': 'A_',
      'spec.subdomain': 'B_',
      'spec.nodeName': 'C_',
      'spec.serviceAccountName': 'D_',
      'spec.runtimeClassName': 'E_',
      'spec.preemptionPolicy': 'Odd',
      'spec.activeDeadlineSeconds': 0,
      'spec.imagePullSecrets': [{}, { name: '' }],
      'spec.readinessGates': [{ conditionType: '' }, { conditionType: 'a b' }],
      'spec.overhead': { cpu: '-1', 'a b': '1' },
      'spec.tolerations': [
        { key: 'a b', operator: 'Odd', effect: 'Odd', value: 'c d' },
        { operator: 'Exists', value: 'x', tolerationSeconds: 1 },
        { value: 'x' },
      ],
      'spec.topologySpreadConstraints': [
        {
          maxSkew: 0,
          topologyKey: '',
          whenUnsatisfiable: 'Odd',
          minDomains: 0,
          labelSelector: { matchLabels: { 'a b': '' } },
        },
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
      ],
      'spec.securityContext': {
        ...{ runAsUser: -1, runAsGroup: -1, fsGroup: -1, supplementalGroups: [-1, 1, -2] },
        ...{
          fsGroupChangePolicy: 'Odd',
          sysctls: [{ name: '' }, { name: 'a b' }, { name: 'a' }, { name: 'a' }],
        },
        ...{
          hostPID: true,
          seccompProfile: { type: 'Odd' },
          windowsOptions: { runAsUserName: '' },
        },
      },
      'spec.shareProcessNamespace': true,
      'spec.hostPID': true,
    },
    {
      'spec.os': { name: 'windows' },
      'spec.hostPID': true,
      'spec.hostIPC': true,
      'spec.containers.0.securityContext': { privileged: true, runAsUser: 1, seLinuxOptions: {} },
      'spec.securityContext': { fsGroup: 1, runAsUser: 1, sysctls: [], seLinuxOptions: {} },
    },
    {
      'spec.os': { name: 'linux' },
      'spec.containers.0.securityContext': { windowsOptions: {} },
      'spec.securityContext': { windowsOptions: {} },
    },
    { 'spec.os': { name: 'odd' } },
    { 'spec.os': {} },
  ],
  'apps/v1 DaemonSet': [
    {
      'spec.minReadySeconds': -1,
      'spec.revisionHistoryLimit': -1,
      'spec.updateStrategy': { type: 'RollingUpdate' },
      'spec.selector': {},
      'spec.template.spec.restartPolicy': 'Never',
      'spec.template.spec.activeDeadlineSeconds': 5,
    },
    { 'spec.minReadySeconds': -1, 'spec.updateStrategy': { type: 'Odd' } },
    {
      'spec.minReadySeconds': -1,
      'spec.updateStrategy': {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 0 },
      },
    },
    {
      'spec.minReadySeconds': -1,
      'spec.updateStrategy': {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 2, maxSurge: 2 },
      },
    },
  ],
  'apps/v1 StatefulSet': [
    {
      'spec.podManagementPolicy': 'Odd',
      'spec.updateStrategy': { type: 'Odd', rollingUpdate: { partition: -1, maxUnavailable: 0 } },
      'spec.replicas': -1,
      'spec.minReadySeconds': -1,
      'spec.selector': {},
      'spec.persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Odd', whenScaled: 'Odd' },
      'spec.template.spec.restartPolicy': 'Never',
      'spec.template.spec.activeDeadlineSeconds': 5,
    },
    { 'spec.podManagementPolicy': '', 'spec.updateStrategy': {}, 'spec.replicas': -1 },
    {
      'spec.replicas': -1,
      'spec.updateStrategy': { type: 'OnDelete', rollingUpdate: { partition: 1 } },
    },
    {
      'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { partition: -1 } },
      'spec.minReadySeconds': -1,
    },
  ],
  'apps/v1 Deployment': [
    {
      'spec.replicas': -1,
      'spec.strategy': { type: 'Odd' },
      'spec.minReadySeconds': -1,
      'spec.revisionHistoryLimit': -1,
      'spec.progressDeadlineSeconds': -1,
      'spec.rollbackTo': { revision: -1 },
      'spec.selector': {},
    },
    {
      'spec.replicas': -1,
      'spec.strategy': { type: 'Recreate', rollingUpdate: {} },
      'spec.minReadySeconds': 600,
    },
    {
      'spec.replicas': -1,
      'spec.strategy': {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: 'x', maxUnavailable: '200%' },
      },
    },
  ],
  'batch/v1 Job': [
    {
      'spec.manualSelector': true,
      'spec.parallelism': -1,
      'spec.completions': -1,
      'spec.activeDeadlineSeconds': -1,
      'spec.backoffLimit': -1,
      'spec.ttlSecondsAfterFinished': -1,
      'spec.completionMode': 'Odd',
      'spec.template.spec.restartPolicy': 'Always',
    },
    {
      'spec.completionMode': 'Indexed',
      'spec.completions': undefined,
      'spec.parallelism': 100_001,
      'spec.template.spec.restartPolicy': 'Odd',
      'spec.manualSelector': true,
    },
    {
      'spec.manualSelector': true,
      'spec.completionMode': 'Indexed',
      'spec.completions': 1,
      'spec.parallelism': 100_000,
    },
  ],
  'batch/v1 CronJob': [
    {
      'spec.schedule': 'odd',
      'spec.timeZone': 'Odd/Zone',
      'spec.startingDeadlineSeconds': -1,
      'spec.concurrencyPolicy': 'Odd',
      'spec.successfulJobsHistoryLimit': -1,
      'spec.failedJobsHistoryLimit': -1,
      'spec.jobTemplate.spec.manualSelector': true,
      'spec.jobTemplate.spec.completions': -1,
    },
    {
      'spec.schedule': '',
      'spec.concurrencyPolicy': '',
      'spec.timeZone': '',
      'metadata.name': 'n'.repeat(53),
    },
    {
      'metadata.name': 'n'.repeat(52),
      'spec.schedule': 'TZ=UTC * * * * *',
      'spec.timeZone': 'Local',
    },
  ],
};
