/** What pods must not have, in the words of the releases before and after a change. */
import { describe, expect, it } from 'vitest';
import { pod } from '#kinds';
import { errorsIn } from './release.ts';

const c = { name: 'c', image: 'img' };
const podOf = (spec: object, metadata: object = {}) => ({
  metadata: { name: 'p', namespace: 'default', ...metadata },
  spec: { containers: [c], ...spec },
});
const withContainer = (parts: object, spec: object = {}) =>
  podOf({ containers: [{ ...c, ...parts }], ...spec });
const withInit = (parts: object) => podOf({ initContainers: [{ ...c, name: 'i', ...parts }] });
const exec = { exec: { command: ['x'] } };
const at = 'spec.containers[0]';
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'";
const envName =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
const sources = '`fieldRef`, `resourceFieldRef`';

/** What errors say from each minor on, in the order of the minors. */
type Told = readonly (readonly [minor: number, ...told: string[]])[];

describe('a pod', () => {
  it.each<[what: string, given: object, told: Told]>([
    [
      'a name that is taken',
      podOf({ initContainers: [{ name: 'c' }] }),
      [
        [24, 'spec.initContainers[0].image: Required', 'spec.initContainers[0].name: Duplicate'],
        [25, 'spec.initContainers[0].image: Required', 'spec.initContainers[0].name: Duplicate'],
      ],
    ],
    [
      'two containers of a name',
      podOf({ containers: [c, { name: 'c' }] }),
      [
        [24, 'spec.containers[1].name: Duplicate', 'spec.containers[1].image: Required'],
        [25, 'spec.containers[1].image: Required', 'spec.containers[1].name: Duplicate'],
      ],
    ],
    [
      'a probe of an init container',
      withInit({ startupProbe: exec }),
      [
        [24, 'startupProbe: Invalid value: core.Probe'],
        [25, 'startupProbe: Forbidden: may not be set for init containers'],
        [28, 'for init containers without restartPolicy=Always'],
      ],
    ],
    [
      'a policy for messages',
      withContainer({ terminationMessagePolicy: 'odd' }),
      [
        [24, `Invalid value: "odd": must be 'File' or 'FallbackToLogsOnError'`],
        [25, 'Unsupported value: "odd": supported values: "File", "FallbackToLogsOnError"'],
      ],
    ],
    [
      'a port without letters',
      withContainer({ ports: [{ name: '1', containerPort: 1 }] }),
      [
        [24, 'must contain at least one letter or number (a-z, 0-9)'],
        [25, 'must contain at least one letter (a-z)'],
      ],
    ],
    [
      'a kernel parameter with slashes',
      podOf({ securityContext: { sysctls: [{ name: 'net/ipv4/x' }] } }),
      [[24, 'must have at most 253 characters and match regex'], [25]],
    ],
    [
      'a kernel parameter of its host',
      podOf({ hostNetwork: true, securityContext: { sysctls: [{ name: 'net.ipv4.x' }] } }),
      [[28], [29, "may not be specified when 'hostNetwork' is true"]],
    ],
    [
      'more than it is limited to',
      withContainer({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
      [
        [26, 'must be less than or equal to cpu limit'],
        [27, 'must be less than or equal to cpu limit of 1'],
      ],
    ],
    [
      'a hostname with dots',
      podOf({ hostname: 'a.b' }),
      [
        [26, label],
        [27, 'must not contain dots'],
      ],
    ],
    [
      'all addresses of its host',
      withContainer({
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.hostIPs' } } }],
      }),
      [
        [27, 'field label not supported: status.hostIPs'],
        [28, "may not be set when feature gate 'PodHostIPs' is not enabled"],
        [29],
      ],
    ],
    [
      'a restart policy of a container',
      withContainer({ restartPolicy: 'Never' }),
      [[29, `${at}.restartPolicy: Forbidden: may not be set for non-init containers`], [35]],
    ],
    [
      'a restart policy of an init container',
      withInit({ restartPolicy: 'Never' }),
      [[29, 'Unsupported value: "Never": supported values: "Always"'], [35]],
    ],
    [
      'a sleep of no time',
      withContainer({ lifecycle: { preStop: { sleep: { seconds: 0 } } } }),
      [
        [30, 'must be greater than 0 and less than terminationGracePeriodSeconds (30)'],
        [32, '(30). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.'],
        [33],
      ],
    ],
    [
      'profiles that contradict each other',
      podOf(
        {
          containers: [{ ...c, securityContext: { appArmorProfile: { type: 'Unconfined' } } }],
        },
        { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default' } },
      ),
      [[29], [30, 'apparmor type in annotation and field must match']],
    ],
    [
      'an AppArmor profile of an unknown type',
      podOf({ securityContext: { appArmorProfile: { type: 'Other' } } }),
      [
        [29],
        [
          30,
          'spec.securityContext.appArmorProfile.type: Unsupported value: "Other": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
        ],
      ],
    ],
    [
      'a variable that begins with a digit',
      withContainer({
        env: [{ name: '1 a' }],
        envFrom: [{ prefix: '1', configMapRef: { name: 'm' } }],
      }),
      [[31, envName, envName], [32]],
    ],
    [
      'a variable with an equals sign',
      withContainer({ env: [{ name: 'a=b' }] }),
      [
        [31, envName],
        [32, "must consist only of printable ASCII characters other than '='"],
      ],
    ],
    [
      'a variable without a source',
      withContainer({ env: [{ name: 'a', valueFrom: {} }] }),
      [
        [34, `${sources}, \`configMapKeyRef\` or \`secretKeyRef\``],
        [35, `${sources}, \`configMapKeyRef\`, \`secretKeyRef\` or \`fileKeyRef\``],
      ],
    ],
    [
      'many domains to search in',
      podOf({ dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } }),
      [[25, 'must not have more than 6 search paths'], [26]],
    ],
    [
      'domains with underscores, and the root',
      podOf({ dnsConfig: { searches: ['_a.b_c', '.'] } }),
      [[32, 'RFC 1123 subdomain', 'RFC 1123 subdomain'], [33]],
    ],
    [
      'all of /proc, with the users of its host',
      withContainer({ securityContext: { procMount: 'Unmasked' } }),
      [[32], [33, '`hostUsers` must be false to use `Unmasked`']],
    ],
    [
      'a label of nodes with blanks',
      podOf({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'k', operator: 'In', values: ['a b'] }] },
              ],
            },
          },
        },
      }),
      [[32], [33, '.matchExpressions[0].values[0]: Invalid value: "a b"']],
    ],
    [
      'labels of files that change while it runs',
      podOf({ securityContext: { seLinuxChangePolicy: 'MountOption' } }),
      [[33, 'Unsupported value: "MountOption": supported values: "Recursive"'], [37]],
    ],
    [
      'users of its own in namespaces of its host',
      podOf({ hostUsers: false, hostNetwork: true }),
      [
        [33, 'when `pod.Spec.HostUsers` is false'],
        [34, 'when `hostUsers` is false'],
      ],
    ],
    [
      'no operating system',
      podOf({ os: { name: '' } }),
      [
        [33, 'spec.os.name: Required value: cannot be empty'],
        [34, 'spec.os.name: Required value'],
      ],
    ],
    [
      'a hostname of its own in the network of its host',
      podOf({ hostnameOverride: 'a.b', hostNetwork: true }),
      [[35, 'hostnameOverride: Forbidden: may not be specified when hostNetwork is true']],
    ],
    [
      'a file of the environment in a volume that is not empty',
      withContainer(
        {
          env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'a', key: 'K' } } }],
        },
        { volumes: [{ name: 'v', configMap: { name: 'm' } }] },
      ),
      [[35, 'volumeName: Invalid value: "v": referenced volume must be of type emptyDir']],
    ],
    [
      'many rules of restarts',
      withContainer({
        restartPolicy: 'Never',
        restartPolicyRules: Array.from({ length: 21 }, () => ({
          ...{ action: 'Restart', exitCodes: { operator: 'In' } },
        })),
      }),
      [
        [35, 'Too long: may not be more than 20 bytes'],
        [36, 'Too many: 21: must have at most 20 items'],
      ],
    ],
    [
      'a restart for other amounts of one that never restarts',
      withContainer(
        { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
        { restartPolicy: 'Never' },
      ),
      [
        [33, "must be 'NotRequired' when `restartPolicy` is 'Never'"],
        [36, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"],
      ],
    ],
    [
      'a restart of an init container for other amounts',
      withInit({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      [[35], [36, "must not be set to 'RestartContainer' for non-sidecar initContainers"]],
    ],
  ])('has %s', (_what, given, told) => {
    for (const [index, [minor, ...texts]] of told.entries()) {
      const next = told[index + 1]?.[0];
      // The last minor of a stretch says the same as its first.
      for (const each of new Set([minor, next === undefined ? 37 : next - 1])) {
        const expected = texts.map((text) => expect.stringContaining(text) as string);
        expect(errorsIn(each, pod, given), `1.${each}`).toEqual(expected);
      }
    }
  });
});
