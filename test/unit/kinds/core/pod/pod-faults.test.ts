/** What pods must not have: in probes, networks and searches, in their status, and in containers for debugging. */
import { describe, expect, it } from 'vitest';
import { pod, defaultProfile } from '#kinds';
import type { Pod } from '#types';
import { container, context, created, errorsOf, messages, podOf, texts } from '../../samples.ts';
import { partOf } from '../../../../support/part.ts';

const exec = { exec: { command: ['x'] } };
const at = 'spec.containers[0]';
const noPort = 'Invalid value: 0: must be between 1 and 65535, inclusive';

describe('a pod', () => {
  const shown =
    'core.Probe{ProbeHandler:core.ProbeHandler{Exec:(*core.ExecAction)(0x0), HTTPGet:(*core.HTTPGetAction)(nil), TCPSocket:(*core.TCPSocketAction)(nil), GRPC:(*core.GRPCAction)(nil)}, InitialDelaySeconds:0, TimeoutSeconds:1, PeriodSeconds:10, SuccessThreshold:1, FailureThreshold:3, TerminationGracePeriodSeconds:(*int64)(nil)}';
  const notForInit = 'must not be set for init containers';
  it.each<[string, object, ...string[]]>([
    [
      'init containers that are probed',
      {
        initContainers: [
          {
            ...{ name: 'i', image: 'x', lifecycle: {} },
            ...{ livenessProbe: exec, readinessProbe: exec, startupProbe: exec },
          },
        ],
      },
      `spec.initContainers[0].lifecycle: Invalid value: core.Lifecycle{PostStart:(*core.LifecycleHandler)(nil), PreStop:(*core.LifecycleHandler)(nil)}: ${notForInit}`,
      ...['livenessProbe', 'readinessProbe', 'startupProbe'].map(
        (probe) => `spec.initContainers[0].${probe}: Invalid value: ${shown}: ${notForInit}`,
      ),
    ],
    [
      'spaces around an image',
      { containers: [{ ...container, image: ' a ' }] },
      `${at}.image: Invalid value: " a ": must not have leading or trailing whitespace`,
    ],
    [
      'a policy for messages',
      { containers: [{ ...container, terminationMessagePolicy: 'odd' }] },
      `${at}.terminationMessagePolicy: Invalid value: "odd": must be 'File' or 'FallbackToLogsOnError'`,
    ],
    [
      'containers for debugging from the start',
      { ephemeralContainers: [{ name: 'd', image: 'x' }] },
      'spec.ephemeralContainers: Forbidden: cannot be set on create',
    ],
    [
      'a policy for preemption',
      { preemptionPolicy: 'odd' },
      'spec.preemptionPolicy: Unsupported value: "odd": supported values: "PreemptLowerPriority", "Never"',
    ],
    [
      'a runtime class',
      { runtimeClassName: 'A B' },
      `spec.runtimeClassName: Invalid value: "A B": ${messages.subdomain}`,
    ],
    [
      'two ports for one in the network of the node',
      {
        hostNetwork: true,
        containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 81 }] }],
      },
      `${at}.ports[0].containerPort: Invalid value: 80: must match \`hostPort\` when \`hostNetwork\` is true`,
    ],
    [
      'a file of a profile that has none',
      { securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'x' } } },
      'spec.securityContext.seccompProfile.localhostProfile: Invalid value: core.SeccompProfile{Type:"RuntimeDefault", LocalhostProfile:(*string)(0x0)}: can only be set when seccomp type is Localhost',
    ],
  ])('must not have %s', (_, spec, ...errors) => {
    expect(errorsOf(pod, podOf(spec))).toEqual(errors);
  });

  it('has probes of one kind that succeed at once', () => {
    const livenessProbe = { ...exec, tcpSocket: { port: 1 }, successThreshold: 2 };
    const readinessProbe = { grpc: { port: 0 }, terminationGracePeriodSeconds: 5 };
    const errorsWith = (probes: object) =>
      errorsOf(pod, podOf({ containers: [{ ...container, ...probes }] }));
    expect(errorsWith({ livenessProbe })).toEqual([
      `${at}.livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type`,
      `${at}.livenessProbe.successThreshold: Invalid value: 2: must be 1`,
    ]);
    expect(errorsWith({ readinessProbe })).toEqual([
      `${at}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes`,
      `${at}.readinessProbe.grpc.port: ${noPort}`,
    ]);
    expect(errorsWith({ livenessProbe: { tcpSocket: { port: 0 } } })).toEqual([
      `${at}.livenessProbe.tcpSocket.port: ${noPort}`,
    ]);
    expect(errorsWith({ lifecycle: { postStart: {}, preStop: { exec: {} } } })).toEqual([
      `${at}.lifecycle.postStart: Required value: must specify a handler type`,
      `${at}.lifecycle.preStop.exec.command: Required value`,
    ]);
  });

  it('searches in 6 domains of 256 characters at most', () => {
    const errorsWith = (count: number, length: number) =>
      errorsOf(pod, podOf({ dnsConfig: { searches: Array(count).fill('a'.repeat(length)) } })).map(
        (error) => error.replace(/\[\]string\{.*\}/, 'LIST'),
      );
    const field = 'spec.dnsConfig.searches: Invalid value: LIST: must not have more than';
    expect(errorsWith(6, 41)).toEqual([]);
    expect(errorsWith(7, 2)).toEqual([`${field} 6 search paths`]);
    expect(errorsWith(6, 42)).toEqual([
      `${field} 256 characters (including spaces) in the search list`,
    ]);
  });
});

