import { describe, expect, it } from 'vitest';
import { daemonSet, defaultProfile, withGates } from '#kinds';
import { deepEqual } from '#values';
import type { DaemonSet } from '#types';
import {
  container,
  context,
  created,
  decoded,
  daemonSetOf,
  errorsOf,
  messages,
  texts,
  updated,
  updateErrorsOf,
} from '../samples.ts';
import { partOf } from '../../../support/part.ts';

const rolling = (rollingUpdate: object): object => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate },
});
const inTemplate = 'spec.template.spec';
const first = `${inTemplate}.containers[0]`;
const limits = 'spec.updateStrategy.rollingUpdate';
const mismatch = '`selector` does not match template `labels`';
const restartPolicies = '"Always", "OnFailure", "Never"';
const pullPolicies = '"Always", "IfNotPresent", "Never"';
const badPercent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

describe('defaults', () => {
  it('fills in what v1.24 fills in', () => {
    const given = daemonSetOf(
      {},
      { containers: [{ name: 'c1', image: 'a', ports: [{ containerPort: 80 }] }] },
    );
    expect(created(daemonSet, given)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: {
        name: 'subject',
        namespace: 'default',
        annotations: { 'deprecated.daemonset.template.generation': '1' },
      },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { creationTimestamp: null, labels: { a: 'b' } },
          spec: {
            containers: [
              {
                name: 'c1',
                image: 'a',
                ports: [{ containerPort: 80, protocol: 'TCP' }],
                resources: {},
                terminationMessagePath: '/dev/termination-log',
                terminationMessagePolicy: 'File',
                imagePullPolicy: 'Always',
              },
            ],
            restartPolicy: 'Always',
            terminationGracePeriodSeconds: 30,
            dnsPolicy: 'ClusterFirst',
            securityContext: {},
            schedulerName: 'default-scheduler',
          },
        },
        updateStrategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
        },
        revisionHistoryLimit: 10,
      },
      status: {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      },
    });
  });

  it('answers the same object when nothing is missing', () => {
    const whole = created(daemonSet, daemonSetOf());
    expect(daemonSet.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  it('shares what it does not change', () => {
    const whole = created(daemonSet, daemonSetOf());
    const { template } = whole.spec;
    const lacking = { ...whole, spec: { ...whole.spec, revisionHistoryLimit: undefined } };
    const filled = daemonSet.rules.defaults!(lacking, defaultProfile);
    expect(filled.spec.revisionHistoryLimit).toBe(10);
    expect(filled.spec.template).toBe(template);
  });

  it('completes an object without spec, and leaves zeros out that v1.24 leaves out', () => {
    expect(
      daemonSet.rules.defaults!({ ...daemonSetOf(), spec: undefined } as never, defaultProfile)
        .spec,
    ).toMatchObject({
      template: { metadata: {}, spec: { restartPolicy: 'Always' } },
    });
    const zeros = decoded(daemonSet, daemonSetOf({ minReadySeconds: 0 }));
    expect(created(daemonSet, zeros).spec).not.toHaveProperty('minReadySeconds');
  });

  it('has no limits for OnDelete, and keeps those that are given', () => {
    const strategy = (updateStrategy: object): unknown =>
      created(daemonSet, daemonSetOf({ updateStrategy })).spec.updateStrategy;
    expect(strategy({ type: 'OnDelete' })).toEqual({ type: 'OnDelete' });
    expect(strategy({ type: 'OnDelete', rollingUpdate: { maxUnavailable: 0 } })).toEqual({
      type: 'OnDelete',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 0 },
    });
  });
});

