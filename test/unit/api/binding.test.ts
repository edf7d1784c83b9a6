import { beforeEach, expect, test } from 'vitest';
import { pod } from '#kinds';
import type { Pod } from '#types';
import { apiRig, context, note, refusal, startTime, type ApiRig } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'p' };
const toNode = (name: string) => ({ metadata: { name: 'p' }, target: { kind: 'Node', name } });

let rig: ApiRig;
let made: Pod;

beforeEach(async () => {
  rig = await apiRig();
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  const metadata = { name: 'p', annotations: { a: '1' } };
  made = await rig.api.create(context, pod, { metadata, spec }, 'default');
});

function bind(body: unknown, target = ref) {
  return rig.api.createSubresource(context, pod, target, 'binding', body);
}

test('binds and says so in one write', async () => {
  const before = rig.store.revision();
  const binding = { ...toNode('n1'), metadata: { name: 'p', annotations: { b: '2' } } };
  expect(await bind(binding)).toBeUndefined();
  expect(rig.store.revision()).toBe(before + 1);
  const bound = await rig.api.get(pod, ref);
  expect(bound).toMatchObject({
    metadata: { annotations: { a: '1', b: '2' } },
    spec: { nodeName: 'n1' },
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: startTime }],
    },
  });
});

test('replaces an earlier condition about scheduling', async () => {
  const conditions = [
    { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
    { type: 'Ready', status: 'False' },
  ];
  const patch = { type: 'merge', body: { status: { conditions } } } as const;
  await rig.api.patch(context, pod, ref, patch, 'status');
  await bind(toNode('n1'));
  const { status } = await rig.api.get(pod, ref);
  expect(status.conditions).toMatchObject([
    { type: 'PodScheduled', status: 'True' },
    { type: 'Ready', status: 'False' },
  ]);
  expect(status.conditions![0]!.reason).toBeUndefined();
});

test('of two at the same time one wins', async () => {
  const outcomes = await Promise.allSettled([bind(toNode('n1')), bind(toNode('n2'))]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  {
    why: 'another name',
    body: { metadata: { name: 'q' }, target: { name: 'n1' } },
    error: { code: 400, message: 'name in URL does not match name in Binding object' },
  },
  {
    why: 'no name',
    body: { target: { name: 'n1' } },
    error: { code: 400, message: 'name in URL does not match name in Binding object' },
  },
  {
    why: 'no node',
    body: { metadata: { name: 'p' }, target: {} },
    error: { code: 500, message: 'target.name: Required value' },
  },
  {
    why: 'another uid',
    body: { metadata: { name: 'p', uid: 'x' }, target: { name: 'n1' } },
    error: { code: 409, message: expect.stringContaining('UID in precondition: x') },
  },
])('with $why is refused', async ({ body, error }) => {
  expect(await refusal(bind(body))).toMatchObject(error);
  expect(await rig.api.get(pod, ref)).toBe(made);
});

test('happens once', async () => {
  await bind(toNode('n1'));
  expect((await refusal(bind(toNode('n2')))).status).toMatchObject({
    code: 409,
    reason: 'Conflict',
    message:
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"',
    details: { name: 'p', kind: 'pods/binding' },
  });
});

test('does not happen to a pod that is being deleted, or is not there', async () => {
  const patch = { type: 'merge', body: { metadata: { finalizers: ['a.b/c'] } } } as const;
  await rig.api.patch(context, pod, ref, patch);
  await rig.api.delete(context, pod, ref);
  expect((await refusal(bind(toNode('n1')))).message).toBe(
    'Operation cannot be fulfilled on pods/binding "p": pod p is being deleted, cannot be assigned to a host',
  );
  const none = bind({ metadata: { name: 'q' }, target: { name: 'n1' } }, { ...ref, name: 'q' });
  expect(await refusal(none)).toMatchObject({ code: 404, message: 'pods "q" not found' });
});

test('is a matter of pods', async () => {
  const call = rig.api.createSubresource(context, note, ref, 'binding', toNode('n1'));
  expect((await refusal(call)).code).toBe(404);
});
