import { describe, expect, it } from 'vitest';
import { pod, defaultProfile } from '#kinds';
import type { Pod } from '#types';
import {
  container,
  context,
  created,
  errorsOf,
  messages,
  podOf,
  specOf,
  texts,
  updateErrorsOf,
} from '../../samples.ts';
import { partOf } from '../../../../support/part.ts';
import { emptyMap, semanticEqual } from '../../../../../src/values/objects/semantic-equal.ts';

describe('defaults', () => {
  it('fills in what v1.24 fills in', () => {
    expect(created(pod, podOf({ containers: [{ name: 'c', image: 'nginx' }] }))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'default' },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'nginx',
            imagePullPolicy: 'Always',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        enableServiceLinks: true,
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  });

  it('answers the same pod when nothing is missing', () => {
    const everything = podOf({
      hostNetwork: true,
      serviceAccountName: 's',
      containers: [
        {
          ...container,
          ports: [{ containerPort: 80 }],
          env: [
            { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          ],
          resources: { limits: { cpu: '1' } },
          livenessProbe: { httpGet: { port: 80 } },
          readinessProbe: { grpc: { port: 80 } },
          lifecycle: { preStop: { httpGet: { port: 'x' } } },
        },
      ],
      initContainers: [{ name: 'i', image: 'i' }],
      volumes: [
        { name: 'a' },
        { name: 'b', configMap: { name: 'x' } },
        { name: 'c', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
        { name: 'd', downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'x' } }] } },
        { name: 'e', hostPath: { path: '/h' } },
      ],
    });
    const whole = pod.rules.defaults!(everything, defaultProfile);
    expect(pod.rules.defaults!(whole, defaultProfile)).toBe(whole);
    const status = {
      podIP: '10.0.0.1',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [{ name: 'main', state: { running: {} } }],
    } as unknown as Pod['status'];
    const running = pod.rules.defaults!({ ...whole, status }, defaultProfile);
    expect(running.spec).toBe(whole.spec);
    expect(pod.rules.defaults!(running, defaultProfile)).toBe(running);
  });

  it('shares the containers of a template that has its defaults', () => {
    const template = specOf(pod, {});
    const spec = specOf(pod, { ...template, enableServiceLinks: undefined });
    expect(spec.enableServiceLinks).toBe(true);
    expect(spec.containers).toBe(template.containers);
  });

  it.each([
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:1', 'IfNotPresent'],
    ['registry:5000/nginx', 'Always'],
    ['registry:5000/nginx:1', 'IfNotPresent'],
    ['nginx@sha256:00', 'IfNotPresent'],
    ['nginx:latest@sha256:00', 'IfNotPresent'],
    [`nginx:1@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`nginx:latest@sha256:${'0'.repeat(64)}`, 'Always'],
  ])('pulls %s: %s', (image, policy) => {
    expect(specOf(pod, { containers: [{ name: 'c', image }] }).containers[0]).toMatchObject({
      imagePullPolicy: policy,
    });
  });

  it('ask for nothing where their limits are empty', () => {
    const given = { name: 'c', image: 'i', resources: { limits: emptyMap } };
    const { resources } = specOf(pod, { containers: [given] }).containers[0]!;
    expect(semanticEqual(resources, {})).toBe(true);
  });

  it.each<[string, object, object]>([
    ['the node network', { hostNetwork: true }, { ports: [{ hostPort: 80, protocol: 'TCP' }] }],
    ['the pod network', {}, { ports: [{ containerPort: 80, protocol: 'TCP' }] }],
    ['requests from limits', {}, { resources: { requests: { cpu: '1', memory: '1Mi' } } }],
    [
      'probes',
      {},
      {
        livenessProbe: {
          httpGet: { path: '/', port: 80, scheme: 'HTTP' },
          timeoutSeconds: 1,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
        },
      },
    ],
    [
      'fields as values',
      {},
      {
        env: [
          { valueFrom: { fieldRef: { apiVersion: 'v1' } } },
          { valueFrom: { resourceFieldRef: { divisor: '0' } } },
        ],
      },
    ],
  ])('of containers: %s', (_, spec, expected) => {
    const full = {
      ...container,
      ports: [{ containerPort: 80 }],
      resources: { limits: { cpu: '2', memory: '1Mi' }, requests: { cpu: '1' } },
      livenessProbe: { httpGet: { port: 80 } },
      env: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
      ],
    };
    expect(specOf(pod, { ...spec, containers: [full] }).containers[0]).toMatchObject(expected);
  });

  it('prints unknown times and states of the status', () => {
    const status = {
      podIP: '10.0.0.1',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [{ name: 'c', state: { terminated: {} } }],
    } as unknown as Pod['status'];
    const old = { ...podOf(), status: {} as Pod['status'] };
    const prepared = partOf(pod, 'status').prepare!({ ...podOf(), status }, old, context);
    expect(prepared.status).toEqual({
      podIP: '10.0.0.1',
      podIPs: [{ ip: '10.0.0.1' }],
      conditions: [
        { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null },
      ],
      containerStatuses: [
        {
          name: 'c',
          image: '',
          imageID: '',
          ready: false,
          restartCount: 0,
          state: { terminated: { exitCode: 0, startedAt: null, finishedAt: null } },
          lastState: {},
        },
      ],
    });
  });
});

describe('strategy', () => {
  it.each<[string, object, string | undefined, number | undefined, number]>([
    ['what the pod asks for', { nodeName: 'n' }, 'Running', undefined, 30],
    ['what the delete asks for', { nodeName: 'n' }, 'Running', 5, 5],
    ['nothing when unscheduled', {}, 'Pending', 5, 0],
    ['nothing when failed', { nodeName: 'n' }, 'Failed', 5, 0],
    ['nothing when succeeded', { nodeName: 'n' }, 'Succeeded', undefined, 0],
    [
      'at least a second',
      { nodeName: 'n', terminationGracePeriodSeconds: -1 },
      'Running',
      undefined,
      1,
    ],
    ['nothing when forced', { nodeName: 'n' }, 'Running', 0, 0],
  ])('grace: %s', (_, spec, phase, requested, expected) => {
    const whole = created(pod, podOf(spec));
    const living = { ...whole, status: { ...whole.status, phase } } as Pod;
    expect(pod.rules.gracePeriodSeconds!(living, requested)).toBe(expected);
  });

  it('selects by fields', () => {
    const whole = created(pod, podOf({ nodeName: 'n1', serviceAccountName: 's' }));
    const fields = Object.entries(pod.wire.selectableFields!).map(([field, read]) => [
      field,
      read(whole),
    ]);
    expect(Object.fromEntries(fields)).toEqual({
      'spec.nodeName': 'n1',
      'spec.host': 'n1',
      'spec.restartPolicy': 'Always',
      'spec.schedulerName': 'default-scheduler',
      'spec.serviceAccountName': 's',
      'status.phase': 'Pending',
      'status.podIP': '',
      'status.podIPs': '',
      'status.nominatedNodeName': '',
    });
  });
});

const manyChoices = '"Always", "OnFailure", "Never"';
const dnsPolicies = '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"';

describe('validation of a new pod', () => {
  it.each<[string, object, readonly string[]]>([
    ['in order', {}, []],
    ['no containers', { containers: [] }, ['spec.containers: Required value']],
    ['no containers at all', { containers: undefined }, ['spec.containers: Required value']],
    [
      'container without image and with a bad name',
      { containers: [{ name: 'A_', image: '' }, container, container] },
      [
        `spec.containers[0].name: Invalid value: "A_": ${messages.label}`,
        'spec.containers[0].image: Required value',
        'spec.containers[2].name: Duplicate value: "main"',
      ],
    ],
    [
      'policies',
      { restartPolicy: 'x', dnsPolicy: 'y', activeDeadlineSeconds: 0 },
      [
        `spec.restartPolicy: Unsupported value: "x": supported values: ${manyChoices}`,
        `spec.dnsPolicy: Unsupported value: "y": supported values: ${dnsPolicies}`,
        'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
      ],
    ],
    [
      'tolerations',
      {
        tolerations: [
          { key: '', operator: 'Equal' },
          { operator: 'Exists', effect: 'Bad' },
          { key: 'a', operator: 'Foo' },
          { key: 'a', value: '-' },
          { key: 'a', effect: 'NoSchedule', tolerationSeconds: 3 },
          { key: 'a', operator: 'Exists', value: 'x' },
        ],
        nodeSelector: { 'a b': 'c' },
      },
      [
        `spec.nodeSelector: Invalid value: "a b": ${messages.name}`,
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
        'spec.tolerations[1].effect: Unsupported value: "Bad": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
        'spec.tolerations[2].operator: Unsupported value: "Foo": supported values: "Equal", "Exists"',
        `spec.tolerations[3].operator: Invalid value: "-": ${messages.value}`,
        'spec.tolerations[4].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
        'spec.tolerations[5].operator: Invalid value: core.Toleration{Key:"a", Operator:"Exists", Value:"x", Effect:"", TolerationSeconds:(*int64)(nil)}: value must be empty when `operator` is \'Exists\'',
      ],
    ],
    [
      'volumes',
      { volumes: [{ name: 'v' }, { name: 'v', emptyDir: {}, hostPath: { path: 'x' } }] },
      [
        'spec.volumes[1].hostPath: Forbidden: may not specify more than 1 volume type',
        'spec.volumes[1].name: Duplicate value: "v"',
      ],
    ],
    [
      'a token without a service account',
      {
        volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
      },
      [
        'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      ],
    ],
    [
      'resources',
      {
        containers: [
          {
            ...container,
            resources: {
              limits: { cpu: '1', memory: '-1', foo: '1', 'a.b/gpu': '2', 'kubernetes.io/a': '2' },
              requests: { cpu: '2', 'a.b/gpu': '1', 'c.d/gpu': '1', 'kubernetes.io/a': '1' },
            },
          },
        ],
      },
      [
        'spec.containers[0].resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
        'spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource for containers',
        'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit',
        'spec.containers[0].resources.requests: Invalid value: "1": must be equal to a.b/gpu limit',
        'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
        'spec.containers[0].resources.requests[memory]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
        'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
      ],
    ],
    [
      'node affinity',
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: 'a', operator: 'In' },
                    { key: 'a', operator: 'Gt' },
                  ],
                },
                { matchFields: [{ key: 'metadata.uid', operator: 'Exists' }] },
              ],
            },
          },
        },
      },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(errorsOf(pod, podOf(spec))).toEqual(expected);
  });
});

describe('validation of an updated pod', () => {
  const old = created(
    pod,
    podOf({
      nodeName: 'n1',
      tolerations: [
        { key: 'a', operator: 'Exists' },
        { key: 'e', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
      ],
    }),
  );
  const [kept, timed] = old.spec.tolerations as [object, object];
  const spec = old.spec;
  const fixedToleration =
    /^spec\.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds$/;
  const fixed =
    /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`, [^]*\n- /;

  it.each<[string, object]>([
    ['nothing', {}],
    ['an image', { containers: [{ ...spec.containers[0], image: 'app:2' }] }],
    ['a deadline', { activeDeadlineSeconds: 5 }],
    [
      'one more toleration',
      { tolerations: [...spec.tolerations!, { key: 'b', operator: 'Exists' }] },
    ],
    ['the order of tolerations', { tolerations: [timed, kept] }],
    ['how long', { tolerations: [kept, { ...timed, tolerationSeconds: 5 }] }],
    ['that there is an end', { tolerations: [kept, { ...timed, tolerationSeconds: undefined }] }],
  ])('may change %s', (_, change) => {
    expect(updateErrorsOf(pod, { ...old, spec: { ...spec, ...change } }, old)).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['the node', { nodeName: 'n2' }, fixed],
    ['the grace period', { terminationGracePeriodSeconds: 5 }, fixed],
    ['all tolerations', { tolerations: [{ key: 'z', operator: 'Exists' }] }, fixedToleration],
    [
      'one toleration of two',
      { tolerations: [kept, { key: 'z', operator: 'Exists' }] },
      fixedToleration,
    ],
    ['whether there are tolerations', { tolerations: [] }, fixedToleration],
    ['what a toleration is of', { tolerations: [kept, { ...timed, key: 'f' }] }, fixedToleration],
    [
      'the number of containers',
      { containers: [spec.containers[0], { ...spec.containers[0], name: 'x' }] },
      /^spec\.containers: Forbidden: pod updates may not add or remove containers$/,
    ],
  ])('may not change %s', (_, change, expected) => {
    expect(updateErrorsOf(pod, { ...old, spec: { ...spec, ...change } }, old)).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  it('may only shorten a deadline', () => {
    const limited = { ...old, spec: { ...spec, activeDeadlineSeconds: 5 } };
    expect(
      updateErrorsOf(pod, { ...old, spec: { ...spec, activeDeadlineSeconds: 6 } }, limited),
    ).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value',
    ]);
    expect(updateErrorsOf(pod, old, limited)).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    ]);
  });

  it('keeps a terminated container terminated unless it is restarted', () => {
    const withState = (restartPolicy: string, state: object): Pod =>
      ({
        ...old,
        spec: { ...spec, restartPolicy },
        status: { containerStatuses: [{ name: 'main', state }] },
      }) as unknown as Pod;
    const errors = (policy: string, exitCode: number): readonly string[] =>
      texts((errors) =>
        partOf(pod, 'status').validate!(
          errors,
          withState(policy, { running: {} }),
          withState(policy, { terminated: { exitCode } }),
          context,
        ),
      );
    const why =
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state';
    expect(errors('Never', 1)).toEqual([why]);
    expect(errors('OnFailure', 0)).toEqual([why]);
    expect(errors('OnFailure', 1)).toEqual([]);
    expect(errors('Always', 0)).toEqual([]);
  });
});
