import { describe, expect, test } from 'vitest';
import { namespace, pod, podDisruptionBudget } from '#kinds';
import type { Pod, PodDisruptionBudget } from '#types';
import { context, dryRun, refusal, startTime } from '../../support/api.ts';
import { admissionRig, inDefault, type AdmissionRig } from './admission/rig.ts';

const ref = { namespace: 'default', name: 'p' };
const budgets = 'poddisruptionbudgets.policy';

interface State {
  readonly ready?: boolean;
  readonly phase?: string;
}

/** A pod `p` on a node, running and ready by default. */
async function rigWith({ ready = true, phase = 'Running' }: State = {}): Promise<AdmissionRig> {
  const rig = await admissionRig();
  const made = await rig.createPod({ nodeName: 'n' }, { labels: { app: 'x' } });
  const status = {
    ...made.status,
    phase,
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
  };
  await rig.api.update(context, pod, ref, { ...made, status } as Pod, 'status');
  return rig;
}

/** A budget for the pod, whose numbers are up to date. */
async function putBudget(
  rig: AdmissionRig,
  status: Partial<PodDisruptionBudget['status']>,
  parts: object = {},
): Promise<void> {
  const { metadata = {}, ...rest } = parts as { metadata?: object };
  await rig.put(budgets, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: {
      ...inDefault('b'),
      uid: 'u',
      creationTimestamp: startTime,
      generation: 1,
      ...metadata,
    },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } } },
    status: {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
      ...status,
    },
    ...rest,
  });
}

const evict = (rig: AdmissionRig, body: object = {}, by = context): Promise<unknown> =>
  rig.api.createSubresource(by, pod, ref, 'eviction', {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'p' },
    ...body,
  });

const isLeaving = async (rig: AdmissionRig): Promise<boolean> =>
  (await rig.api.get(pod, ref)).metadata.deletionTimestamp !== undefined;

const blocked = "Cannot evict pod as it would violate the pod's disruption budget.";

