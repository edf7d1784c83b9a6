/** `/resize` of pods: other amounts of CPU and memory, and nothing else. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ofRelease, pod as declared, profileOf } from '#kinds';
import type { Pod } from '#types';
import { apiRig, context, refusal, type ApiRig } from '../../support/api.ts';

const profile = profileOf(37);
const pod = ofRelease(declared, profile.schemas);
const ref = { namespace: 'default', name: 'p' };
const main = { name: 'main', image: 'app:1' };
const amounts = (cpu: string) => ({ requests: { cpu, memory: '1Gi' } });

let rig: ApiRig;

beforeEach(async () => {
  rig = await apiRig({ profile });
  const limits = { cpu: '2', memory: '2Gi' };
  const limited = { name: 'limited', image: 'app:1', resources: { ...amounts('1'), limits } };
  const spec = { containers: [{ ...main, resources: amounts('1') }, limited] };
  await rig.api.create(context, pod, { metadata: { name: 'p' }, spec }, 'default');
});

async function resize(containers: readonly object[], more: object = {}): Promise<Pod> {
  const body = { spec: { containers, ...more } };
  return (await rig.api.patch(context, pod, ref, { type: 'strategic', body }, 'resize')).object;
}

describe('resizing a pod', () => {
  it('changes what a container requests, and raises the generation', async () => {
    const { spec, metadata } = await resize([{ name: 'main', resources: amounts('2') }]);
    expect(spec.containers[0]!.resources!.requests!.cpu).toBe('2');
    expect(metadata.generation).toBe(2);
  });

  it('leaves all else as it is', async () => {
    const { spec } = await resize([{ name: 'main', image: 'other' }], { nodeSelector: { a: 'b' } });
    expect([spec.containers[0]!.image, spec.nodeSelector]).toEqual(['app:1', undefined]);
  });

  it.each<[string, readonly object[], string]>([
    [
      'a request that goes',
      [{ name: 'main', resources: { requests: { cpu: null } } }],
      'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    ],
    [
      'limits that go',
      [{ name: 'limited', resources: { limits: { cpu: null, memory: null } } }],
      'spec.containers[1].resources.limits: Forbidden: resource limits cannot be removed',
    ],
    [
      'another kind of resource',
      [{ name: 'main', resources: { requests: { 'ephemeral-storage': '1Gi' } } }],
      'spec: Forbidden: only cpu and memory resources are mutable',
    ],
    [
      'another quality of service',
      [
        { name: 'main', resources: { limits: { cpu: '1', memory: '1Gi' } } },
        { name: 'limited', resources: { requests: { cpu: '2', memory: '2Gi' } } },
      ],
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    ],
    [
      'another container',
      [{ name: 'new', image: 'x' }],
      'spec.containers: Forbidden: containers may not be added or removed on resize',
    ],
  ])('refuses %s', async (_what, containers, told) => {
    const { message } = await refusal(resize(containers));
    expect(message).toBe(`Pod "p" is invalid: ${told}`);
  });
});
