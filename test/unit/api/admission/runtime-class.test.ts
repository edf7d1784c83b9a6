import { describe, expect, test } from 'vitest';
import { runToEnd } from '#values';
import { pod as podKind } from '#kinds';
import type { Pod, RuntimeClass, Toleration } from '#types';
import { mergingTolerations } from '../../../../src/api/admission/merge-tolerations.ts';
import { context, refusal } from '../../../support/api.ts';
import { admissionRig, container, type AdmissionRig } from './rig.ts';

async function rigWith(parts: Partial<RuntimeClass>): Promise<AdmissionRig> {
  const rig = await admissionRig();
  const stored = { metadata: { name: 'kata' }, handler: 'kata', ...parts };
  await rig.put('runtimeclasses.node.cluster.io', stored);
  return rig;
}

const create = (rig: AdmissionRig, spec: Partial<Pod['spec']> = {}): Promise<Pod> =>
  rig.createPod({ runtimeClassName: 'kata', ...spec });

const overhead = { podFixed: { cpu: '250m', memory: '120Mi' } };
const differs =
  "pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const unfounded =
  'pods "p" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

test('an unknown class is refused', async () => {
  const error = await refusal(create(await admissionRig(), { runtimeClassName: 'nope' }));
  expect(error.status).toMatchObject({
    code: 403,
    message: 'pods "p" is forbidden: pod rejected: RuntimeClass "nope" not found',
  });
});

describe('overhead', () => {
  test.each<[given: Pod['spec']['overhead'], stored: Pod['spec']['overhead']]>([
    [undefined, overhead.podFixed],
    [overhead.podFixed, overhead.podFixed],
    [{ cpu: '0.25', memory: '122880Ki' }, overhead.podFixed],
  ])('%j becomes %j', async (given, stored) => {
    const { spec } = await create(await rigWith({ overhead }), { overhead: given });
    expect(spec.overhead).toEqual(stored);
  });

  test('is stored without digits finer than a thousandth, which classes keep', async () => {
    const rig = await rigWith({ overhead: { podFixed: { cpu: '1500u' } } });
    expect((await create(rig)).spec.overhead).toEqual({ cpu: '2m' });
  });

  test.each<[parts: Partial<RuntimeClass>, given: Pod['spec']['overhead'], why: string]>([
    [{ overhead }, { cpu: '1' }, differs],
    [{ overhead }, { cpu: '250m', memory: '121Mi' }, differs],
    [{}, { cpu: '1' }, unfounded],
  ])('of the class %j and of the pod %j', async (parts, given, why) => {
    const error = await refusal(create(await rigWith(parts), { overhead: given }));
    expect(error).toMatchObject({ code: 403, message: why });
  });

  test('of a pod without a class is refused', async () => {
    const rig = await admissionRig();
    const error = await refusal(rig.createPod({ overhead: { cpu: '1' } }));
    expect(error.message).toBe(unfounded);
  });
});

describe('the node selector', () => {
  const scheduling = { nodeSelector: { rt: 'kata', zone: 'a' } };

  test.each([
    [undefined, { rt: 'kata', zone: 'a' }],
    [
      { disk: 'ssd', zone: 'a' },
      { disk: 'ssd', rt: 'kata', zone: 'a' },
    ],
  ])('of the pod %j becomes %j', async (nodeSelector, merged) => {
    const { spec } = await create(await rigWith({ scheduling }), { nodeSelector });
    expect(spec.nodeSelector).toEqual(merged);
  });

  test('must not contradict', async () => {
    const rig = await rigWith({ scheduling });
    const error = await refusal(create(rig, { nodeSelector: { rt: 'other' } }));
    expect(error.message).toBe(
      'pods "p" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[rt] = kata; pod.spec.nodeSelector[rt] = other',
    );
  });

  test('of neither is none', async () => {
    const { spec } = await create(await rigWith({ scheduling: {} }));
    expect('nodeSelector' in spec).toBe(false);
  });
});

test("tolerations are the pod's, the defaults, the class's", async () => {
  const own: Toleration = { key: 'own', operator: 'Exists' };
  const tolerations: Toleration[] = [{ key: 'rt', operator: 'Exists' }, own];
  const { spec } = await create(await rigWith({ scheduling: { tolerations } }), {
    tolerations: [own],
  });
  expect(spec.tolerations!.map(({ key }) => key)).toEqual([
    'own',
    'node.kubernetes.io/not-ready',
    'node.kubernetes.io/unreachable',
    'rt',
  ]);
});

describe('merged tolerations', () => {
  const all: Toleration = { operator: 'Exists' };
  const exists: Toleration = { key: 'a', operator: 'Exists' };
  const equal: Toleration = { key: 'a', operator: 'Equal', value: 'x' };
  const bare: Toleration = { key: 'a', value: 'x' };
  const forever: Toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' };
  const brief: Toleration = { ...forever, tolerationSeconds: 10 };
  const long: Toleration = { ...forever, tolerationSeconds: 300 };
  const noSchedule: Toleration = { key: 'a', operator: 'Exists', effect: 'NoSchedule' };

  test.each<[given: Toleration[], kept: Toleration[]]>([
    [[exists, exists], [exists]],
    [[equal, exists], [exists]],
    [[exists, equal], [exists]],
    [[all, exists, equal], [all]],
    [[equal, all], [all]],
    [
      [equal, { ...equal, value: 'y' }],
      [equal, { ...equal, value: 'y' }],
    ],
    // What says nothing means Equal, but is covered by nothing that does.
    [[equal, bare], [bare]],
    [[bare, equal], [bare]],
    [[brief, long], [long]],
    [[long, brief], [long]],
    [[long, forever], [forever]],
    [
      [noSchedule, forever],
      [noSchedule, forever],
    ],
    [[noSchedule, exists], [exists]],
    [
      [{ key: 'b', operator: 'Exists' }, exists],
      [{ key: 'b', operator: 'Exists' }, exists],
    ],
  ])('%j are %j', (given, kept) => {
    expect(runToEnd(mergingTolerations(given))).toEqual(kept);
  });
});

test('requests that come by the wire pause within long merges', async () => {
  const pausesWith = async (size: number): Promise<number> => {
    const tolerations = Array.from({ length: size }, (_, index) => ({ key: `k${index}` }));
    const rig = await rigWith({ scheduling: { tolerations } });
    let pauses = 0;
    const yieldTurn = (): Promise<void> => {
      pauses++;
      return Promise.resolve();
    };
    const spec = { runtimeClassName: 'kata', containers: [container()] };
    const wanted = { metadata: { name: 'p' }, spec };
    const made = await rig.api.create({ ...context, yieldTurn }, podKind, wanted, 'default');
    expect((made as Pod).spec.tolerations!.length).toBeGreaterThanOrEqual(size);
    return pauses;
  };
  const few = await pausesWith(1);
  expect(await pausesWith(3000)).toBeGreaterThanOrEqual(few + 9);
});