describe('strategy', () => {
  const old = created(daemonSet, daemonSetOf());
  const generationOf = (object: DaemonSet): string | undefined =>
    object.metadata.annotations?.['deprecated.daemonset.template.generation'];
  const withImage = (image: string): DaemonSet =>
    daemonSetOf({}, { containers: [{ ...container, image }] });

  it('starts with a status of zeros, whatever was given', () => {
    const given = { ...daemonSetOf(), status: { numberReady: 4 } } as unknown as DaemonSet;
    expect(created(daemonSet, given).status.numberReady).toBe(0);
  });

  it('counts the changes of the template in an annotation that clients cannot write', () => {
    expect(generationOf(old)).toBe('1');
    const edited = { ...withImage('app:1'), metadata: { ...old.metadata, annotations: {} } };
    expect(generationOf(updated(daemonSet, edited, old))).toBe('1');
    const changed = updated(daemonSet, withImage('app:2'), old);
    expect(generationOf(changed)).toBe('2');
    expect(generationOf(updated(daemonSet, withImage('app:2'), changed))).toBe('2');
    const status = { ...changed, metadata: { ...changed.metadata, annotations: { x: 'y' } } };
    expect(
      partOf(daemonSet, 'status').prepare!(status, changed, context).metadata.annotations,
    ).toEqual({
      x: 'y',
      'deprecated.daemonset.template.generation': '2',
    });
  });

  it('does not surge where the gate is off, unless it did before', () => {
    const off = { now: 0, profile: withGates(defaultProfile, { DaemonSetUpdateSurge: false }) };
    const rollingUpdate = { maxSurge: 1, maxUnavailable: 0 };
    const given = daemonSetOf({ updateStrategy: { rollingUpdate } });
    const surgeOf = (object: DaemonSet): unknown =>
      object.spec.updateStrategy!.rollingUpdate!.maxSurge;
    expect(surgeOf(created(daemonSet, given))).toBe(1);
    expect(surgeOf(created(daemonSet, given, off))).toBe(0);
    expect(surgeOf(updated(daemonSet, given, old, off))).toBe(0);
    expect(surgeOf(updated(daemonSet, given, created(daemonSet, given), off))).toBe(1);
  });

  it('raises the generation with the spec', () => {
    const same = updated(daemonSet, daemonSetOf(), old);
    expect(deepEqual(daemonSet.rules.generation!(same), daemonSet.rules.generation!(old))).toBe(
      true,
    );
    const changed = updated(daemonSet, daemonSetOf({ minReadySeconds: 1 }), old);
    expect(deepEqual(daemonSet.rules.generation!(changed), daemonSet.rules.generation!(old))).toBe(
      false,
    );
  });
});

describe('validation of a new DaemonSet', () => {
  it.each<[string, object, object, readonly string[]]>([
    ['in order', {}, {}, []],
    ['a negative grace period', {}, { terminationGracePeriodSeconds: -1 }, []],
    ['any number of unavailable pods', rolling({ maxUnavailable: 1000 }), {}, []],
    ['no surge', rolling({ maxSurge: 0, maxUnavailable: 2 }), {}, []],
    [
      'OnDelete with limits',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { maxUnavailable: 0 } } },
      {},
      [],
    ],
    ['no history', { revisionHistoryLimit: 0, minReadySeconds: 0 }, {}, []],
    [
      'no selector',
      { selector: undefined },
      {},
      [`spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'another selector',
      { selector: { matchLabels: { other: 'x' } } },
      {},
      [`spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'an empty selector',
      { selector: {} },
      {},
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for daemonset',
      ],
    ],
    [
      'an unknown operator',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] } },
      {},
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      ],
    ],
    [
      'values of an operator that takes none',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } },
      {},
      [
        "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      ],
    ],
    [
      'a bad key of the selector',
      { selector: { matchLabels: { 'a b': 'c' } } },
      {},
      [`spec.selector.matchLabels: Invalid value: "a b": ${messages.name}`],
    ],
    [
      'no template',
      { template: undefined },
      {},
      [
        `spec.template.metadata.labels: Invalid value: map[string]string(nil): ${mismatch}`,
        `${inTemplate}.containers: Required value`,
      ],
    ],
    ['no image', {}, { containers: [{ name: 'c' }] }, [`${first}.image: Required value`]],
    [
      'a bad name of a container',
      {},
      { containers: [{ name: 'C_1', image: 'i' }] },
      [`${first}.name: Invalid value: "C_1": ${messages.label}`],
    ],
    [
      'the same name twice',
      {},
      { initContainers: [{ name: 'main', image: 'i' }] },
      [`${inTemplate}.initContainers[0].name: Duplicate value: "main"`],
    ],
    [
      'an unknown pull policy',
      {},
      { containers: [{ ...container, imagePullPolicy: 'Often' }] },
      [`${first}.imagePullPolicy: Unsupported value: "Often": supported values: ${pullPolicies}`],
    ],
    [
      'an unknown restart policy',
      {},
      { restartPolicy: 'Maybe' },
      [
        `${inTemplate}.restartPolicy: Unsupported value: "Maybe": supported values: ${restartPolicies}`,
        `${inTemplate}.restartPolicy: Unsupported value: "Maybe": supported values: "Always"`,
      ],
    ],
    [
      'a restart policy for other pods',
      {},
      { restartPolicy: 'Never' },
      [`${inTemplate}.restartPolicy: Unsupported value: "Never": supported values: "Always"`],
    ],
    [
      'a deadline',
      {},
      { activeDeadlineSeconds: 10 },
      [
        `${inTemplate}.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported`,
      ],
    ],
    [
      'bad ports',
      {},
      {
        containers: [
          { ...container, ports: [{ containerPort: 0 }, { containerPort: 70000, name: 'UPPER' }] },
        ],
      },
      [
        `${first}.ports[0].containerPort: Required value`,
        `${first}.ports[1].name: Invalid value: "UPPER": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)`,
        `${first}.ports[1].name: Invalid value: "UPPER": must contain at least one letter or number (a-z, 0-9)`,
        `${first}.ports[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive`,
      ],
    ],
    [
      'a mount of nothing',
      {},
      { containers: [{ ...container, volumeMounts: [{ name: 'nope', mountPath: '/x' }] }] },
      [`${first}.volumeMounts[0].name: Not found: "nope"`],
    ],
    [
      'a bad name of a volume',
      {},
      { volumes: [{ name: 'V_1', emptyDir: {} }] },
      [`${inTemplate}.volumes[0].name: Invalid value: "V_1": ${messages.label}`],
    ],
    [
      'a probe of nothing',
      {},
      { containers: [{ ...container, livenessProbe: { periodSeconds: 1 } }] },
      [`${first}.livenessProbe: Required value: must specify a handler type`],
    ],
    [
      'one port of the node twice',
      {},
      {
        containers: [
          {
            ...container,
            ports: [
              { containerPort: 1, hostPort: 9 },
              { containerPort: 2, hostPort: 9 },
            ],
          },
        ],
      },
      [`${first}.ports[1].hostPort: Duplicate value: "TCP//9"`],
    ],
    [
      'an unknown strategy',
      { updateStrategy: { type: 'Recreate' } },
      {},
      [
        'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Recreate", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'no limit at all',
      rolling({ maxUnavailable: '0%', maxSurge: '0%' }),
      {},
      [`${limits}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`],
    ],
    [
      'both limits, one of them by default',
      rolling({ maxSurge: 1 }),
      {},
      [
        `${limits}.maxSurge: Invalid value: intstr.IntOrString{Type:0, IntVal:1, StrVal:""}: may not be set when maxUnavailable is non-zero`,
      ],
    ],
    [
      'more than all',
      rolling({ maxUnavailable: 0, maxSurge: '200%' }),
      {},
      [
        `${limits}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"200%"}: must not be greater than 100%`,
      ],
    ],
    [
      'less than nothing',
      rolling({ maxUnavailable: -1 }),
      {},
      [`${limits}.maxUnavailable: Invalid value: -1: must be greater than or equal to 0`],
    ],
    [
      'words',
      rolling({ maxUnavailable: 'half' }),
      {},
      [
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"half"}: ${badPercent}`,
        `${limits}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`,
      ],
    ],
    [
      'a number as text',
      rolling({ maxUnavailable: '5' }),
      {},
      [
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"5"}: ${badPercent}`,
      ],
    ],
    [
      'negative numbers',
      { minReadySeconds: -1, revisionHistoryLimit: -2 },
      {},
      [
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
        'spec.revisionHistoryLimit: Invalid value: -2: must be greater than or equal to 0',
      ],
    ],
  ])('%s', (_, spec, podSpec, expected) => {
    expect(errorsOf(daemonSet, daemonSetOf(spec, podSpec))).toEqual(expected);
  });

  it('names bad labels of the template without its metadata', () => {
    const given = daemonSetOf({
      template: {
        metadata: { labels: { a: 'b', x: 'not ok' } },
        spec: { containers: [container] },
      },
    });
    expect(errorsOf(daemonSet, given)).toEqual([
      `spec.template.labels: Invalid value: "not ok": ${messages.value}`,
    ]);
  });
});

