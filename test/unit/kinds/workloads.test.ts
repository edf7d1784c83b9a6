import { describe, expect, it } from 'vitest';
import {
  deployment,
  kinds,
  replicaSet,
  replicationController,
  scaleOf,
  scalingOf,
  subresourceOf,
  statefulSet,
  type Deployment,
  type Kind,
  type KubeObject,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '#kinds';
import {
  container,
  context,
  created,
  errorsOf,
  messages,
  texts,
  updated,
  updateErrorsOf,
} from './samples.ts';
import { partOf } from '../../support/part.ts';

const metadata = { name: 'subject', namespace: 'default' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const selector = { matchLabels: { a: 'b' } };

/** As a client hands it in; parts of the spec that are undefined are left out. */
function of<T extends KubeObject>(kind: Kind<T>, spec: object = {}, rest: object = {}): T {
  const own = kind.kind === 'ReplicationController' ? { template } : { selector, template };
  const apiVersion = kind.group === '' ? 'v1' : `${kind.group}/v1`;
  return { apiVersion, kind: kind.kind, metadata, spec: { ...own, ...spec }, ...rest } as never;
}

const inTemplate = (spec: object): object => ({
  template: { ...template, spec: { ...template.spec, ...spec } },
});
const labelled = (labels: object): object => ({
  template: { ...template, metadata: { labels } },
});
const percent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
const mismatch = '`selector` does not match template `labels`';
const at = 'spec.template.spec';
const unlike = 'spec.template.metadata.labels: Invalid value';

const workloads = [deployment, replicaSet, statefulSet, replicationController] as const;

describe.each(workloads.map((kind) => [kind.kind, kind as unknown as Kind] as const))(
  '%s',
  (_, kind) => {
    const whole = created(kind, of(kind));

    it('is the same when nothing is missing', () => {
      expect(kind.defaults!(whole)).toBe(whole);
      expect(updated(kind, whole, whole)).toBe(whole);
      expect(errorsOf(kind, of(kind))).toEqual([]);
    });

    it('completes an object without spec, for the checks to refuse', () => {
      const bare = { ...of(kind), spec: undefined };
      expect(errorsOf(kind, bare).length).toBeGreaterThan(0);
    });

    it('starts without replicas, whatever was given', () => {
      const given = of(kind, {}, { status: { replicas: 7, readyReplicas: 7 } });
      const { status } = created(kind, given) as KubeObject & { status: { replicas?: number } };
      expect(status.replicas ?? 0).toBe(0);
    });

    it('counts changes of the spec, not of labels', () => {
      const { generation } = kind;
      const relabelled = { ...whole, metadata: { ...whole.metadata, labels: { x: 'y' } } };
      expect(generation!(relabelled)).toEqual(generation!(whole));
      const scaled = scalingOf(kind)!.set(whole, 5);
      expect(generation!(scaled)).not.toEqual(generation!(whole));
    });

    it('is scaled', () => {
      const scaled = scalingOf(kind)!.set(whole, 5);
      expect(scalingOf(kind)!.set(scaled, 5)).toBe(scaled);
      expect(scaleOf(kind, { ...scaled, status: { replicas: 2 } } as KubeObject)).toEqual({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata,
        spec: { replicas: 5 },
        status: { replicas: 2, selector: 'a=b' },
      });
      expect(scaleOf(kind, scalingOf(kind)!.set(whole, 0))!.spec).toEqual({});
    });

    it('keeps pods that keep running', () => {
      const errors = errorsOf(
        kind,
        of(kind, inTemplate({ restartPolicy: 'Never', activeDeadlineSeconds: 1 })),
      );
      expect(errors).toEqual([
        `${at}.restartPolicy: Unsupported value: "Never": supported values: "Always"`,
        expect.stringMatching(
          new RegExp(
            `^${at}\\.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in \\w+ is not Supported$`,
          ),
        ),
      ]);
    });

    it('refuses negative numbers', () => {
      const errors = errorsOf(kind, of(kind, { replicas: -1, minReadySeconds: -2 }));
      expect([...errors].sort()).toEqual([
        'spec.minReadySeconds: Invalid value: -2: must be greater than or equal to 0',
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ]);
    });
  },
);

const shownDefaults = {
  containers: [
    {
      ...container,
      imagePullPolicy: 'IfNotPresent',
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      resources: {},
    },
  ],
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
  securityContext: {},
};
const shownTemplate = {
  metadata: { creationTimestamp: null, labels: { a: 'b' } },
  spec: shownDefaults,
};

describe('deployments', () => {
  const old = created(deployment, of(deployment));

  it('fill in what v1.24 fills in', () => {
    expect(old).toMatchObject({ status: {} });
    expect(old.spec).toEqual({
      selector,
      template: shownTemplate,
      replicas: 1,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
      },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
    const given = of(deployment, { paused: false, minReadySeconds: 0 });
    expect(created(deployment, given).spec).toEqual(old.spec);
    const strategy = { type: 'Recreate' };
    expect(created(deployment, of(deployment, { strategy })).spec.strategy).toEqual(strategy);
  });

  it('take annotations for work, which are passed on', () => {
    const annotated = {
      ...old,
      metadata: { ...old.metadata, annotations: { a: 'b' } },
    } as Deployment;
    expect(deployment.generation!(annotated)).not.toEqual(deployment.generation!(old));
  });

  it('keep their labels through status writes, and print no zeros', () => {
    const wanted = {
      ...old,
      metadata: { ...old.metadata, labels: { x: 'y' }, annotations: { n: 'o' } },
      status: { replicas: 0, readyReplicas: 1, conditions: [{ type: 'Available' }] },
    } as unknown as Deployment;
    const next = partOf(deployment, 'status').prepare!(wanted, old, context);
    expect(next.metadata.labels).toBeUndefined();
    expect(next.metadata.annotations).toEqual({ n: 'o' });
    expect(next.status).toEqual({
      readyReplicas: 1,
      conditions: [{ type: 'Available', lastUpdateTime: null, lastTransitionTime: null }],
    });
  });

  const rolling = (rollingUpdate: object): object => ({
    strategy: { type: 'RollingUpdate', rollingUpdate },
  });
  const limits = 'spec.strategy.rollingUpdate';

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    [
      'without selector',
      { selector: undefined },
      ['spec.selector: Required value', `${unlike}: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'with an empty selector',
      { selector: {} },
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
      ],
    ],
    [
      'with other labels',
      labelled({ c: 'd' }),
      [`${unlike}: map[string]string{"c":"d"}: ${mismatch}`],
    ],
    [
      'with a selector that is none',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"a", Operator:"Is", Values:[]string(nil)}}}: invalid label selector',
      ],
    ],
    ['without containers', inTemplate({ containers: [] }), [`${at}.containers: Required value`]],
    [
      'of an unknown strategy',
      { strategy: { type: 'Blue' } },
      [
        'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"Blue", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'that recreate and roll',
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      [`${limits}: Forbidden: may not be specified when strategy \`type\` is 'Recreate'`],
    ],
    [
      'that cannot begin',
      rolling({ maxUnavailable: 0, maxSurge: '0%' }),
      [
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when \`maxSurge\` is 0`,
      ],
    ],
    [
      'with odd limits',
      rolling({ maxUnavailable: '101%', maxSurge: 'many' }),
      [
        `${limits}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"many"}: ${percent}`,
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
      ],
    ],
    [
      'with too short a deadline',
      { progressDeadlineSeconds: 600, minReadySeconds: 600, revisionHistoryLimit: -1 },
      [
        'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
      ],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(errorsOf(deployment, of(deployment, spec))).toEqual(errors);
  });

  it('keep their selector', () => {
    const other = {
      selector: { matchLabels: { a: 'b', c: 'd' } },
      ...labelled({ a: 'b', c: 'd' }),
    };
    expect(updateErrorsOf(deployment, of(deployment, other), old)).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ]);
  });

  it.each<[status: object, errors: readonly string[]]>([
    [{ replicas: 2, readyReplicas: 2, availableReplicas: 1, collisionCount: 3 }, []],
    [
      { observedGeneration: -1, collisionCount: 4 },
      ['observedGeneration: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      {
        replicas: 1,
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 3,
        collisionCount: 3,
      },
      [
        'updatedReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
        'availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
      ],
    ],
    [{ collisionCount: 2 }, ['collisionCount: Invalid value: 2: cannot be decremented']],
    [{}, ['collisionCount: Invalid value: 0: cannot be decremented']],
    [
      {
        replicas: -2,
        updatedReplicas: -3,
        readyReplicas: -4,
        availableReplicas: -5,
        unavailableReplicas: -6,
        collisionCount: 3,
      },
      [
        'replicas: Invalid value: -2: must be greater than or equal to 0',
        'updatedReplicas: Invalid value: -3: must be greater than or equal to 0',
        'readyReplicas: Invalid value: -4: must be greater than or equal to 0',
        'availableReplicas: Invalid value: -5: must be greater than or equal to 0',
        'unavailableReplicas: Invalid value: -6: must be greater than or equal to 0',
      ],
    ],
  ])('have a status that makes sense: %j', (status, errors) => {
    const before = { ...old, status: { collisionCount: 3 } } as Deployment;
    const next = { ...old, status } as Deployment;
    expect(
      texts((errors) => partOf(deployment, 'status').validate!(errors, next, before, context)),
    ).toEqual(errors.map((error) => `status.${error}`));
  });
});

