/** What releases refuse of workloads, at the minors where that changed. */
import { describe, expect, it } from 'vitest';
import { deployment, job, profileOf, type Kind } from '#kinds';
import { findErrors, parseLabelSelector, type FieldErrors } from '#values';
import type { Condition } from '#types';
import { validateStatefulSetStatus } from '../../../src/kinds/apps/validate-stateful-set.ts';
import { validateConditions } from '../../../src/kinds/object/validate-conditions.ts';
import { apiRig, context, refusal } from '../../support/api.ts';
import { causesIn, type Refused } from '../../support/causes.ts';

const container = { name: 'c', image: 'i' };
const template = { metadata: { labels: { a: 'x' } }, spec: { containers: [container] } };
const statefulSet = (more: object): Refused => ({
  resource: 'statefulsets.v1.apps',
  object: { spec: { selector: { matchLabels: { a: 'x' } }, serviceName: 's', template, ...more } },
});
const badValue = { key: 'a', operator: 'NotIn', values: ['a b'] };
const daemonSet: Refused = {
  resource: 'daemonsets.v1.apps',
  object: { spec: { selector: { matchExpressions: [badValue] }, template } },
};
const rolling = (maxUnavailable: number | string): Refused =>
  statefulSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } } });
const maxUnavailable = 'spec.updateStrategy.rollingUpdate.maxUnavailable';

it.each<[what: string, minor: number, Refused, causes: readonly unknown[]]>([
  [
    'refuses values in selectors from 1.26',
    26,
    daemonSet,
    [
      expect.stringMatching(
        /^spec.selector.matchExpressions\[0\].values\[0\]: Invalid value: "a b"/,
      ),
    ],
  ],
  [
    'refuses ordinals below 0 and policies for claims that there are not',
    27,
    statefulSet({
      ordinals: { start: -1 },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'No' },
    }),
    [
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "No": supported values: "Retain", "Delete"',
      'spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
    ],
  ],
  [
    'refuses StatefulSets of which no pod may be missing, where they say how many',
    37,
    rolling('0%'),
    [`${maxUnavailable}: Invalid value: "0%": cannot be 0`],
  ],
  [
    'refuses StatefulSets of which more than all pods may be missing',
    37,
    rolling('101%'),
    [`${maxUnavailable}: Invalid value: "101%": must not be greater than 100%`],
  ],
  [
    'refuses autoscalers with a tolerance below 0, where they have one',
    35,
    {
      resource: 'horizontalpodautoscalers.v2.autoscaling',
      object: {
        spec: {
          ...{ maxReplicas: 2, behavior: { scaleUp: { tolerance: '-0.1' } } },
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
        },
      },
    },
    ['spec.behavior.scaleUp.tolerance: Invalid value: "-100m": must be greater than or equal to 0'],
  ],
  ...[28, 29].map((minor): [string, number, Refused, readonly unknown[]] => {
    const sysctls = ['net/core.somaxconn', 'kernel.sem', 'vm.swappiness'];
    const securityContext = { sysctls: sysctls.map((name) => ({ name, value: '1' })) };
    const spec = { ...template.spec, hostNetwork: true, hostIPC: true, securityContext };
    const at = (index: number): string => `spec.securityContext.sysctls[${index}].name`;
    return [
      `refuses what pods set for their host from 1.29, here at 1.${minor}`,
      minor,
      { resource: 'pods.v1.', object: { spec } },
      [
        ...(minor < 29
          ? []
          : [
              `${at(0)}: Invalid value: "net/core.somaxconn": may not be specified when 'hostNetwork' is true`,
              `${at(1)}: Invalid value: "kernel.sem": may not be specified when 'hostIPC' is true`,
            ]),
      ],
    ];
  }),
  ...[24, 25].map((minor): [string, number, Refused, readonly unknown[]] => {
    const securityContext = { sysctls: [{ name: 'net/core/somaxconn', value: '1' }] };
    const object = { spec: { ...template.spec, securityContext } };
    const refused = expect.stringContaining('must have at most 253 characters and match regex');
    return [
      `accepts slashes in names of kernel settings from 1.25, here at 1.${minor}`,
      minor,
      { resource: 'pods.v1.', object },
      minor < 25 ? [refused] : [],
    ];
  }),
  [
    'checks templates of StatefulSets with the names and the claims that pods get',
    34,
    statefulSet({
      template: { ...template, spec: { ...template.spec, hostname: '-', subdomain: '-' } },
      volumeClaimTemplates: ['v', 'v'].map((name) => ({
        metadata: { name },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
      })),
    }),
    [],
  ],
])('%s', async (_, minor, refused, causes) => {
  expect(await causesIn(minor, refused).catch(() => [])).toEqual(causes);
});

