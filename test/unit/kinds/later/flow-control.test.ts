/** Priority levels as later releases serve and check them. */
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import {
  columnsOf,
  defaultFlowSchemas,
  defaultPriorityLevels,
  ofRelease,
  priorityLevelConfiguration,
  priorityLevelConfigurationBeta3,
  priorityLevelConfigurationV1,
  profileOf,
} from '#kinds';
import { createdIn, errorsIn } from './release.ts';

const level = (limited: object, type = 'Limited') => ({ spec: { type, limited } });
const reject = { limitResponse: { type: 'Reject' } };

describe('a priority level', () => {
  it('is served in the versions of its release', () => {
    const versions = [24, 26, 29, 32].map((minor) =>
      new KindRegistry(profileOf(minor)).all
        .filter(({ kind }) => kind === 'PriorityLevelConfiguration')
        .map(({ version }) => version),
    );
    const beta = ['v1beta2', 'v1beta1'];
    expect(versions).toEqual([beta, ['v1beta3', 'v1beta2'], ['v1', 'v1beta3'], ['v1']]);
  });

  it('has shares of none in v1 only where it says so', () => {
    const none = level({ ...reject, nominalConcurrencyShares: 0 });
    const shares = [priorityLevelConfigurationV1, priorityLevelConfigurationBeta3].map(
      (kind) => createdIn(30, kind, none).spec.limited,
    );
    const lends = { ...reject, lendablePercent: 0 };
    expect(shares).toEqual([
      { ...lends, nominalConcurrencyShares: 0 },
      { ...lends, nominalConcurrencyShares: 30 },
    ]);
  });

  it('keeps its shares from one version to another', () => {
    const { storage } = priorityLevelConfigurationV1;
    const given = createdIn(37, priorityLevelConfigurationV1, level(reject));
    const stored = storage!.toStorage(given);
    expect(stored).toMatchObject({ spec: { limited: { assuredConcurrencyShares: 30 } } });
    expect(storage!.fromStorage(stored)).toMatchObject({ spec: given.spec });
  });

  it.each([
    [30, 'spec.limited: Required value: must not be empty when type is Limited'],
    [37, 'spec.limited: Required value'],
  ])('of v1.%i needs its limits', (minor, told) => {
    const given = { spec: { type: 'Limited' } };
    expect(errorsIn(minor, priorityLevelConfigurationV1, given)).toEqual([told]);
  });

  it('names in errors the shares of the version that is written', () => {
    const told = errorsIn(
      28,
      priorityLevelConfiguration,
      level({ ...reject, assuredConcurrencyShares: -1 }),
    );
    expect(told).toEqual([
      'spec.limited.assuredConcurrencyShares: Invalid value: -1: must be positive',
    ]);
    const lent = errorsIn(
      37,
      priorityLevelConfigurationV1,
      level({ ...reject, lendablePercent: 101 }),
    );
    expect(lent).toEqual([
      'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    ]);
  });

  it('shows its shares under the name of its release', () => {
    const names = [25, 26].map((minor) =>
      columnsOf(ofRelease(priorityLevelConfiguration, profileOf(minor).schemas)).map(
        ({ name }) => name,
      ),
    );
    expect(names.map((each) => each[2])).toEqual([
      'AssuredConcurrencyShares',
      'NominalConcurrencyShares',
    ]);
  });
});

it('makes the levels and flow schemas of its release', () => {
  const specs = (minor: number) => defaultPriorityLevels(profileOf(minor)).map(({ spec }) => spec);
  expect(JSON.stringify(specs(24))).not.toContain('lendablePercent');
  expect(specs(26)[1]).toEqual({ type: 'Exempt' });
  expect(specs(28)[1]).toMatchObject({ exempt: { lendablePercent: 0 } });
  const counts = [33, 34].map((minor) => defaultFlowSchemas(profileOf(minor)).length);
  expect(counts).toEqual([13, 11]);
});
