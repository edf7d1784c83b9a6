import { describe, expect, it } from 'vitest';
import { pod } from '#kinds';
import { cases, container, errorsOf, messages, podOf } from '../../samples.ts';

/** The errors of a pod whose only container has these parts. */
function ofContainer(parts: object, spec: object = {}): readonly string[] {
  return errorsOf(pod, podOf({ containers: [{ ...container, ...parts }], ...spec }));
}

const envName =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const more = 'Invalid value: "": may not have more than one field specified at a time';

describe('containers', () => {
  it.each(
    cases([
      [
        'a name that is none',
        { name: '1A' },
        `spec.containers[0].env[0].name: Invalid value: "1A": ${envName}`,
      ],
      [
        'dots',
        { name: '..' },
        `spec.containers[0].env[0].name: Invalid value: "..": must not be '..'`,
      ],
      [
        'dots in front',
        { name: '..a' },
        `spec.containers[0].env[0].name: Invalid value: "..a": must not start with '..'`,
      ],
      [
        'no source',
        { name: 'A', valueFrom: {} },
        'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
      ],
      [
        'a value and a source',
        { name: 'A', value: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
      ],
      [
        'two sources',
        {
          name: 'A',
          valueFrom: {
            fieldRef: { fieldPath: 'metadata.name' },
            secretKeyRef: { name: 's', key: 'k' },
          },
        },
        `spec.containers[0].env[0].valueFrom: ${more}`,
      ],
      [
        'an unknown field',
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.foo' } } },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.foo": error converting fieldPath: field label not supported: spec.foo',
      ],
      [
        'a field that files can have',
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.podIP", "status.podIPs"',
      ],
      ['a label', { name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['tier']" } } }],
      [
        'a label that is none',
        { name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } },
        `spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: "a b": ${messages.name}`,
      ],
      [
        'a part of what has none',
        { name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.name['a']" } } },
        `spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name['a']": error converting fieldPath: field label does not support subscript: metadata.name['a']`,
      ],
      [
        'a field of another version',
        { name: 'A', valueFrom: { fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } } },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
      ],
      [
        'no field',
        { name: 'A', valueFrom: { fieldRef: {} } },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Required value',
      ],
      [
        'an unknown resource',
        { name: 'A', valueFrom: { resourceFieldRef: { resource: 'cpu' } } },
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "cpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
      [
        'huge pages',
        { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.hugepages-2Mi' } } },
      ],
      [
        'an odd unit',
        { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } } },
        `spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
      ],
      [
        'an odd unit of bytes',
        { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '3' } } },
        `spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.memory": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource`,
      ],
      [
        'a key of nothing',
        { name: 'A', valueFrom: { configMapKeyRef: { key: 'a b' } } },
        `spec.containers[0].env[0].valueFrom.configMapKeyRef.name: Invalid value: "": ${messages.subdomain}`,
        `spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
    ]),
  )('check variables: $what', ({ parts: variable, told }) => {
    expect(ofContainer({ env: [variable] })).toEqual(told);
  });

  it.each(
    cases([
      [
        'nothing',
        {},
        'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
      ],
      [
        'both',
        { configMapRef: { name: 'a' }, secretRef: { name: 'b' } },
        `spec.containers[0].envFrom: ${more}`,
      ],
      [
        'no name',
        { secretRef: {} },
        'spec.containers[0].envFrom[0].secretRef.name: Required value',
      ],
      [
        'a bad name',
        { configMapRef: { name: 'A' } },
        `spec.containers[0].envFrom[0].configMapRef.name: Invalid value: "A": ${messages.subdomain}`,
      ],
      [
        'a bad prefix',
        { prefix: '1', configMapRef: { name: 'a-' } },
        `spec.containers[0].envFrom[0].prefix: Invalid value: "1": ${envName}`,
      ],
    ]),
  )('check variables from objects: $what', ({ parts: source, told }) => {
    expect(ofContainer({ envFrom: [source] })).toEqual(told);
  });

  it.each(
    cases([
      [
        'a header',
        { livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'a b' }] } } },
        `spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
      ],
      [
        'a start twice',
        { startupProbe: {} },
        'spec.containers[0].startupProbe: Required value: must specify a handler type',
        'spec.containers[0].startupProbe: Required value: must specify a handler type',
      ],
      [
        'a grace period',
        { readinessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 5 } },
        'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes',
      ],
    ]),
  )('check probes: $what', ({ parts, told }) => {
    expect(ofContainer(parts)).toEqual(told);
  });

  it.each(
    cases([
      [
        'ids',
        { runAsUser: -1, runAsGroup: 2 ** 31 },
        'spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'spec.containers[0].securityContext.runAsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive',
      ],
      [
        'no type',
        { seccompProfile: {} },
        'spec.containers[0].securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set',
      ],
      [
        'no path',
        { seccompProfile: { type: 'Localhost' } },
        'spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      ],
      [
        'a path outside',
        { seccompProfile: { type: 'Localhost', localhostProfile: '/../a' } },
        // Said by the annotation too, once it is given the profile.
        'metadata.annotations.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "/../a": must be a relative path',
        `metadata.annotations.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "/../a": must not contain '..'`,
        'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: "/../a": must be a relative path',
        `spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: "/../a": must not contain '..'`,
      ],
      [
        'an unknown type',
        { seccompProfile: { type: 'Some' } },
        'spec.containers[0].securityContext.seccompProfile.type: Unsupported value: "Some": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
      [
        'rights that contradict',
        {
          allowPrivilegeEscalation: false,
          privileged: true,
          capabilities: { add: ['CAP_SYS_ADMIN'] },
        },
        'spec.containers[0].securityContext: Invalid value: core.SecurityContext{Capabilities:(*core.Capabilities)(0x0), Privileged:(*bool)(0x0), SELinuxOptions:(*core.SELinuxOptions)(nil), WindowsOptions:(*core.WindowsSecurityContextOptions)(nil), RunAsUser:(*int64)(nil), RunAsGroup:(*int64)(nil), RunAsNonRoot:(*bool)(nil), ReadOnlyRootFilesystem:(*bool)(nil), AllowPrivilegeEscalation:(*bool)(0x0), ProcMount:(*core.ProcMountType)(nil), SeccompProfile:(*core.SeccompProfile)(nil)}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
        'spec.containers[0].securityContext: Invalid value: core.SecurityContext{Capabilities:(*core.Capabilities)(0x0), Privileged:(*bool)(0x0), SELinuxOptions:(*core.SELinuxOptions)(nil), WindowsOptions:(*core.WindowsSecurityContextOptions)(nil), RunAsUser:(*int64)(nil), RunAsGroup:(*int64)(nil), RunAsNonRoot:(*bool)(nil), ReadOnlyRootFilesystem:(*bool)(nil), AllowPrivilegeEscalation:(*bool)(0x0), ProcMount:(*core.ProcMountType)(nil), SeccompProfile:(*core.SeccompProfile)(nil)}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      ],
      [
        'a user of Windows',
        { windowsOptions: { runAsUserName: 'a\\b\\c', gmsaCredentialSpec: '' } },
        'spec.containers[0].securityContext.windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
        'spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "a\\\\b\\\\c": runAsUserName cannot contain more than one backslash',
      ],
      [
        'a domain of Windows',
        { windowsOptions: { runAsUserName: '.a\\ .' } },
        `spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: ".a\\\\ .": runAsUserName's Domain doesn't match the NetBios nor the DNS format`,
        `spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: ".a\\\\ .": runAsUserName's User cannot contain only periods or spaces`,
      ],
    ]),
  )('check security: $what', ({ parts: securityContext, told }) => {
    expect(ofContainer({ securityContext })).toEqual(told);
  });

  it.each(
    cases([
      [
        'a path outside',
        { subPath: '../a' },
        `spec.containers[0].volumeMounts.subPath: Invalid value: "../a": must not contain '..'`,
      ],
      [
        'two paths',
        { subPath: 'a', subPathExpr: '/a' },
        'spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: "/a": subPathExpr and subPath are mutually exclusive',
        'spec.containers[0].volumeMounts.subPathExpr: Invalid value: "/a": must be a relative path',
      ],
      [
        'an unknown way',
        { mountPropagation: 'Up' },
        'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Up": supported values: "Bidirectional", "HostToContainer", "None"',
      ],
      [
        'a way for the privileged',
        { mountPropagation: 'Bidirectional' },
        'spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
      ],
    ]),
  )('check mounts: $what', ({ parts: mount, told }) => {
    const volumeMounts = [{ name: 'v', mountPath: '/v', ...mount }];
    expect(ofContainer({ volumeMounts }, { volumes: [{ name: 'v' }] })).toEqual(told);
  });

  it.each([
    ['a'.repeat(65_536), 0],
    ['a'.repeat(65_537), 1],
    ['\u00e9'.repeat(32_768), 0],
    ['\u00e9'.repeat(32_769), 1],
  ])('check the bytes of a credential of Windows (%#)', (gmsaCredentialSpec, count) => {
    const found = ofContainer({ securityContext: { windowsOptions: { gmsaCredentialSpec } } });
    expect(found).toHaveLength(count);
    for (const text of found) {
      expect(text.endsWith(': gmsaCredentialSpec size must be under 64 KiB')).toBe(true);
    }
  });

  it('check devices against volumes and mounts', () => {
    const volumes = [{ name: 'v' }, { name: 'c', persistentVolumeClaim: { claimName: 'c' } }];
    const volumeMounts = [{ name: 'c', mountPath: '/c' }];
    const volumeDevices = [
      { name: 'v', devicePath: '/../v' },
      { name: 'c', devicePath: '/c' },
      { name: 'x', devicePath: '' },
    ];
    expect(ofContainer({ volumeDevices, volumeMounts }, { volumes })).toEqual([
      'spec.containers[0].volumeMounts[0].name: Invalid value: "c": must not already exist in volumeDevices',
      'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/c": must not already exist as a path in volumeDevices',
      'spec.containers[0].volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      `spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/../v": can not contain backsteps ('..')`,
      'spec.containers[0].volumeDevices[1].name: Invalid value: "c": must not already exist in volumeMounts',
      'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/c": must not already exist as a path in volumeMounts',
      'spec.containers[0].volumeDevices[2].name: Not found: "x"',
      'spec.containers[0].volumeDevices[2].devicePath: Required value',
    ]);
  });

  it('check names of init containers against all before', () => {
    const initContainers = [
      { name: 'main', image: 'i' },
      { name: 'a', image: 'i' },
      { name: 'a', image: 'i' },
    ];
    expect(errorsOf(pod, podOf({ initContainers }))).toEqual([
      'spec.initContainers[2].name: Duplicate value: "a"',
      'spec.initContainers[0].name: Duplicate value: "main"',
      'spec.initContainers[2].name: Duplicate value: "a"',
    ]);
  });

  it('check resources with a prefix that quotas use', () => {
    expect(ofContainer({ resources: { limits: { 'requests.a.b/c': '1' } } })).toContain(
      `spec.containers[0].resources.limits[requests.a.b/c]: Invalid value: "requests.a.b/c": doesn't follow extended resource name standard`,
    );
  });
});
