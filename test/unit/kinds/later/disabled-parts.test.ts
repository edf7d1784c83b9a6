/** What goes with fields of pods whose gate is off. */
import { describe, expect, it } from 'vitest';
import { pod, profileOf, withGates } from '#kinds';
import { withoutDisabledParts } from '../../../../src/kinds/core/pod/disabled-parts.ts';

const without = withoutDisabledParts('spec');
/** 1.30 has a gate for sidecars; later it cannot be turned off. */
const off = (gate: string) =>
  withGates(profileOf(gate === 'SidecarContainers' ? 30 : 34), { [gate]: false });
const podOf = (spec: object) => ({ kind: pod.kind, metadata: { name: 'p' }, spec }) as never;
const left = (spec: object, gate: string, old?: object) =>
  (without(podOf(spec), old && podOf(old), off(gate)) as unknown as { readonly spec: object }).spec;

describe('images as volumes', () => {
  const volumes = [
    { name: 'image', image: { reference: 'r' } },
    { name: 'tmp', emptyDir: {} },
  ];
  const volumeMounts = volumes.map(({ name }) => ({ name, mountPath: `/${name}` }));
  const spec = { volumes, containers: [{ name: 'c', volumeMounts }, { name: 'd' }] };

  it('go with what mounts them', () => {
    expect(left(spec, 'ImageVolume')).toEqual({
      volumes: [volumes[1]],
      containers: [{ name: 'c', volumeMounts: [volumeMounts[1]] }, { name: 'd' }],
    });
  });

  it('stay where what is stored has some', () => {
    expect(left(spec, 'ImageVolume', spec)).toEqual(spec);
    expect(left(spec, 'ImageVolume', { ...spec, volumes: [volumes[1]] })).not.toEqual(spec);
  });

  it('stay where the gate is on', () => {
    expect(without(podOf(spec), undefined, profileOf(36))).toEqual(podOf(spec));
  });
});

describe('restarts of single containers', () => {
  const sidecar = { name: 'i', restartPolicy: 'Always' };

  it('go from init containers, unless what is stored has a sidecar', () => {
    const spec = { initContainers: [sidecar], containers: [{ name: 'c' }] };
    const bare = { ...spec, initContainers: [{ name: 'i' }] };
    expect(left(spec, 'SidecarContainers')).toEqual(bare);
    expect(left(spec, 'SidecarContainers', spec)).toEqual(spec);
    const never = { ...spec, initContainers: [{ name: 'i', restartPolicy: 'Never' }] };
    expect(left(spec, 'SidecarContainers', never)).toEqual(bare);
  });

  it('go from containers, and the sidecars stay', () => {
    const containers = [{ name: 'c', restartPolicy: 'Never' }];
    const spec = { initContainers: [sidecar], containers };
    expect(left(spec, 'ContainerRestartRules')).toEqual({
      initContainers: [sidecar],
      containers: [{ name: 'c' }],
    });
  });
});

it('signals to stop go, and hooks stay', () => {
  const preStop = { sleep: { seconds: 1 } };
  const containers = [
    { name: 'c', lifecycle: { stopSignal: 'SIGINT' } },
    { name: 'd', lifecycle: { stopSignal: 'SIGINT', preStop } },
    { name: 'e', lifecycle: { preStop } },
    { name: 'f' },
  ];
  const spec = {
    containers,
    ephemeralContainers: [containers[0]],
    initContainers: [containers[0]],
  };
  expect(left(spec, 'ContainerStopSignals')).toEqual({
    containers: [
      { name: 'c' },
      { name: 'd', lifecycle: { preStop } },
      { name: 'e', lifecycle: { preStop } },
      { name: 'f' },
    ],
    ephemeralContainers: [{ name: 'c' }],
    initContainers: [{ name: 'c' }],
  });
});

it('a pod with none of them is the same object', () => {
  const bare = podOf({ containers: [{ name: 'c' }] });
  expect(without(bare, undefined, off('ImageVolume'))).toBe(bare);
  const none = podOf(null as never);
  expect(without(none, undefined, off('ImageVolume'))).toBe(none);
});