describe('validation of an updated DaemonSet', () => {
  const old = created(daemonSet, daemonSetOf());

  it('keeps the selector', () => {
    const labels = { metadata: { labels: { a: 'b', c: 'd' } }, spec: { containers: [container] } };
    const given = daemonSetOf({ selector: { matchLabels: { c: 'd' } }, template: labels });
    expect(updateErrorsOf(daemonSet, given, old)).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ]);
  });

  it('reports what is wrong with the spec twice, as v1.24', () => {
    const given = daemonSetOf({ minReadySeconds: -1 });
    const why = 'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0';
    expect(updateErrorsOf(daemonSet, given, old)).toEqual([why, why]);
  });

  it('has no counter below zero, and never counts collisions down', () => {
    const statusErrors = (status: object, before: object = {}): readonly string[] => {
      const given = { ...old, status: { ...old.status, ...status } };
      const stored = { ...old, status: { ...old.status, ...before } };
      return texts((errors) =>
        partOf(daemonSet, 'status').validate!(errors, given, stored, context),
      );
    };
    expect(statusErrors({ numberReady: -1, observedGeneration: -1 })).toEqual([
      'status.numberReady: Invalid value: -1: must be greater than or equal to 0',
      'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
    ]);
    expect(statusErrors({ collisionCount: 4 }, { collisionCount: 5 })).toEqual([
      'status.collisionCount: Invalid value: 4: cannot be decremented',
    ]);
    expect(statusErrors({}, { collisionCount: 5 })).toHaveLength(1);
    expect(statusErrors({ collisionCount: 5 }, { collisionCount: 5 })).toEqual([]);
  });
});
