/** Conflicts of server-side apply: with other managers, other versions and client-side apply. */
import { daemonSet, horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from '#kinds';
import type { KubeObject } from '#values';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../../../support/api.ts';
import {
  ref,
  as,
  rig,
  renewRig,
  body,
  apply,
  refused,
  update,
  whole,
  labels,
  owned,
  labelFields,
} from './apply-rig.ts';

beforeEach(renewRig);

describe('conflicts', () => {
  beforeEach(async () => {
    await apply('alice', { ...whole({}, { minReadySeconds: 5 }), ...labels({ a: '1' }) });
  });

  const cause = (message: string, field: string) => ({
    reason: 'FieldManagerConflict',
    message,
    field,
  });

  test('one', async () => {
    const error = await refused('bob', labels({ a: '2' }));
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "alice": .metadata.labels.a',
      reason: 'Conflict',
      details: { causes: [cause('conflict with "alice"', '.metadata.labels.a')] },
      code: 409,
    });
  });

  test('several, with several', async () => {
    await update('editor', { spec: { revisionHistoryLimit: 4 } });
    const error = await refused('bob', {
      ...whole({ image: 'm:2' }, { revisionHistoryLimit: 3, minReadySeconds: 6 }),
      ...labels({ a: '2' }),
    });
    expect(error.message).toBe(
      'Apply failed with 4 conflicts: conflicts with "alice":\n' +
        '- .metadata.labels.a\n' +
        '- .spec.minReadySeconds\n' +
        '- .spec.template.spec.containers[name="main"].image\n' +
        'conflicts with "editor" using apps/v1:\n' +
        '- .spec.revisionHistoryLimit',
    );
    expect(error.details?.causes).toHaveLength(4);
  });

  test('force takes what is in conflict, and no more', async () => {
    const object = await apply('bob', labels({ a: '2' }), { force: true });
    expect(object.metadata.labels).toEqual({ a: '2' });
    expect(owned(object)).toMatchObject({ 'bob Apply': labelFields('a') });
    expect(owned(object)['alice Apply']).not.toHaveProperty('f:metadata');
    expect((await refused('alice', { ...whole(), ...labels({ a: '3' }) })).code).toBe(409);
  });

  test('an update takes what it changes without asking', async () => {
    const object = await update('editor', labels({ a: '2' }));
    expect(owned(object)).toMatchObject({ 'editor Update': labelFields('a') });
    const error = await refused('alice', { ...whole(), ...labels({ a: '1' }) });
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "editor" using apps/v1: .metadata.labels.a',
    );
  });

  test('atomic lists are in conflict as a whole', async () => {
    const tolerations = (key: string) => ({
      spec: { template: { spec: { tolerations: [{ key, operator: 'Exists' }] } } },
    });
    await apply('bob', tolerations('a'));
    expect((await refused('carol', tolerations('b'))).message).toContain(
      'conflict with "bob": .spec.template.spec.tolerations',
    );
  });

  test('with who came before the first apply', async () => {
    await update('editor', { metadata: { managedFields: [{}] } });
    const error = await refused('bob', whole({}, { minReadySeconds: 6 }));
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.minReadySeconds',
    );
    const object = await apply('bob', { spec: { minReadySeconds: 5 } });
    expect(Object.keys(owned(object))).toEqual(['bob Apply', 'before-first-apply Update']);
  });
});

describe('after client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const applied = (given: object) => `${JSON.stringify(body(given))}\n`;

  beforeEach(async () => {
    const said = { ...whole({}, { minReadySeconds: 5 }) };
    const metadata = { ...ref, annotations: { [annotation]: applied(said) } };
    const wanted = { ...said, metadata } as never;
    await rig.api.create(as('kubectl-client-side-apply'), daemonSet, wanted);
  });

  test('kubectl may change what it has set, and keeps its note', async () => {
    const object = await apply('kubectl', whole({}, { minReadySeconds: 6 }));
    expect(object.spec.minReadySeconds).toBe(6);
    expect(JSON.parse(object.metadata.annotations![annotation]!)).toEqual(
      body(whole({}, { minReadySeconds: 6 })),
    );
  });

  test('others may not', async () => {
    expect((await refused('bob', whole({}, { minReadySeconds: 6 }))).code).toBe(409);
  });

  test('nor may kubectl, when others have changed it since', async () => {
    await update('editor', { spec: { minReadySeconds: 7 } });
    const error = await refused('kubectl', whole({}, { minReadySeconds: 6 }));
    expect(error.message).toContain('conflict with "editor" using apps/v1: .spec.minReadySeconds');
  });
});

describe('through several versions', () => {
  const target = { spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } };
  const hpa = (version: 'v1' | 'v2', spec: object) => ({
    apiVersion: `autoscaling/${version}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'x' },
    spec: { ...target.spec, ...spec },
  });
  const cpu = (averageUtilization: number) => [
    {
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
    },
  ];

  function applyHpa(manager: string, version: 'v1' | 'v2', spec: object, force = false) {
    const kind = version === 'v1' ? horizontalPodAutoscalerV1 : horizontalPodAutoscaler;
    const change = { type: 'apply', body: hpa(version, spec), force } as const;
    return rig.api.patch<KubeObject>(as(manager), kind as never, ref, change);
  }

  test('the same field is in conflict under the name that its owner knows', async () => {
    await applyHpa('alice', 'v1', { maxReplicas: 5, targetCPUUtilizationPercentage: 50 });
    const error = await refusal(applyHpa('bob', 'v2', { maxReplicas: 5, metrics: cpu(60) }));
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "alice": .spec.targetCPUUtilizationPercentage',
    );
    const { object } = await applyHpa('bob', 'v2', { maxReplicas: 5, metrics: cpu(60) }, true);
    expect(owned(object)).toEqual({
      'alice Apply': { 'f:spec': { 'f:maxReplicas': {}, 'f:scaleTargetRef': {} } },
      'bob Apply': {
        'f:spec': {
          'f:maxReplicas': {},
          'f:metrics': {},
          'f:scaleTargetRef': { 'f:kind': {}, 'f:name': {} },
        },
      },
    });
  });

  test('what was applied through another one goes as well', async () => {
    await applyHpa('alice', 'v2', { maxReplicas: 5, minReplicas: 3, metrics: cpu(60) });
    const { object } = await applyHpa('alice', 'v1', { maxReplicas: 5 });
    expect((object as unknown as { spec: object }).spec).toMatchObject({ minReplicas: 1 });
    expect(owned(object)).toEqual({
      'alice Apply': { 'f:spec': { 'f:maxReplicas': {}, 'f:scaleTargetRef': {} } },
    });
    expect(object.metadata.managedFields?.[0]?.apiVersion).toBe('autoscaling/v1');
  });
});
