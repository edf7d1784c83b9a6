/**
 * What standards find in pods, by their version and by the release of the server: what recordings of
 * 1.34 and 1.37 (test/conformance) cannot show, as other releases judge and word it otherwise.
 */
import { describe, expect, it } from 'vitest';
import { profileOf, withGates } from '#kinds';
import type { PodSpec } from '#types';
import { detailsOf, violationsOf } from '../../../../../src/api/admission/pod-security/evaluate.ts';

const good = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const restrictedPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

/** A pod that keeps to the strictest standard, but for what is given. */
function found(
  standard: string,
  minor: number,
  { pod = {}, security = {}, annotations = {}, gates = {}, ...spec }: Given,
): string {
  const [level, version = 'latest'] = standard.split(':') as ['baseline', string | undefined];
  const whole = {
    securityContext: { ...restrictedPod, ...pod },
    containers: [{ name: 'c', securityContext: { ...good, ...security } }],
    ...spec,
  } as unknown as PodSpec;
  const subject = { metadata: { annotations }, spec: whole };
  return detailsOf(violationsOf(subject, { level, version }, withGates(profileOf(minor), gates)));
}

interface Given {
  readonly pod?: object;
  readonly security?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly os?: { readonly name: string };
  readonly hostUsers?: boolean;
  readonly hostNetwork?: boolean;
  readonly volumes?: readonly object[];
}

describe('annotations of AppArmor', () => {
  const key = 'container.apparmor.security.beta.kubernetes.io';
  it.each<[minor: number, annotations: Readonly<Record<string, string>>, found: string]>([
    [24, { [`${key}/c`]: 'runtime/default', [`${key}/d`]: 'localhost/x', [`${key}/e`]: '' }, ''],
    [24, { [`${key}/c`]: 'unconfined' }, `forbidden AppArmor profile (${key}/c="unconfined")`],
    [
      29,
      { [`${key}/d`]: 'unconfined', [`${key}/c`]: 'a"b' },
      `forbidden AppArmor profiles (${key}/c="a\\"b", ${key}/d="unconfined")`,
    ],
    [
      30,
      { [`${key}/c`]: 'unconfined' },
      `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${key}/c="unconfined"")`,
    ],
  ])('are named by 1.%i of %j so', (minor, annotations, text) => {
    expect(found('baseline', minor, { annotations })).toBe(text);
  });

  it('are listed behind fields, which releases before 1.30 do not look at', () => {
    const appArmorProfile = { type: 'Unconfined' };
    const given = {
      pod: { appArmorProfile },
      security: { appArmorProfile },
      annotations: { [`${key}/c`]: 'unconfined', [`${key}/d`]: 'x' },
    };
    expect(found('baseline', 30, given)).toBe(
      'forbidden AppArmor profiles (pod and container "c" and annotations must not set AppArmor profile type to ' +
        `"Unconfined", "${key}/c="unconfined"", "${key}/d="x"")`,
    );
    expect(found('baseline', 29, { ...given, annotations: {} })).toBe('');
  });
});

describe('users of SELinux', () => {
  const pod = { seLinuxOptions: { user: 'u', role: 'r' } };
  it.each([
    [25, ''],
    [26, 'user may not be set; role may not be set'],
  ])('without a type are named by 1.%i as %j', (minor, names) => {
    expect(found('baseline', minor, { pod })).toBe(
      `seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: ${names})`,
    );
  });

  it('beside a type are named by all', () => {
    const both = { seLinuxOptions: { type: 't', user: 'u' } };
    expect(found('baseline', 24, { pod: both })).toBe(
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "t"; user may not be set)',
    );
  });
});

