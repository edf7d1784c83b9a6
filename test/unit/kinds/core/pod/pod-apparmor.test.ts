/** AppArmor profiles of new pods: what annotations and fields say, release by release. */
import { describe, expect, it } from 'vitest';
import { pod, profileOf } from '#kinds';
import type { AppArmorProfile, Pod } from '#types';
import { errorsIn } from '../../later/release.ts';

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

describe('a profile is refused', () => {
  const refused = (profile: object, annotation?: string): string => {
    const annotations = annotation === undefined ? {} : { annotations: { [key]: annotation } };
    const securityContext = { appArmorProfile: profile };
    const sent = {
      metadata: { name: 'p', namespace: 'default', ...annotations },
      spec: { containers: [{ name: 'c', image: 'img', securityContext }] },
    };
    return errorsIn(30, pod, sent).join('\n');
  };
  const at = 'spec.containers[0].securityContext.appArmorProfile';
  const local = (localhostProfile: string) => ({ type: 'Localhost', localhostProfile });
  const must = 'Required value: must be set when AppArmor type is Localhost';
  const apart = 'Forbidden: apparmor profile in annotation and field must match';
  const otherType = 'Forbidden: apparmor type in annotation and field must match';
  it.each<[profile: object, annotation: string | undefined, expected: string]>([
    [{}, undefined, `${at}.type: Required value: type is required when appArmorProfile is set`],
    [{ type: 'Localhost' }, undefined, `${at}.localhostProfile: ${must}`],
    [local(''), undefined, `${at}.localhostProfile: ${must}`],
    [
      { type: 'Unconfined', localhostProfile: 'a' },
      undefined,
      `${at}.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost`,
    ],
    [
      local(' a'),
      undefined,
      `${at}.localhostProfile: Invalid value: " a": must not be padded with whitespace`,
    ],
    [
      local('a'.repeat(4096)),
      undefined,
      `${at}.localhostProfile: Too long: may not be longer than 4095`,
    ],
    [local('a'.repeat(4095)), undefined, ''],
    [local('a'), 'localhost/a', ''],
    [local('a'), 'localhost/b', `${at}.localhostProfile: ${apart}`],
    [local('a'), 'unconfined', `${at}.type: ${otherType}`],
    [{ type: 'Unconfined' }, 'runtime/default', `${at}.type: ${otherType}`],
    [{ type: 'Unconfined' }, 'unconfined', ''],
    [runtime, 'runtime/default', ''],
  ])('in the words of a server: %j, %j', (profile, annotation, expected) => {
    expect(refused(profile, annotation)).toBe(expected);
  });
});
