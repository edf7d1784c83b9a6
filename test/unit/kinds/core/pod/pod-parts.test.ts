import { describe, expect, it } from 'vitest';
import { pod, defaultProfile } from '#kinds';
import {
  cases,
  container,
  created,
  updated,
  errorsOf,
  messages,
  podOf,
  updateErrorsOf,
} from '../../samples.ts';

describe('specs', () => {
  it.each(
    cases([
      [
        'ids',
        {
          securityContext: {
            fsGroup: -1,
            supplementalGroups: [0, -2],
            fsGroupChangePolicy: 'Often',
          },
        },
        'spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'spec.securityContext.supplementalGroups[1]: Invalid value: -2: must be between 0 and 2147483647, inclusive',
        'spec.securityContext.fsGroupChangePolicy: Unsupported value: "Often": supported values: "Always", "OnRootMismatch"',
      ],
      [
        'kernel settings',
        { securityContext: { sysctls: [{ name: 'a/b' }, { name: 'a.b' }, { name: 'a.b' }, {}] } },
        'spec.securityContext.sysctls[0].name: Invalid value: "a/b": must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*[a-z0-9]([-_a-z0-9]*[a-z0-9])?',
        'spec.securityContext.sysctls[2].name: Duplicate value: "a.b"',
        'spec.securityContext.sysctls[3].name: Required value',
      ],
      [
        'shared processes',
        { hostPID: true, shareProcessNamespace: true },
        'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ],
      [
        'no DNS at all',
        { dnsPolicy: 'None' },
        'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
      ],
      [
        'no servers',
        { dnsPolicy: 'None', dnsConfig: {} },
        'spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
      ],
      [
        'servers',
        {
          dnsConfig: {
            nameservers: ['1.1.1.1', 'x', '1.1.1.3', '::1'],
            searches: ['a.', 'A'],
            options: [{ value: 'v' }],
          },
        },
        'spec.dnsConfig.nameservers: Invalid value: []string{"1.1.1.1", "x", "1.1.1.3", "::1"}: must not have more than 3 nameservers',
        'spec.dnsConfig.nameservers[1]: Invalid value: "x": must be valid IP address',
        `spec.dnsConfig.searches[1]: Invalid value: "A": ${messages.subdomain}`,
        'spec.dnsConfig.options[0]: Required value: must not be empty',
      ],
      [
        'other names',
        { hostAliases: [{ ip: 'x', hostnames: ['A'] }] },
        'spec.hostAliases.ip: Invalid value: "x": must be valid IP address',
        `spec.hostAliases.hostnames: Invalid value: "A": ${messages.subdomain}`,
      ],
      [
        'gates',
        { readinessGates: [{ conditionType: 'a b' }] },
        `spec.readinessGates[0].conditionType: Invalid value: "a b": ${messages.name}`,
      ],
      [
        'neighbours',
        {
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                { topologyKey: '', namespaces: ['A'] },
              ],
            },
            podAntiAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 0,
                  podAffinityTerm: {
                    topologyKey: 'k',
                    labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
                  },
                },
              ],
            },
          },
        },
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace: Invalid value: "A": ${messages.label}`,
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": ${messages.name}`,
        'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100',
        `spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      ],
      [
        'an even spread',
        {
          topologySpreadConstraints: [
            { maxSkew: 0, topologyKey: 'z', whenUnsatisfiable: 'Wait' },
            { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'Wait' },
          ],
        },
        'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "Wait": supported values: "DoNotSchedule", "ScheduleAnyway"',
        'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{z, Wait}"',
        'spec.topologySpreadConstraints[1].whenUnsatisfiable: Unsupported value: "Wait": supported values: "DoNotSchedule", "ScheduleAnyway"',
      ],
      [
        'an unknown system',
        { os: { name: 'plan9' } },
        'spec.os: Unsupported value: "plan9": supported values: "linux", "windows"',
      ],
      ['no system', { os: {} }, 'spec.os.name: Required value: cannot be empty'],
      [
        'Windows on Linux',
        { os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
        'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
      ],
      [
        'Linux on Windows',
        {
          os: { name: 'windows' },
          hostIPC: true,
          securityContext: { runAsUser: 1 },
          containers: [{ ...container, securityContext: { privileged: true } }],
        },
        'spec.hostIPC: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
        'spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod',
      ],
      [
        'processes of the host',
        {
          containers: [
            { ...container, securityContext: { windowsOptions: { hostProcess: true } } },
            { ...container, name: 'b' },
          ],
        },
        'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
        'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
      ],
    ]),
  )('check $what', ({ parts: spec, told }) => {
    expect(errorsOf(pod, podOf(spec))).toEqual(told);
  });
});

describe('annotations', () => {
  const cost = 'controller.kubernetes.io/pod-deletion-cost';
  const appArmor = 'container.apparmor.security.beta.kubernetes.io/';
  it.each(
    cases([
      [
        'a cost',
        { [cost]: '+1' },
        `metadata.annotations[${cost}]: Invalid value: "+1": must be a 32bit integer`,
      ],
      ['a fair cost', { [cost]: '-01' }],
      [
        'a mirror',
        { 'kubernetes.io/config.mirror': 'm' },
        'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "m": must set spec.nodeName if mirror pod annotation is set',
      ],
      [
        'a profile',
        { 'seccomp.security.alpha.kubernetes.io/pod': 'x' },
        'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "x": must be a valid seccomp profile',
      ],
      [
        'a stranger',
        { [`${appArmor}who`]: 'x' },
        `metadata.annotations[${appArmor}who]: Invalid value: "who": container not found`,
        `metadata.annotations[${appArmor}who]: Invalid value: "x": invalid AppArmor profile name: "x"`,
      ],
    ]),
  )('check $what', ({ parts: annotations, told }) => {
    expect(errorsOf(pod, podOf({}, { annotations }))).toEqual(told);
  });

  it('say the same as fields, whichever was given', () => {
    const key = 'seccomp.security.alpha.kubernetes.io/pod';
    const said = created(pod, podOf({}, { annotations: { [key]: 'localhost/a.json' } }));
    expect(said.spec.securityContext).toEqual({
      seccompProfile: { type: 'Localhost', localhostProfile: 'a.json' },
    });
    const secured = {
      ...container,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    };
    expect(created(pod, podOf({ containers: [secured] })).metadata.annotations).toEqual({
      'container.seccomp.security.alpha.kubernetes.io/main': 'runtime/default',
    });
    const profiled = podOf(
      { securityContext: { seccompProfile: { type: 'Unconfined' } } },
      { annotations: { [key]: 'runtime/default' } },
    );
    expect(errorsOf(pod, profiled)).toEqual([
      'spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match',
    ]);
  });

  it('that confine a pod stay', () => {
    const old = created(pod, podOf({}, { annotations: { [`${appArmor}main`]: 'unconfined' } }));
    expect(
      updateErrorsOf(pod, { ...old, metadata: { ...old.metadata, annotations: {} } }, old),
    ).toEqual([
      `metadata.annotations[${appArmor}main]: Forbidden: may not remove or update AppArmor annotations`,
    ]);
  });
});

describe('what v1.24 has no use for', () => {
  const fancy = {
    ...container,
    livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 5 },
    securityContext: { procMount: 'Unmasked' },
  };
  const spread = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' };
  const asked = podOf({
    containers: [fancy],
    topologySpreadConstraints: [{ ...spread, minDomains: 2 }],
  });

  it('is dropped', () => {
    const { spec } = created(pod, asked);
    expect(spec.containers[0]!.livenessProbe).not.toHaveProperty('terminationGracePeriodSeconds');
    expect(spec.containers[0]!.securityContext).toEqual({ procMount: 'Default' });
    expect(spec.topologySpreadConstraints).toEqual([spread]);
  });

  it('stays where it is in use', () => {
    const whole = pod.rules.defaults!(asked, defaultProfile);
    expect(updated(pod, whole, whole)).toEqual(whole);
  });

  it('stays in a readiness probe, so that checks refuse it', () => {
    const readinessProbe = fancy.livenessProbe;
    const { spec } = created(pod, podOf({ containers: [{ ...container, readinessProbe }] }));
    expect(spec.containers[0]!.readinessProbe).toMatchObject({ terminationGracePeriodSeconds: 5 });
  });
});
