import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import { created, errorsOf, updated } from '../samples.ts';

const policy = new KindRegistry(defaultProfile).byKind(
  'policy/v1beta1',
  'PodSecurityPolicy',
)! as Kind<Policy>;
type Policy = Parameters<typeof errorsOf>[1] & { readonly spec: Record<string, unknown> };

const any = { rule: 'RunAsAny' };

function policyOf(spec: object, annotations?: Record<string, string>): Policy {
  return {
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    metadata: { name: 'p', annotations },
    spec: { seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any, ...spec },
  } as unknown as Policy;
}

describe('pod security policies', () => {
  it('allow escalation by default, and lose what is behind a gate', () => {
    const given = policyOf({ allowedProcMountTypes: ['Default'] });
    expect(created(policy, given).spec).toEqual({
      ...policyOf({}).spec,
      allowPrivilegeEscalation: true,
    });
    expect(updated(policy, given, given).spec.allowedProcMountTypes).toEqual(['Default']);
  });

  it.each<[string, object, RegExp]>([
    ['a user rule', { runAsUser: { rule: 'X' } }, /^spec.runAsUser.rule: .*"MustRunAsNonRoot"/],
    ['no label rule', { seLinux: {} }, /^spec.seLinux.rule: Unsupported value: ""/],
    ['a group rule', { fsGroup: { rule: 'X' } }, /^spec.fsGroup.rule: .*"MayRunAs", "MustRunAs"/],
    ['a range', { runAsUser: { ...any, ranges: [{ min: 5, max: 1 }] } }, /cannot be greater/],
    ['a range below 0', { fsGroup: { ...any, ranges: [{ min: -1, max: 1 }] } }, /min.*negative$/],
    ['ranges for any', { runAsGroup: { ...any, ranges: [{ min: 1, max: 1 }] } }, /must be empty$/],
    ['no ranges', { runAsGroup: { rule: 'MayRunAs' } }, /IDRange\(nil\): must provide at least/],
    ['a volume', { volumes: ['odd'] }, /^spec.volumes: Unsupported value: "odd": .*"\*", "aws/],
    [
      'what is dropped',
      { defaultAddCapabilities: ['A'], requiredDropCapabilities: ['A'] },
      /^defaultAddCapabilities: .*listed in defaultAddCapabilities and requiredDrop/,
    ],
    [
      'all beside what is dropped',
      { allowedCapabilities: ['*'], requiredDropCapabilities: ['A'] },
      /^requiredDropCapabilities: Invalid value: \[\]core.Capability{"A"}: must be empty/,
    ],
    [
      'escalation',
      { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
      /Cannot set DefaultAllowPrivilegeEscalation to true/,
    ],
    ['no path', { allowedHostPaths: [{}] }, /^spec.allowedHostPaths\[0\]: Required value: is req/],
    ['a path', { allowedHostPaths: [{ pathPrefix: '/a/../b' }] }, /must not contain '..'$/],
    ['a flex driver', { allowedFlexVolumes: [{}] }, /FlexVolumes\[0\].driver: .*specify a driver$/],
    [
      'a driver',
      { allowedCSIDrivers: [{ name: 'a_b' }] },
      /allowedCSIDriver\[0\].name: .*RFC 1123/,
    ],
    ['a sysctl', { forbiddenSysctls: ['a*b'] }, /Sysctls\[0\]: .*at most 253 characters and match/],
    ['no sysctl', { forbiddenSysctls: [''] }, /empty sysctl not allowed$/],
    ['a sysctl beside all', { forbiddenSysctls: ['*', 'a'] }, /^spec.forbiddenSysctls.items: Forb/],
    [
      'a class that is not allowed',
      { runtimeClass: { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'b' } },
      /^spec.runtimeClass.allowedRuntimeClassNames: Required value: default "b" must be allowed$/,
    ],
    [
      'a class twice',
      { runtimeClass: { allowedRuntimeClassNames: ['a', 'a'] } },
      /Duplicate value/,
    ],
  ])('refuse %s', (_, spec, message) => {
    const errors = errorsOf(policy, policyOf(spec));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it.each<[string, string, RegExp]>([
    [
      'apparmor.security.beta.kubernetes.io/allowedProfileNames',
      'unconfined,x',
      /"unconfined,x": /,
    ],
    ['apparmor.security.beta.kubernetes.io/defaultProfileName', 'x', /invalid AppArmor profile/],
    ['seccomp.security.alpha.kubernetes.io/allowedProfileNames', '*,x', /"x": must be a valid sec/],
    ['seccomp.security.alpha.kubernetes.io/defaultProfileName', '*', /must be a valid seccomp/],
  ])('refuse the annotation %s: %s', (key, value, message) => {
    const errors = errorsOf(policy, policyOf({}, { [key]: value }));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [['a.b'], ['a.b'], ['allowedUnsafeSysctls[0]: a.b overlaps with a.b']],
    [['a.b'], ['a.*'], ['allowedUnsafeSysctls[0]: a.b overlaps with a.*']],
    [['a.*'], ['b', 'a.b'], ['forbiddenSysctls[1]: a.b overlaps with a.*']],
    [['a.*'], ['a.b.*'], ['forbiddenSysctls[0]: a.b.* overlaps with a.*']],
    [['a.b.*'], ['a.*'], ['allowedUnsafeSysctls[0]: a.b.* overlaps with a.*']],
    [['a.b'], ['a.bc', 'a', 'b.*'], []],
    [
      ['n.*'],
      ['n.z', 'm', 'n.a'],
      ['forbiddenSysctls[0]: n.z overlaps with n.*', 'forbiddenSysctls[2]: n.a overlaps with n.*'],
    ],
  ])('compare the sysctls %j with %j', (allowedUnsafeSysctls, forbiddenSysctls, told) => {
    const errors = errorsOf(policy, policyOf({ allowedUnsafeSysctls, forbiddenSysctls }));
    const wording = /^spec.(.*): Invalid value: "(.*)": sysctl (.*)$/;
    expect(errors.map((error) => error.replace(wording, '$1: $2 $3'))).toEqual(told);
  });

  it('compare long lists of sysctls in no time', () => {
    const allowedUnsafeSysctls = Array.from({ length: 40_000 }, (_, index) => `a.n${index}`);
    const forbiddenSysctls = allowedUnsafeSysctls.map((name) => `b.${name}`);
    expect(errorsOf(policy, policyOf({ allowedUnsafeSysctls, forbiddenSysctls }))).toEqual([]);
  });
});