describe('the version of a standard', () => {
  it.each<[standard: string, minor: number, isFound: boolean]>([
    ['restricted', 24, true],
    ['restricted:v1.25', 24, true],
    ['restricted', 25, false],
    ['restricted:v1.24', 25, true],
    ['restricted:v1.25', 25, false],
  ])('%s asks, on a server of 1.%i, pods of Windows for what they cannot have: %s', (...row) => {
    const [standard, minor, isFound] = row;
    const given = { pod: { seccompProfile: undefined }, os: { name: 'windows' } };
    expect(found(standard, minor, given) !== '').toBe(isFound);
  });

  const engine = { seLinuxOptions: { type: 'container_engine_t' } };
  const sysctl = { sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports', value: '1' }] };
  it.each<[standard: string, minor: number, pod: object, isFound: boolean]>([
    ['baseline', 30, engine, true],
    ['baseline:v1.31', 30, engine, true],
    ['baseline', 31, engine, false],
    ['baseline:v1.30', 37, engine, true],
    ['baseline', 26, sysctl, true],
    ['baseline:v1.999', 26, sysctl, true],
    ['baseline', 27, sysctl, false],
    ['baseline:v1.26', 37, sysctl, true],
  ])('%s is on a server of 1.%i none that this does not know: %j', (...row) => {
    const [standard, minor, pod, isFound] = row;
    expect(found(standard, minor, { pod }) !== '').toBe(isFound);
  });

  it('that has no seccomp profiles looks at annotations', () => {
    const annotations = {
      'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/c': 'x',
      'container.seccomp.security.alpha.kubernetes.io/other': 'x',
    };
    const given = { annotations, pod: { seccompProfile: { type: 'Unconfined' } } };
    expect(found('baseline:v1.18', 24, given)).toBe(
      'seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/c="x", ' +
        'seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    );
    expect(found('baseline:v1.19', 24, given)).toBe(
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    );
  });
});

describe('pods in a user namespace', () => {
  const root = { hostUsers: false, pod: { runAsUser: 0, runAsNonRoot: false } };
  const unmasked = { hostUsers: false, security: { procMount: 'Unmasked' } };
  const gates = { UserNamespacesPodSecurityStandards: true };
  const asRoot =
    'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), ' +
    'runAsUser=0 (pod must not set runAsUser=0)';
  const proc = 'procMount (container "c" must not set securityContext.procMount to "Unmasked")';

  it.each<[standard: string, minor: number, isOn: boolean, root: string, proc: string]>([
    ['restricted', 29, false, asRoot, proc],
    ['restricted', 29, true, '', proc],
    ['restricted:v1.0', 30, true, '', proc],
    ['restricted', 31, true, '', ''],
    ['baseline', 34, false, '', proc],
    ['baseline', 34, true, '', ''],
    ['restricted:v1.34', 35, false, asRoot, proc],
    ['restricted', 35, false, '', proc],
    ['baseline', 35, false, '', ''],
    ['baseline:v1.34', 35, false, '', proc],
  ])('keep to %s of 1.%i, with the gate %s, by %j and %j', (...row) => {
    const [standard, minor, isOn, ofRoot, ofProc] = row;
    const on = isOn ? { gates } : {};
    expect(found(standard, minor, { ...root, ...on })).toBe(ofRoot);
    expect(found(standard, minor, { ...unmasked, ...on })).toBe(ofProc);
  });
});

describe('volumes', () => {
  it.each([
    [31, 'restricted volume types (volume "v" uses restricted volume type "unknown")'],
    [32, 'restricted volume types (volume "v" uses restricted volume type "unknown")'],
    [33, ''],
  ])('of images are found by 1.%i so: %j', (minor, text) => {
    const volumes = [{ name: 'v', image: { reference: 'r' } }];
    expect(found('restricted', minor, { volumes })).toBe(text);
  });

  it('of the machine are found once, by the check of the level', () => {
    const volumes = [{ name: 'v', hostPath: { path: '/' } }];
    expect(found('baseline', 24, { volumes })).toBe('hostPath volumes (volume "v")');
    expect(found('restricted', 24, { volumes })).toBe(
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    );
  });
});

it('finds nothing at the least strict level', () => {
  expect(found('privileged', 24, { hostNetwork: true })).toBe('');
});
