import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultProfile, makeProfile, withGates } from '#kinds';
import { gatesOf } from '../../../../src/kinds/profile/gates.ts';
import { profileOf } from '../../../../src/kinds/profile/profile.ts';

interface GateFact {
  readonly changes: readonly (readonly [
    minor: number,
    stage: string,
    isOn: boolean,
    locked?: string,
  ])[];
  readonly removed?: number;
}

const { gates: facts } = JSON.parse(
  readFileSync(new URL('../../../conformance/versions/gates.json', import.meta.url), 'utf8'),
) as { readonly gates: Readonly<Record<string, GateFact>> };

/** Those that Kubernetes does not have: off, whatever the release. */
const own = ['CronJobDueTimeFix', 'SeedStrict'];

const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

describe('the gates of a release', () => {
  it.each(minors)('are those of Kubernetes 1.%i', (minor) => {
    const gates = gatesOf(minor);
    for (const [name, { changes, removed = Infinity }] of Object.entries(facts)) {
      const last = changes.findLast(([since]) => since <= minor);
      const { stage, locked, gone, ...state } = gates.get(name)!;
      expect([name, gone === true]).toEqual([name, last === undefined || removed <= minor]);
      if (last === undefined) expect(state.default).toBe(false);
      else {
        const now = [state.since, stage?.toLowerCase(), state.default, locked === true];
        expect([name, ...now]).toEqual([
          name,
          ...[last[0], last[1].toLowerCase(), last[2], last[3] === 'locked'],
        ]);
      }
    }
    for (const name of own) expect(gates.get(name)).toEqual({ since: 24, default: false });
  });
});

describe('a profile', () => {
  it('has no gate without those that it needs, from 1.35 on', () => {
    const lone = { DRADeviceTaints: true, DynamicResourceAllocation: false };
    expect(withGates(profileOf(33), lone).enabled('DRADeviceTaints')).toBe(true);
    const alone = { WorkloadWithJob: true, GenericWorkload: false };
    expect(() => withGates(profileOf(36), alone)).toThrow(
      'WorkloadWithJob is enabled, but depends on features that are disabled: [GenericWorkload]',
    );
    const both = { WorkloadWithJob: true, GenericWorkload: true };
    expect(withGates(profileOf(36), both).enabled('WorkloadWithJob')).toBe(true);
  });

  it('has in each release what its gates need that are on by default', () => {
    for (const minor of minors) {
      expect(() => withGates(profileOf(minor), { SeedStrict: true })).not.toThrow();
    }
  });

  it('has the defaults of v1.24 where nothing else is asked for', () => {
    const { minor, release } = defaultProfile;
    expect([minor, release.gitVersion]).toEqual([24, 'v1.24.17']);
    expect(defaultProfile.enabled('JobReadyPods')).toBe(true);
    expect(defaultProfile.enabled('CronJobTimeZone')).toBe(false);
    // A gate of a later release.
    expect(defaultProfile.enabled('JobSuccessPolicy')).toBe(false);
  });

  it('is made once for each minor that is known', () => {
    expect(profileOf(24)).toBe(defaultProfile);
    expect(profileOf(37)).toBe(profileOf(37));
    expect(() => profileOf(23)).toThrow(/^unknown release 1\.23; known releases: 1\.24, 1\.25, /);
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
    const known = /^unrecognized feature gate: Nope; those with an effect here: .*HPAScaleToZero, /;
    expect(() => withGates(defaultProfile, { Nope: true })).toThrow(known);
    expect(() => defaultProfile.enabled('Nope')).toThrow(known);
  });

  it('rejects a gate that the release does not have yet, or no more', () => {
    for (const [minor, gate] of [
      [24, 'JobSuccessPolicy'],
      [37, 'CronJobTimeZone'],
    ] as const) {
      const message = new RegExp(`^unrecognized feature gate: ${gate};`);
      expect(() => withGates(profileOf(minor), { [gate]: true })).toThrow(message);
    }
    expect(profileOf(37).enabled('CronJobTimeZone')).toBe(true);
  });

  it('rejects another value of a locked gate', () => {
    const later = makeProfile({ ...defaultProfile, minor: 29, gates: gatesOf(29) });
    expect(later.enabled('JobReadyPods')).toBe(true);
    expect(withGates(later, { JobReadyPods: true }).enabled('JobReadyPods')).toBe(true);
    const message = 'cannot set feature gate JobReadyPods to false, feature is locked to true';
    expect(() => withGates(later, { JobReadyPods: false })).toThrow(new RangeError(message));
  });

  it('sets all gates of a stage that are not named', () => {
    const some = withGates(profileOf(30), { AllAlpha: true, AllBeta: false, JobManagedBy: false });
    const gates = ['JobSuccessPolicy', 'JobManagedBy', 'PodIndexLabel', 'PodHostIPs'];
    expect(gates.map((gate) => some.enabled(gate))).toEqual([true, false, false, true]);
  });
});