describe('the status of a pod', () => {
  const part = partOf(pod, 'status');
  const errorsWith = (status: object): readonly string[] => {
    const old = { ...created(pod, podOf()), status: {} } as Pod;
    const next = part.prepare!({ ...old, status } as Pod, old, context);
    return texts((errors) => part.validate!(errors, next, old, context));
  };
  const ip = (text: string): string => `core.PodIP{IP:"${text}"}`;
  const families = (...ips: readonly string[]): string =>
    `status.podIPs: Invalid value: []core.PodIP{${ips.map(ip).join(', ')}}: may specify no more than one IP for each IP family`;
  const wrong = 'Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

  it.each<[readonly string[], ...string[]]>([
    [['10.0.0.1']],
    [['10.0.0.1', 'fd00::1']],
    [['x'], `status.podIPs[0]: ${wrong}`],
    [
      ['10.0.0.1', 'x'],
      `status.podIPs[1]: ${wrong}`,
      'status.podIPs: Internal error: failed to check for dual stack with error:ip <nil> is invalid',
      families('10.0.0.1', 'x'),
    ],
    [['10.0.0.1', '10.0.0.2'], families('10.0.0.1', '10.0.0.2')],
    [
      ['10.0.0.1', '10.0.0.1'],
      families('10.0.0.1', '10.0.0.1'),
      `status.podIPs[1]: Duplicate value: ${ip('10.0.0.1')}`,
    ],
    [['10.0.0.1', 'fd00::1', 'fd00::2'], families('10.0.0.1', 'fd00::1', 'fd00::2')],
  ])('has an address of each family at most: %j', (ips, ...errors) => {
    const podIPs = ips.map((each) => ({ ip: each }));
    expect(errorsWith({ podIP: ips[0], podIPs })).toEqual(errors);
  });

  it('names a node, and conditions', () => {
    expect(errorsWith({ nominatedNodeName: 'A B' })).toEqual([
      `status.nominatedNodeName: Invalid value: "A B": ${messages.subdomain}`,
    ]);
    const conditions = ['Ready', 'a b', 'x.io/y'].map((type) => ({ type, status: 'True' }));
    expect(errorsWith({ conditions })).toEqual([
      `metadata.conditions[1].Type: Invalid value: "a b": ${messages.name}`,
    ]);
  });
});

describe('containers for debugging', () => {
  const part = partOf(pod, 'ephemeralcontainers');
  const withThem = (ephemeralContainers: readonly object[]): Pod =>
    pod.rules.defaults!(
      podOf({ volumes: [{ name: 'v', emptyDir: {} }], ephemeralContainers }, { uid: 'u' }),
      defaultProfile,
    );
  const errorsWith = (list: readonly object[], old: readonly object[] = []) =>
    texts((errors) => part.validate!(errors, withThem(list), withThem(old), context));
  const d = { name: 'd', image: 'x' };
  const first = 'spec.ephemeralContainers[0]';
  const why = 'Forbidden: cannot be set for an Ephemeral Container';

  it.each<[string, readonly object[], readonly object[], ...string[]]>([
    ['be added', [d, { ...d, name: 'e', targetContainerName: 'main' }], [d]],
    [
      'be beside a container that is not there',
      [{ ...d, targetContainerName: 'none' }],
      [],
      `${first}.targetContainerName: Not found: "none"`,
    ],
    [
      'be without name',
      [{ image: 'x' }],
      [],
      `${first}: Required value: ephemeralContainer requires a name`,
    ],
    [
      'have the name of another container',
      [{ ...d, name: 'main' }],
      [],
      `${first}.name: Duplicate value: "main"`,
    ],
    ['have a name twice', [d, d], [], 'spec.ephemeralContainers[1].name: Duplicate value: "d"'],
    ['be without image', [{ name: 'd' }], [], `${first}[0].image: Required value`],
    [
      'serve anything',
      [
        {
          ...{ ...d, ports: [{ containerPort: 1 }], lifecycle: { preStop: exec } },
          ...{ livenessProbe: exec, readinessProbe: exec, startupProbe: exec },
        },
      ],
      [],
      ...['ports', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'].map(
        (field) => `${first}.${field}: ${why}`,
      ),
    ],
    [
      'ask for resources',
      [{ ...d, resources: { limits: { cpu: '1' } } }],
      [],
      `${first}.resources: ${why}`,
    ],
    [
      'see parts of volumes',
      [
        {
          ...d,
          volumeMounts: [
            { name: 'v', mountPath: '/a', subPath: 'b' },
            { name: 'v', mountPath: '/c', subPathExpr: 'd' },
          ],
        },
      ],
      [],
      `${first}.volumeMounts[0].subPath: ${why}`,
      `${first}.volumeMounts[1].subPathExpr: ${why}`,
    ],
    [
      'be removed',
      [],
      [d],
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be removed\n',
    ],
  ])('may, or must not, %s', (_, list, old, ...errors) => {
    expect(errorsWith(list, old)).toEqual(errors);
  });

  it('must not change', () => {
    expect(errorsWith([{ ...d, image: 'y' }], [d]).join()).toMatch(
      /^spec\.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be changed\n.*image/is,
    );
  });
});
