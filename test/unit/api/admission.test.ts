import { describe, expect, test } from 'vitest';
import type { AdmissionPlugin } from '#api';
import { badRequest } from '#values';
import { namespace, node, pod } from '#kinds';
import type { Pod } from '#types';
import { apiRig, context, note, refusal, widget, type Widget } from '../../support/api.ts';

const containers = [{ name: 'c', image: 'i' }];
const ref = { namespace: 'default', name: 'p' };

async function makePod(spec: Partial<Pod['spec']>): Promise<Pod> {
  const { api } = await apiRig();
  return api.create(
    context,
    pod,
    { metadata: { name: 'p' }, spec: { containers, ...spec } },
    'default',
  );
}

describe('NamespaceLifecycle', () => {
  test('nothing is created in a namespace that does not exist', async () => {
    const { api } = await apiRig();
    const error = await refusal(api.create(context, note, { metadata: { name: 'n' } }, 'nope'));
    expect(error).toMatchObject({ code: 404, message: 'namespaces "nope" not found' });
  });

  test('nothing is created in a namespace that is going away, but all else works there', async () => {
    const { api } = await apiRig();
    await api.create(context, namespace, { metadata: { name: 'nn' } });
    const early = await api.create(context, note, { metadata: { name: 'early' } }, 'nn');
    await api.delete(context, namespace, { name: 'nn' });
    const error = await refusal(api.create(context, note, { metadata: { name: 'late' } }, 'nn'));
    expect(error.status).toMatchObject({
      code: 403,
      message:
        'notes "late" is forbidden: unable to create new content in namespace nn because it is being terminated',
      details: {
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace nn is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    });
    await api.update(context, note, early.metadata, { ...early, data: { a: 'b' } });
    expect((await api.delete(context, note, early.metadata)).removed).toBe(true);
  });
});

describe('Priority', () => {
  test('is 0 without a class', async () => {
    const { spec } = await makePod({});
    expect(spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    expect(spec.priorityClassName).toBeUndefined();
  });

  test.each<[spec: Partial<Pod['spec']>, message: string]>([
    [
      { priorityClassName: 'nope' },
      'pods "p" is forbidden: no PriorityClass with name nope was found',
    ],
    [
      { priority: 7 },
      'pods "p" is forbidden: the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      { preemptionPolicy: 'Never' },
      'pods "p" is forbidden: the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name',
    ],
  ])('%j is refused', async (spec, message) => {
    expect(await refusal(makePod(spec))).toMatchObject({ code: 403, message });
  });

  test('comes from the class', async () => {
    const { api, store } = await apiRig();
    const metadata = { name: 'high', uid: '', resourceVersion: '', creationTimestamp: '' };
    const high = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata,
      value: 500,
      preemptionPolicy: 'Never',
    };
    await store.put('priorityclasses.scheduling.k8s.io', 'high', high, context);
    const spec = { containers, priorityClassName: 'high' };
    const made = await api.create(context, pod, { metadata: { name: 'p' }, spec }, 'default');
    expect(made.spec).toMatchObject({ priority: 500, preemptionPolicy: 'Never' });
  });

  test('stays when an update leaves it out', async () => {
    const { api } = await apiRig();
    const made = await api.create(
      context,
      pod,
      { metadata: { name: 'p' }, spec: { containers } },
      'default',
    );
    const spec = { ...made.spec, priority: undefined, preemptionPolicy: undefined };
    const { object } = await api.update(context, pod, ref, { ...made, spec });
    expect(object).toBe(made);
  });
});

describe('DefaultTolerationSeconds', () => {
  const forFiveMinutes = (key: string) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  });
  const notReady = forFiveMinutes('node.kubernetes.io/not-ready');
  const unreachable = forFiveMinutes('node.kubernetes.io/unreachable');

  test.each<[given: Pod['spec']['tolerations'], added: unknown[]]>([
    [undefined, [notReady, unreachable]],
    [[{ key: 'x', operator: 'Exists' }], [notReady, unreachable]],
    [[{ ...notReady, operator: 'Exists', tolerationSeconds: 7 } as never], [unreachable]],
    [[{ key: 'node.kubernetes.io/unreachable', operator: 'Exists' }], [notReady]],
    [[{ operator: 'Exists', effect: 'NoSchedule' }], [notReady, unreachable]],
    [[{ operator: 'Exists' }], []],
  ])('to %j adds %j', async (given, added) => {
    const { spec } = await makePod({ tolerations: given });
    expect(spec.tolerations).toEqual([...(given ?? []), ...added]);
  });

  test('is one list for all pods without tolerations of their own', async () => {
    const [one, other] = [await makePod({}), await makePod({ tolerations: [] })];
    expect(one.spec.tolerations).toBe(other.spec.tolerations);
  });
});

describe('TaintNodesByCondition', () => {
  const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

  test.each([
    [undefined, [notReady]],
    [[{ key: 'a', effect: 'NoSchedule' }], [{ key: 'a', effect: 'NoSchedule' }, notReady]],
    [[notReady], [notReady]],
  ])('taints %j become %j', async (taints, expected) => {
    const { api } = await apiRig();
    const made = await api.create(context, node, {
      metadata: { name: 'n' },
      spec: { taints },
    } as never);
    expect(made.spec!.taints).toEqual(expected);
  });
});

describe('plugins', () => {
  test('mutate one after the other before validation, and validate at last', async () => {
    const seen: string[] = [];
    const grow = (name: string): AdmissionPlugin => ({
      name,
      handles: (kind, operation) => kind.kind === 'Widget' && operation === 'UPDATE',
      mutate(object, old) {
        const { spec } = object as Widget;
        seen.push(`${name} ${spec.size ?? 0}, was ${(old as Widget).spec.size ?? 0}`);
        return { ...object!, spec: { ...spec, size: (spec.size ?? 0) - 1 } } as Widget;
      },
      validate: (object) => {
        seen.push(`${name} judges ${(object as Widget).spec.size!}`);
      },
    });
    const { api } = await apiRig({ admission: [grow('one'), grow('two')] });
    const target = { namespace: 'default', name: 'w' };
    const made = await api.create(context, widget, { metadata: target }, 'default');
    expect(seen).toEqual([]);
    const { object } = await api.update(context, widget, target, { ...made, spec: { size: 5 } });
    expect(object.spec.size).toBe(3);
    expect(seen).toEqual(['one 5, was 0', 'two 4, was 0', 'one judges 3', 'two judges 3']);

    const bad = { ...object, spec: { size: 1 } };
    expect((await refusal(api.update(context, widget, target, bad))).reason).toBe('Invalid');
    expect(seen).toHaveLength(6);
  });

  test('that refuse leave the store alone', async () => {
    const no: AdmissionPlugin = {
      name: 'No',
      handles: (kind) => kind.kind === 'Note',
      validate: () => {
        throw badRequest('no');
      },
    };
    const { api, store } = await apiRig({ admission: [no] });
    const before = store.revision();
    const error = await refusal(api.create(context, note, { metadata: { name: 'n' } }, 'default'));
    expect(error.message).toBe('no');
    expect(store.revision()).toBe(before);
  });
});
