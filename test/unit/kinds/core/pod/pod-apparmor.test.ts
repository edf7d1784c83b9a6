/** AppArmor profiles of new pods: what annotations and fields say, release by release. */
import { describe, expect, it } from 'vitest';
import { pod, profileOf } from '#kinds';
import type { AppArmorProfile, Pod } from '#types';

const key = 'container.apparmor.security.beta.kubernetes.io/c';
const fate = 'deprecated since v1.30; use the "appArmorProfile" field instead';

function made(
  minor: number,
  annotation: string | undefined,
  own?: AppArmorProfile,
  ofPod?: AppArmorProfile,
  further: object = {},
) {
  const profile = profileOf(minor);
  const sent = {
    metadata: {
      name: 'p',
      ...(annotation !== undefined && { annotations: { [key]: annotation } }),
    },
    spec: {
      containers: [{ name: 'c', ...(own && { securityContext: { appArmorProfile: own } }) }],
      securityContext: { ...(ofPod && { appArmorProfile: ofPod }) },
      ...further,
    },
    status: {},
  } as unknown as Pod;
  const { metadata, spec } = pod.rules.prepareCreate!(sent, { now: 0, profile });
  return {
    annotation: metadata.annotations?.[key],
    field: spec.containers[0]!.securityContext?.appArmorProfile,
    warnings: pod.rules.warningsAsSent!(sent, profile),
  };
}

const runtime: AppArmorProfile = { type: 'RuntimeDefault' };

describe('an annotation becomes a field', () => {
  it.each<[annotation: string, field: AppArmorProfile | undefined]>([
    ['runtime/default', runtime],
    ['unconfined', { type: 'Unconfined' }],
    ['localhost/a', { type: 'Localhost', localhostProfile: 'a' }],
    ['localhost/', undefined],
    ['localhost/ a', undefined],
    ['other', undefined],
  ])('%s from 1.30 on', (annotation, field) => {
    expect(made(29, annotation)).toEqual({ annotation, field: undefined, warnings: [] });
    for (const minor of [30, 34, 37]) {
      const warnings = [`metadata.annotations[${key}]: ${fate}`];
      expect(made(minor, annotation)).toEqual({ annotation, field, warnings });
    }
  });

  it('unless a field of the container or of the pod says so', () => {
    const annotation = 'runtime/default';
    expect(made(37, annotation, runtime)).toEqual({ annotation, field: runtime, warnings: [] });
    expect(made(37, annotation, undefined, runtime)).toEqual({
      ...{ annotation, field: undefined, warnings: [] },
    });
  });

  it('not for Windows', () => {
    const os = { name: 'windows' };
    expect(made(37, 'unconfined', undefined, undefined, { os })).toEqual({
      ...{ annotation: 'unconfined', field: undefined, warnings: [] },
    });
  });
});

describe('a field becomes an annotation', () => {
  it('from 1.30 to 1.33', () => {
    for (const [minor, annotation] of [
      [30, 'localhost/a'],
      [33, 'localhost/a'],
      [34, undefined],
    ] as const) {
      const field: AppArmorProfile = { type: 'Localhost', localhostProfile: 'a' };
      expect(made(minor, undefined, field)).toEqual({ annotation, field, warnings: [] });
    }
    expect(made(30, undefined, undefined, { type: 'Unconfined' }).annotation).toBe('unconfined');
    expect(made(30, undefined, undefined, runtime).annotation).toBe('runtime/default');
    expect(made(30, undefined).annotation).toBeUndefined();
  });
});