describe('an eviction', () => {
  test.each(['policy/v1', 'policy/v1beta1', undefined])(
    'as %s is a deletion',
    async (apiVersion) => {
      const rig = await rigWith();
      expect(await evict(rig, { apiVersion, kind: undefined })).toBeUndefined();
      const { metadata } = await rig.api.get(pod, ref);
      expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    },
  );

  test('takes the options of a deletion', async () => {
    const rig = await rigWith();
    const preconditions = { uid: 'other' };
    const error = await refusal(evict(rig, { deleteOptions: { preconditions } }));
    expect(error.code).toBe(409);
    await evict(rig, { deleteOptions: { gracePeriodSeconds: 0 } });
    expect((await refusal(rig.api.get(pod, ref))).code).toBe(404);
  });

  test.each<[body: object, code: number, message: string]>([
    [{ metadata: { name: 'q' } }, 400, 'name in URL does not match name in Eviction object'],
    [{ metadata: undefined }, 400, 'name in URL does not match name in Eviction object'],
    [
      { metadata: { name: 'p', namespace: 'other' } },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      { apiVersion: 'policy/v2' },
      400,
      'the API version in the data (policy/v2) does not match the expected API version (policy/v1)',
    ],
  ])('%j is refused', async (body, code, message) => {
    const rig = await rigWith();
    expect(await refusal(evict(rig, body))).toMatchObject({ code, message });
    expect(await isLeaving(rig)).toBe(false);
  });

  const invalidOptions = 'DeleteOptions.meta.k8s.io "" is invalid: ';
  const tooMuch =
    'propagationPolicy: Invalid value: "Foo": orphanDependents and deletionPropagation cannot be both set';
  const unknown =
    'propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"';

  test.each<[deleteOptions: object, phase: string, code: number, message: string]>([
    [{ propagationPolicy: 'Foo' }, 'Running', 422, invalidOptions + unknown],
    [{ propagationPolicy: 'Foo' }, 'Pending', 422, invalidOptions + unknown],
    [
      { propagationPolicy: 'Foo', orphanDependents: false, preconditions: { uid: 'other' } },
      ...(['Running', 422, `${invalidOptions}[${tooMuch}, ${unknown}]`] as const),
    ],
    [
      { dryRun: ['Foo'] },
      ...(['Running', 422] as const),
      `${invalidOptions}dryRun: Unsupported value: []string{"Foo"}: supported values: "All"`,
    ],
  ])('with %j, of a pod that is %s, is refused', async (deleteOptions, phase, code, message) => {
    const rig = await rigWith({ phase });
    expect(await refusal(evict(rig, { deleteOptions }))).toMatchObject({ code, message });
    expect(await isLeaving(rig)).toBe(false);
  });

  test('may not ask for two dry runs that differ', async () => {
    const rig = await rigWith();
    const error = await refusal(evict(rig, { deleteOptions: { dryRun: ['Foo'] } }, dryRun));
    expect(error).toMatchObject({
      code: 500,
      message: 'Non-matching dry-run options in request and content: [All] and [Foo]',
    });
    await evict(rig, { deleteOptions: { dryRun: ['All'] } }, dryRun);
    expect(await isLeaving(rig)).toBe(false);
  });

  test('finds the pod, and what its budget allows, before errors in the options', async () => {
    const rig = await rigWith();
    const wrong = { deleteOptions: { propagationPolicy: 'Foo' } };
    await putBudget(rig, { disruptionsAllowed: 0 });
    expect((await refusal(evict(rig, wrong))).code).toBe(429);
    expect((await refusal(evict(await admissionRig(), wrong))).code).toBe(404);
  });

  test('of nothing is not found', async () => {
    const error = await refusal(evict(await admissionRig()));
    expect(error).toMatchObject({ code: 404, message: 'pods "p" not found' });
  });

  test('is refused where the namespace is going away, as all creations are', async () => {
    const rig = await rigWith();
    const old = await rig.api.get(namespace, { name: 'default' });
    await rig.put('namespaces', { ...old, status: { phase: 'Terminating' } });
    const error = await refusal(evict(rig));
    expect(error.message).toContain('because it is being terminated');
  });

  test.each([dryRun, context])('that is dry changes nothing', async (by) => {
    const rig = await rigWith();
    await putBudget(rig, {});
    const before = rig.store.revision();
    await evict(rig, by === dryRun ? {} : { deleteOptions: { dryRun: ['All'] } }, by);
    expect(rig.store.revision()).toBe(before);
    await putBudget(rig, { disruptionsAllowed: 0 });
    expect((await refusal(evict(rig, {}, dryRun))).code).toBe(429);
  });
});

