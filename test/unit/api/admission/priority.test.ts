import { describe, expect, test } from 'vitest';
import { pod as podKind } from '#kinds';
import type { PriorityClass } from '#types';
import { context, kindOf, refusal } from '../../../support/api.ts';
import { admissionRig, type AdmissionRig } from './rig.ts';

const priorityClass = kindOf<PriorityClass>({
  group: 'scheduling.k8s.io',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
});

const bucket = 'priorityclasses.scheduling.k8s.io';

async function rigWith(...classes: readonly (Partial<PriorityClass> & { name: string })[]) {
  const rig = await admissionRig();
  for (const { name, ...parts } of classes) {
    await rig.put(bucket, { metadata: { name }, value: 0, ...parts });
  }
  return rig;
}

const createClass = (rig: AdmissionRig, name: string, globalDefault: boolean) =>
  rig.api.create(context, priorityClass, { metadata: { name }, value: 1, globalDefault } as never);

describe('pods without a class', () => {
  test('get the default class', async () => {
    const rig = await rigWith(
      { name: 'other', value: 1 },
      { name: 'd', value: 5, globalDefault: true },
    );
    const { spec } = await rig.createPod();
    expect(spec).toMatchObject({ priorityClassName: 'd', priority: 5 });
  });

  test('get the lowest of several', async () => {
    const rig = await rigWith(
      { name: 'a', value: 5, globalDefault: true },
      { name: 'b', value: 3, globalDefault: true, preemptionPolicy: 'Never' },
    );
    const { spec } = await rig.createPod();
    expect(spec).toMatchObject({ priorityClassName: 'b', priority: 3, preemptionPolicy: 'Never' });
  });

  test('keep what they have when there is a default later', async () => {
    const rig = await admissionRig();
    const pod = await rig.createPod();
    await rig.put(bucket, { metadata: { name: 'd' }, value: 5, globalDefault: true });
    const changed = { ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } };
    const { object } = await rig.api.update(context, podKind, pod.metadata, changed);
    expect(object.spec.priority).toBe(0);
  });
});

test.each([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
])('%s is there without being stored, and stays', async (name, value) => {
  const rig = await admissionRig();
  const { spec } = await rig.createPod({ priorityClassName: name });
  expect(spec).toMatchObject({ priority: value, preemptionPolicy: 'PreemptLowerPriority' });
  const error = await refusal(rig.api.delete(context, priorityClass, { name }));
  expect(error.status).toMatchObject({
    code: 403,
    message: `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
  });
});

describe('a second default class', () => {
  const taken = 'PriorityClass one is already marked as default. Only one default can exist';

  test('is refused, when created and when made one', async () => {
    const rig = await admissionRig();
    const one = await createClass(rig, 'one', true);
    const error = await refusal(createClass(rig, 'two', true));
    expect(error.status).toMatchObject({
      code: 403,
      message: `priorityclasses.scheduling.k8s.io "two" is forbidden: ${taken}`,
      details: { name: 'two', group: 'scheduling.k8s.io', kind: 'priorityclasses' },
    });
    expect((await refusal(createClass(rig, 'one', true))).message).toContain(taken);
    const two = await createClass(rig, 'two', false);
    const update = (old: PriorityClass, parts: Partial<PriorityClass>) =>
      rig.api.update(context, priorityClass, old.metadata, { ...old, ...parts });
    expect((await refusal(update(two, { globalDefault: true }))).message).toContain(taken);
    await update(one, { description: 'still the default' });
  });
});