describe('replica sets', () => {
  const old = created(replicaSet, of(replicaSet));

  it('fill in what v1.24 fills in', () => {
    expect(old.spec).toEqual({ selector, template: shownTemplate, replicas: 1 });
    expect(old.status).toEqual({ replicas: 0 });
    expect(created(replicaSet, of(replicaSet, { replicas: 0 })).spec.replicas).toBe(0);
  });

  it('say twice what is wrong with an update', () => {
    const errors = updateErrorsOf(replicaSet, of(replicaSet, { replicas: -1 }), old);
    expect(errors).toEqual(
      Array(2).fill('spec.replicas: Invalid value: -1: must be greater than or equal to 0'),
    );
    const other = { selector: { matchLabels: { c: 'd' } }, ...labelled({ c: 'd' }) };
    expect(updateErrorsOf(replicaSet, of(replicaSet, other), old)).toEqual([
      expect.stringMatching(/^spec\.selector: Invalid value: .*: field is immutable$/),
    ]);
  });

  it('have a status that makes sense', () => {
    const status = { replicas: 2, fullyLabeledReplicas: 3, readyReplicas: 1, availableReplicas: 2 };
    const next = { ...old, status } as ReplicaSet;
    expect(
      texts((errors) => partOf(replicaSet, 'status').validate!(errors, next, old, context)),
    ).toEqual([
      'status.fullyLabeledReplicas: Invalid value: 3: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas',
    ]);
  });
});