describe('a budget', () => {
  test('pays for the eviction', async () => {
    const rig = await rigWith();
    await putBudget(rig, { disruptionsAllowed: 2 });
    await evict(rig);
    const { status } = await rig.api.get(podDisruptionBudget, { ...ref, name: 'b' });
    expect(status).toEqual({
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
      disruptedPods: { p: startTime },
    });
    expect(await isLeaving(rig)).toBe(true);
  });

  test('that is used up says so', async () => {
    const rig = await rigWith();
    await putBudget(rig, {});
    await evict(rig);
    const { status } = await rig.api.get(podDisruptionBudget, { ...ref, name: 'b' });
    expect(status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'InsufficientPods',
          message: '',
          observedGeneration: 1,
          lastTransitionTime: startTime,
        },
      ],
    });
  });

  test('that allows none refuses', async () => {
    const rig = await rigWith();
    await putBudget(rig, { disruptionsAllowed: 0, currentHealthy: 1 });
    const { status } = await refusal(evict(rig));
    expect(status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: blocked,
      reason: 'TooManyRequests',
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget b needs 1 healthy pods and has 1 currently',
          },
        ],
      },
      code: 429,
    });
    expect(await isLeaving(rig)).toBe(false);
  });

  test.each([{ observedGeneration: 1 }, { observedGeneration: undefined }])(
    'with the numbers of an older version (%j) is waited for',
    async (status) => {
      const rig = await rigWith();
      await putBudget(rig, status, { metadata: { generation: 2 } });
      const message = 'The disruption budget b is still being processed by the server.';
      expect((await refusal(evict(rig))).status).toMatchObject({
        code: 429,
        message: blocked,
        details: { causes: [{ reason: 'DisruptionBudget', message }], retryAfterSeconds: 10 },
      });
    },
  );

  test.each<[status: Partial<PodDisruptionBudget['status']>, why: string]>([
    [{ disruptionsAllowed: -1 }, 'pdb disruptions allowed is negative'],
    [
      {
        disruptedPods: Object.fromEntries(
          Array.from({ length: 2001 }, (_, n) => [`p${n}`, startTime]),
        ),
      },
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    ],
  ])('with numbers that cannot be is forbidden', async (status, why) => {
    const rig = await rigWith();
    await putBudget(rig, status);
    expect((await refusal(evict(rig))).status).toMatchObject({
      code: 403,
      message: `poddisruptionbudget.policy "b" is forbidden: ${why}`,
    });
  });

  test('is only one', async () => {
    const rig = await rigWith();
    await putBudget(rig, {});
    await putBudget(rig, {}, { metadata: { name: 'c' } });
    expect((await refusal(evict(rig))).status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      code: 500,
    });
  });

  test.each([
    { spec: { selector: { matchLabels: { app: 'y' } } } },
    { spec: {} },
    { metadata: { namespace: 'other' } },
  ])('for other pods (%j) has no say', async (parts) => {
    const rig = await rigWith();
    await putBudget(rig, { disruptionsAllowed: 0 }, parts);
    await evict(rig);
    expect(await isLeaving(rig)).toBe(true);
  });

  test.each<[State, boolean]>([
    [{ phase: 'Pending' }, false],
    [{ phase: 'Succeeded' }, false],
    [{ phase: 'Failed' }, false],
    [{ ready: false }, false],
    [{}, true],
  ])('protects %j: %j', async (state, isProtected) => {
    const rig = await rigWith(state);
    await putBudget(rig, { disruptionsAllowed: 0 });
    const before = await rig.read(budgets, 'default/b');
    if (isProtected) expect((await refusal(evict(rig))).code).toBe(429);
    else await evict(rig);
    expect(await rig.read(budgets, 'default/b')).toBe(before);
  });

  test('that has not enough healthy pods protects those that are not ready', async () => {
    const rig = await rigWith({ ready: false });
    await putBudget(rig, { disruptionsAllowed: 0, currentHealthy: 0 });
    expect((await refusal(evict(rig))).code).toBe(429);
  });

  test('is asked once: a pod that leaves already costs nothing more', async () => {
    const rig = await rigWith();
    await putBudget(rig, { disruptionsAllowed: 1 });
    await evict(rig);
    await evict(rig);
  });
});

test('two evictions at the same time share the budget', async () => {
  const rig = await rigWith();
  const made = await rig.createPod({ nodeName: 'n' }, { name: 'q', labels: { app: 'x' } });
  const status = { ...made.status, phase: 'Running' } as Pod['status'];
  await rig.api.update(context, pod, made.metadata, { ...made, status }, 'status');
  await putBudget(rig, { disruptionsAllowed: 2, currentHealthy: 0 });
  const other = { metadata: { name: 'q' } };
  await Promise.all([
    evict(rig),
    rig.api.createSubresource(context, pod, { ...ref, name: 'q' }, 'eviction', other),
  ]);
  const budget = await rig.api.get(podDisruptionBudget, { ...ref, name: 'b' });
  expect(budget.status.disruptionsAllowed).toBe(0);
  expect(Object.keys(budget.status.disruptedPods!).sort()).toEqual(['p', 'q']);
});
