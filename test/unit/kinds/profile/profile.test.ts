import { describe, expect, it } from 'vitest';
import { defaultProfile, gateNames, withGates } from '#kinds';
import { gatesOf } from '../../../../src/kinds/profile/gates.ts';
import { profileOf } from '../../../../src/kinds/profile/profile.ts';

/** The defaults of gates in Kubernetes' own tables, by the minors from which on they hold. */
const upstream: Readonly<Record<string, readonly (readonly [number, string, boolean])[]>> = {
  CronJobTimeZone: [
    [24, 'alpha', false],
    [25, 'beta', true],
    [27, 'ga', true],
  ],
  CustomResourceValidationExpressions: [
    [24, 'alpha', false],
    [25, 'beta', true],
    [29, 'ga', true],
  ],
  DaemonSetUpdateSurge: [
    [24, 'beta', true],
    [25, 'ga', true],
  ],
  HPAContainerMetrics: [
    [24, 'alpha', false],
    [27, 'beta', true],
    [30, 'ga', true],
  ],
  HPAScaleToZero: [
    [24, 'alpha', false],
    [37, 'beta', true],
  ],
  JobReadyPods: [
    [24, 'beta', true],
    [29, 'ga', true],
  ],
  JobTrackingWithFinalizers: [
    [24, 'beta', false],
    [25, 'beta', true],
    [26, 'ga', true],
  ],
  ServerSideFieldValidation: [
    [24, 'alpha', false],
    [25, 'beta', true],
    [27, 'ga', true],
  ],
};

/** Those that Kubernetes does not have: off, whatever the release. */
const own = ['CronJobDueTimeFix', 'SeedStrict'];

describe('the gates of a release', () => {
  it.each([24, 25, 26, 27, 28, 29, 30, 31, 36, 37])('are those of Kubernetes 1.%i', (minor) => {
    const gates = gatesOf(minor);
    expect([...gates.keys()]).toEqual([...gateNames]);
    expect([...gates.keys()]).toEqual([...own, ...Object.keys(upstream)].sort());
    for (const [name, states] of Object.entries(upstream)) {
      const [since, stage, isOn] = states.findLast(([from]) => from <= minor)!;
      const state = gates.get(name)!;
      expect([name, state.since, state.stage, state.default]).toEqual([name, since, stage, isOn]);
      // A gate that is generally available, and nothing else, is locked.
      expect([name, state.locked === true]).toEqual([name, stage === 'ga']);
    }
    for (const name of own) expect(gates.get(name)).toEqual({ since: 24, default: false });
  });

  it('are none before the first release that is known', () => {
    expect(gatesOf(23).size).toBe(0);
  });
});

describe('a profile', () => {
  it('has the defaults of v1.24 where nothing else is asked for', () => {
    const { minor, release } = defaultProfile;
    expect([minor, release.gitVersion]).toEqual([24, 'v1.24.17']);
    expect(gateNames.filter((name) => defaultProfile.enabled(name))).toEqual([
      'DaemonSetUpdateSurge',
      'JobReadyPods',
    ]);
  });

  it('is made once for each minor that is known', () => {
    expect(profileOf(24)).toBe(defaultProfile);
    const message = 'unknown release 1.23; known releases: 1.24';
    expect(() => profileOf(23)).toThrow(new RangeError(message));
  });

  it('has other gates without changing the one that it comes from', () => {
    const changed = withGates(defaultProfile, { HPAScaleToZero: true, JobReadyPods: false });
    expect(changed.enabled('HPAScaleToZero')).toBe(true);
    expect(changed.enabled('JobReadyPods')).toBe(false);
    expect(changed.enabled('DaemonSetUpdateSurge')).toBe(true);
    expect(changed.schemas).toBe(defaultProfile.schemas);
    expect(defaultProfile.enabled('HPAScaleToZero')).toBe(false);
  });

  it('keeps its gates where others are changed', () => {
    const first = withGates(defaultProfile, { HPAScaleToZero: true });
    const second = withGates(first, { SeedStrict: true });
    expect(second.enabled('HPAScaleToZero')).toBe(true);
    expect(second.enabled('SeedStrict')).toBe(true);
  });

  it('rejects an unknown gate, and lists those that there are', () => {
    const known = `unknown feature gate "Nope"; known gates: ${gateNames.join(', ')}`;
    expect(() => withGates(defaultProfile, { Nope: true })).toThrow(new RangeError(known));
    expect(() => defaultProfile.enabled('Nope')).toThrow(new RangeError(known));
  });

  it('rejects another value of a locked gate', () => {
    const later = withGates({ ...defaultProfile, minor: 29, gates: gatesOf(29) });
    expect(later.enabled('JobReadyPods')).toBe(true);
    expect(withGates(later, { JobReadyPods: true }).enabled('JobReadyPods')).toBe(true);
    const message = 'cannot set feature gate "JobReadyPods": it is locked to true';
    expect(() => withGates(later, { JobReadyPods: false })).toThrow(new RangeError(message));
  });
});
