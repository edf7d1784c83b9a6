/** Annotations of pods that mean something to the cluster: their values, their changes, and fields beside them. */
import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#types';
import {
  validateAppArmor,
  validatePodAnnotations,
  validatePodAnnotationsChange,
  validateSeccompPairs,
} from '../../../../../src/kinds/core/pod/validation/pod-annotations.ts';
import { texts } from '../../samples.ts';

const mirror = 'kubernetes.io/config.mirror';
const cost = 'controller.kubernetes.io/pod-deletion-cost';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/';
const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/';

const spec = {
  initContainers: [{ name: 'first' }],
  containers: [{ name: 'main' }],
  ephemeralContainers: [{ name: 'debug' }],
} as unknown as PodSpec;

type Annotations = Readonly<Record<string, string>>;

describe('an annotation of a pod', () => {
  const found = (annotations: Annotations, of: object = {}): readonly string[] =>
    texts((errors) =>
      validatePodAnnotations(errors, annotations, { ...spec, ...of } as PodSpec, 'a'),
    );

  it.each<[string, string, object?]>([
    ['anything.example/else', 'x'],
    [mirror, 'x', { nodeName: 'n' }],
    [cost, '0'],
    [cost, '-1'],
    [cost, '2147483647'],
    [cost, '-2147483648'],
    [podSeccomp, 'runtime/default'],
    [podSeccomp, 'docker/default'],
    [podSeccomp, 'unconfined'],
    [podSeccomp, 'localhost/a/b.json'],
    [`${containerSeccomp}main`, 'unconfined'],
    [`${appArmor}main`, 'runtime/default'],
    [`${appArmor}first`, 'unconfined'],
    [`${appArmor}debug`, 'localhost/own'],
    [`${appArmor}main`, ''],
  ])('%s may be %j', (key, value, more) => {
    expect(found({ [key]: value }, more)).toEqual([]);
  });

  it('of seccomp is checked before those of AppArmor, in whatever order they are written', () => {
    const bad = { [`${appArmor}main`]: 'x', [`${containerSeccomp}main`]: 'y', [podSeccomp]: 'z' };
    expect(found({ ...bad, [cost]: 'x' }).map((text) => text.split(': ')[0])).toEqual([
      ...[`a[${cost}]`, `a.${podSeccomp}`, `a.${containerSeccomp}main`, `a[${appArmor}main]`],
    ]);
  });

  it.each<[string, string, string]>([
    [mirror, 'x', 'Invalid value: "x": must set spec.nodeName if mirror pod annotation is set'],
    ...['+1', '01', '1.5', '', '-', '-0x1', '2147483648', '-2147483649'].map(
      (value): [string, string, string] =>
        [...[cost, value], `Invalid value: "${value}": must be a 32bit integer`] as [
          string,
          string,
          string,
        ],
    ),
    [`${appArmor}other`, 'unconfined', 'Invalid value: "other": container not found'],
    [`${appArmor}main`, 'x', 'Invalid value: "x": invalid AppArmor profile name: "x"'],
  ])('%s must not be %j', (key, value, message) => {
    expect(found({ [key]: value })).toEqual([`a[${key}]: ${message}`]);
  });

  it.each([
    [podSeccomp, 'x', 'Invalid value: "x": must be a valid seccomp profile'],
    [podSeccomp, 'localhost/../x', `Invalid value: "../x": must not contain '..'`],
    [`${containerSeccomp}main`, 'localhost//x', 'Invalid value: "/x": must be a relative path'],
  ])('%s must not name the profile %j', (key, value, message) => {
    expect(found({ [key]: value })).toEqual([`a.${key}: ${message}`]);
  });

  it('of a pod without containers is about none', () => {
    const containers = { initContainers: undefined, containers: undefined };
    expect(
      found({ [`${appArmor}main`]: '' }, { ...containers, ephemeralContainers: undefined }),
    ).toEqual([`a[${appArmor}main]: Invalid value: "main": container not found`]);
  });

  it('that lists profiles is shown whole', () => {
    const errors = texts((each) => validateAppArmor(each, 'x', 'a', 'runtime/default,x'));
    expect(errors).toEqual([
      'a: Invalid value: "runtime/default,x": invalid AppArmor profile name: "x"',
    ]);
  });
});