describe('replication controllers', () => {
  const rc = (spec: object = {}, rest: object = {}): ReplicationController =>
    of(replicationController, spec, rest);

  it('are labelled and select as their template says', () => {
    const made = created(replicationController, rc());
    expect(made.spec.selector).toEqual({ a: 'b' });
    expect(made.metadata.labels).toEqual({ a: 'b' });
    const own = { metadata: { ...metadata, labels: { x: 'y' } } };
    const given = created(replicationController, rc({ selector: { c: 'd' } }, own));
    expect(given.metadata.labels).toEqual({ x: 'y' });
    expect(given.spec.selector).toEqual({ c: 'd' });
  });

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    [
      'without template',
      { template: undefined },
      ['spec.selector: Required value', 'spec.template: Required value'],
    ],
    [
      'with other labels',
      { selector: { c: 'd' } },
      [`${unlike}: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'with bad labels',
      labelled({ 'a b': 'c' }),
      [`spec.template.labels: Invalid value: "a b": ${messages.name}`],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(
      errorsOf(replicationController, rc(spec)).filter((error) => !error.startsWith('metadata.')),
    ).toEqual(errors);
  });

  it('are selected by their replicas', () => {
    const read = replicationController.selectableFields!['status.replicas']!;
    expect(read(created(replicationController, rc()))).toBe('0');
  });
});

describe('stateful sets', () => {
  const sts = (spec: object = {}): StatefulSet => of(statefulSet, spec);
  const old = created(statefulSet, sts());

  it('fill in what v1.24 fills in', () => {
    expect(old.spec).toEqual({
      selector,
      template: shownTemplate,
      replicas: 1,
      serviceName: '',
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
    });
    expect(old.status).toEqual({ replicas: 0, availableReplicas: 0 });
  });

  it.each<[given: object, filled: object]>([
    [{ type: 'OnDelete' }, { type: 'OnDelete' }],
    [{ type: 'RollingUpdate' }, { type: 'RollingUpdate' }],
    [
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    ],
    [
      { rollingUpdate: { partition: 2 } },
      { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
    ],
  ])('fill in the strategy %j', (updateStrategy, filled) => {
    expect(created(statefulSet, sts({ updateStrategy })).spec.updateStrategy).toEqual(filled);
  });

  it('print their claims as whole objects, and leave out what is behind gates', () => {
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
    const { spec } = created(
      statefulSet,
      sts({
        volumeClaimTemplates: [claim],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      }),
    );
    expect(spec).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
    expect(spec.volumeClaimTemplates).toEqual([
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', creationTimestamp: null },
        spec: { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem', resources: {} },
        status: { phase: 'Pending' },
      },
    ]);
  });

  const strategy = 'spec.updateStrategy';

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    [
      'with unknown policies',
      { podManagementPolicy: 'Some', updateStrategy: { type: 'Blue' } },
      [
        `spec.podManagementPolicy: Invalid value: "Some": must be 'OrderedReady' or 'Parallel'`,
        `${strategy}: Invalid value: apps.StatefulSetUpdateStrategy{Type:"Blue", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be 'RollingUpdate' or 'OnDelete'`,
      ],
    ],
    [
      'with a partition for OnDelete',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      [
        `${strategy}.rollingUpdate: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1, MaxUnavailable:(*intstr.IntOrString)(nil)}: only allowed for updateStrategy 'RollingUpdate'`,
      ],
    ],
    [
      'with a negative partition',
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1 } } },
      [
        `${strategy}.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0`,
      ],
    ],
    [
      'without selector',
      { selector: undefined },
      ['spec.selector: Required value', `${unlike}: map[string]string{"a":"b"}: ${mismatch}`],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(errorsOf(statefulSet, sts(spec))).toEqual(errors);
  });

  it('do not look into the pods of the template, as v1.24 does not', () => {
    expect(errorsOf(statefulSet, sts(inTemplate({ containers: [] })))).toEqual([]);
  });

  it('change in few ways', () => {
    const allowed = {
      replicas: 3,
      minReadySeconds: 1,
      updateStrategy: { type: 'OnDelete' },
      ...inTemplate({ hostname: 'x' }),
    };
    expect(updateErrorsOf(statefulSet, sts(allowed), old)).toEqual([]);
    expect(updateErrorsOf(statefulSet, sts({ ...allowed, serviceName: 's' }), old)).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });

  it('have a status that makes sense', () => {
    const status = { replicas: 2, readyReplicas: 1, availableReplicas: 2, currentReplicas: 3 };
    const next = { ...old, status } as StatefulSet;
    expect(
      texts((errors) => partOf(statefulSet, 'status').validate!(errors, next, old, context)),
    ).toEqual([
      'status.currentReplicas: Invalid value: 3: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas',
    ]);
  });
});

it('only workloads are scaled', () => {
  const scaled = kinds.filter((kind) => scalingOf(kind) !== undefined);
  expect(scaled.map(({ kind }) => kind).sort()).toEqual(workloads.map(({ kind }) => kind).sort());
  for (const kind of kinds) {
    const hasScale = subresourceOf(kind, 'scale') !== undefined;
    expect(hasScale, kind.kind).toBe(scalingOf(kind) !== undefined);
  }
});