it('accepts any values in selectors until 1.25', async () => {
  const { api } = await apiRig({ profile: profileOf(25) });
  const kind = api.kinds.byResource('apps', 'v1', 'daemonsets') as Kind;
  const metadata = { namespace: 'default', name: 'd' };
  await expect(
    api.create(context, kind, { metadata, ...daemonSet.object } as never),
  ).resolves.toBeDefined();
});

describe('paths and names in messages', () => {
  it.each([
    [25, '(*intstr.IntOrString)(0x0)}'],
    [26, 'UnhealthyPodEvictionPolicy:(*policy.UnhealthyPodEvictionPolicyType)(nil)}'],
  ])('a budget that sets too much is shown as it is at 1.%i', async (minor, end) => {
    const object = { spec: { minAvailable: 1, maxUnavailable: 1 } };
    const [cause] = await causesIn(minor, { resource: 'poddisruptionbudgets.v1.policy', object });
    expect(cause).toContain(`${end}: minAvailable and maxUnavailable cannot be both set`);
  });

  it.each([
    [24, 'readyReplicas'],
    [25, 'status.readyReplicas'],
  ])('the ready replicas of a StatefulSet are called so at 1.%i: %s', (minor, name) => {
    const errors = findErrors(
      (found) => validateStatefulSetStatus(found, { replicas: 2, availableReplicas: 2 }),
      profileOf(minor),
    );
    expect([...errors]).toMatchObject([
      { message: `Invalid value: 2: cannot be greater than ${name}` },
    ]);
  });

  it.each([
    [33, 'Required value: must be set'],
    [34, 'Required value'],
  ])('the reason that a condition lacks is missing at 1.%i: %s', (minor, message) => {
    const condition = { type: 'A', status: 'True', lastTransitionTime: 'x' } as Condition;
    const check = (found: FieldErrors): void => validateConditions(found, [condition], 'c');
    expect([...findErrors(check, profileOf(minor))]).toMatchObject([
      { field: 'c[0].reason', message },
    ]);
  });

  it.each([
    [34, 'a qualified name'],
    [35, 'a valid label key'],
  ])('keys in selectors of lists are called so at 1.%i: %s', (minor, name) => {
    const parse = (): unknown => parseLabelSelector('x/y/z=a', profileOf(minor));
    expect(parse).toThrow(`Invalid value: "x/y/z": ${name} must consist of`);
  });

  it.each([
    [24, 'Value'],
    [25, 'value'],
  ])('the value of a priority class is called so at 1.%i: %s', async (minor, field) => {
    const resource = 'priorityclasses.v1.scheduling.k8s.io';
    const refused = { resource, stored: { value: 1 }, object: { value: 2 } };
    expect(await causesIn(minor, refused)).toEqual([
      `${field}: Forbidden: may not be changed in an update.`,
    ]);
  });

  it.each([
    [32, 'deployments/scale.apps "d" not found'],
    [33, 'deployments.apps "d" not found'],
  ])('a scale that there is not is called so at 1.%i: %s', async (minor, message) => {
    const { api } = await apiRig({ profile: profileOf(minor) });
    const ref = { namespace: 'default', name: 'd' };
    expect(await refusal(api.getScale(deployment, ref))).toMatchObject({ message });
  });
});

it('warns about jobs with many indexes from 1.28', () => {
  const spec = { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001, template };
  const object = { metadata: { name: 'j' }, spec } as never;
  expect(job.rules.warnings!(object, undefined, profileOf(27))).toEqual([]);
  expect(job.rules.warnings!(object, undefined, profileOf(28))).toEqual([
    expect.stringMatching(/^spec: In Indexed Jobs with a number of completions higher than 10\^5/),
  ]);
});