describe('annotations that change', () => {
  const changed = (next: Annotations | undefined, old: Annotations | undefined) =>
    texts((errors) => validatePodAnnotationsChange(errors, next, old, 'a'));
  const armor = `${appArmor}main`;

  it.each<[string, Annotations | undefined, Annotations | undefined, ...string[]]>([
    ['may be any others', { x: '1' }, { y: '2' }],
    ['may be seccomp profiles', { [podSeccomp]: 'unconfined' }, {}],
    ['may stay', { [armor]: 'x', [mirror]: 'm' }, { [mirror]: 'm', [armor]: 'x' }],
    ['may be none', undefined, { x: '1' }],
    [
      'must not add profiles',
      { [armor]: 'x' },
      undefined,
      `a[${armor}]: Forbidden: may not add AppArmor annotations`,
    ],
    [
      'must not change profiles',
      { [armor]: 'x' },
      { [armor]: 'y' },
      `a[${armor}]: Forbidden: may not remove or update AppArmor annotations`,
    ],
    [
      'must not remove profiles',
      undefined,
      { [armor]: 'y' },
      `a[${armor}]: Forbidden: may not remove or update AppArmor annotations`,
    ],
    [
      'must not make a mirror pod',
      { [mirror]: 'm' },
      {},
      `a[${mirror}]: Forbidden: may not add mirror pod annotation`,
    ],
    [
      'must not end a mirror pod',
      {},
      { [mirror]: 'm' },
      `a[${mirror}]: Forbidden: may not remove or update mirror pod annotation`,
    ],
  ])('%s', (_, next, old, ...errors) => {
    expect(changed(next, old)).toEqual(errors);
  });
});

describe('a seccomp profile in annotation and field', () => {
  const pair = (annotation: string, seccompProfile: object | undefined): readonly string[] =>
    texts((errors) =>
      validateSeccompPairs(
        errors,
        { [podSeccomp]: annotation },
        { ...spec, securityContext: { seccompProfile } } as unknown as PodSpec,
        's',
      ),
    );
  const local = { type: 'Localhost', localhostProfile: 'a.json' };
  const wrongType =
    's.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match';
  const wrongName =
    's.securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match';

  it.each<[string, object | undefined, ...string[]]>([
    ['unconfined', { type: 'Unconfined' }],
    ['runtime/default', { type: 'RuntimeDefault' }],
    ['docker/default', { type: 'RuntimeDefault' }],
    ['localhost/a.json', local],
    ['unconfined', undefined],
    ['unconfined', { type: 'RuntimeDefault' }, wrongType],
    ['runtime/default', { type: 'Unconfined' }, wrongType],
    ['docker/default', local, wrongType],
    ['localhost/a.json', { type: 'Unconfined' }, wrongType],
    ['localhost/b.json', local, wrongName],
  ])('%s beside %j', (annotation, profile, ...errors) => {
    expect(pair(annotation, profile)).toEqual(errors);
  });

  it('is compared for each container by its name', () => {
    const of = (name: string) => ({ name, securityContext: { seccompProfile: local } });
    const all = { initContainers: [of('x'), of('y')], containers: [of('z')] };
    const annotations = {
      [`${containerSeccomp}y`]: 'unconfined',
      [`${containerSeccomp}z`]: 'localhost/b.json',
    };
    const found = texts((errors) =>
      validateSeccompPairs(errors, annotations, all as unknown as PodSpec, 's'),
    );
    expect(found).toEqual([
      wrongType.replace('s.', 's.initContainers[1].'),
      wrongName.replace('s.', 's.containers[0].'),
    ]);
    const none = texts((errors) => validateSeccompPairs(errors, undefined, spec, 's'));
    expect(none).toEqual([]);
  });
});
