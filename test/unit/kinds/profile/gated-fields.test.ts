/** Which fields feature gates drop, and how messages name them. */
import { describe, expect, it } from 'vitest';
import { droppedFields, droppedText, gatesFor, type Kind, defaultProfile, withGates } from '#kinds';
import { kindsOf } from '#catalog';

const kinds = kindsOf(defaultProfile);

const kindOf = (name: string, version = 'v1'): Kind =>
  kinds.find(({ kind, version: own }) => kind === name && own === version)!;

const pathsOf = (
  kind: string,
  given: object,
  kept?: object,
  gates: Readonly<Record<string, boolean>> = {},
): readonly string[] =>
  [...droppedFields(kindOf(kind), withGates(defaultProfile, gates), given, kept)].map(
    ({ path }) => path,
  );

const timed = { spec: { schedule: '@daily', timeZone: 'Europe/Berlin' } };
const patient = { livenessProbe: { terminationGracePeriodSeconds: 5 } };

describe('fields behind gates', () => {
  it.each<[string, string, object, readonly string[]]>([
    ['a zone', 'CronJob', timed, ['spec.timeZone']],
    ['no zone', 'CronJob', { spec: { schedule: '@daily' } }, []],
    [
      'each container',
      'Deployment',
      { spec: { template: { spec: { containers: [{}, patient], initContainers: [patient] } } } },
      [
        'spec.template.spec.containers[1].livenessProbe.terminationGracePeriodSeconds',
        'spec.template.spec.initContainers[0].livenessProbe.terminationGracePeriodSeconds',
      ],
    ],
    [
      'constraints of pods',
      'Pod',
      { spec: { topologySpreadConstraints: [{ minDomains: 2 }] } },
      ['spec.topologySpreadConstraints[0].minDomains'],
    ],
    [
      'a StatefulSet',
      'StatefulSet',
      {
        spec: {
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
          updateStrategy: { rollingUpdate: { maxUnavailable: 2 } },
        },
      },
      [
        'spec.persistentVolumeClaimRetentionPolicy',
        'spec.updateStrategy.rollingUpdate.maxUnavailable',
      ],
    ],
    // On by default.
    ['a surge', 'DaemonSet', { spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } }, []],
    // Only requests to that write it.
    ['a status', 'NetworkPolicy', { status: { conditions: [{ type: 'A' }] } }, []],
  ])('of %s are found', (_, kind, given, paths) => {
    expect(pathsOf(kind, given)).toEqual(paths);
  });

  it('are kept by their gates', () => {
    expect(pathsOf('CronJob', timed, undefined, { CronJobTimeZone: true })).toEqual([]);
    const surging = { spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } };
    expect(pathsOf('DaemonSet', surging, undefined, { DaemonSetUpdateSurge: false })).toEqual([
      'spec.updateStrategy.rollingUpdate.maxSurge',
    ]);
    expect(gatesFor(kindOf('CronJob'), timed, defaultProfile)).toEqual(['CronJobTimeZone']);
    expect(gatesFor(kindOf('CronJob'), { spec: {} }, defaultProfile)).toEqual([]);
    const spread = { spec: { topologySpreadConstraints: [{ minDomains: 2 }] } };
    expect(gatesFor(kindOf('Pod'), spread, defaultProfile)).toEqual([
      'MinDomainsInPodTopologySpread',
    ]);
  });

  it('are not dropped where they have been before', () => {
    expect(pathsOf('CronJob', timed, timed)).toEqual([]);
    expect(pathsOf('CronJob', timed, { spec: { ...timed.spec } })).toEqual([]);
    expect(pathsOf('CronJob', timed, { spec: { schedule: '@daily' } })).toEqual(['spec.timeZone']);
  });

  it('of definitions are found at any depth, one for a version', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: 'self.a > 0' }] };
    const deep = { properties: { spec: { ...rules, items: rules } } };
    const versions = [{ schema: { openAPIV3Schema: deep } }, { schema: { openAPIV3Schema: {} } }];
    expect(pathsOf('CustomResourceDefinition', { spec: { versions } })).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.properties.spec.x-kubernetes-validations',
    ]);
  });

  it('are named with the gate, where it can be turned on', () => {
    expect(
      droppedText('CronJob', { path: 'spec.timeZone', gate: 'CronJobTimeZone' }, defaultProfile),
    ).toBe(
      'CronJob.spec.timeZone has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on',
    );
    expect(droppedText('Pod', { path: 'spec.x', gate: 'Another' }, defaultProfile)).toBe(
      'Pod.spec.x has no effect: v1.24 drops it, as its feature gate Another is off',
    );
  });
});
