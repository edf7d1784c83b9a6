import { describe, expect, it } from 'vitest';
import { statefulSet } from '#kinds';
import type { StatefulSet } from '#types';
import { context, created, errorsOf, texts, updateErrorsOf } from '../samples.ts';
import { partOf } from '../../../support/part.ts';
import { selector, of, inTemplate, mismatch, unlike, shownTemplate } from '../workload-samples.ts';

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
