/** What the labels of a namespace ask for, by release. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { nameOf, policyOf } from '../../../../../src/api/admission/pod-security/policy.ts';

const labelled = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
  );

function read(labels: Readonly<Record<string, string>>, minor: number): readonly string[] {
  const { policy, errors } = policyOf(labelled(labels), profileOf(minor));
  const faults = errors.map(({ field, message }) => `${field}: ${message}`);
  return [nameOf(policy.enforce), nameOf(policy.warn), ...faults];
}

describe('labels', () => {
  it.each<[minor: number, labels: Readonly<Record<string, string>>, enforce: string, warn: string]>(
    [
      [24, {}, 'privileged:latest', 'privileged:latest'],
      [24, { enforce: 'restricted' }, 'restricted:latest', 'privileged:latest'],
      [25, { enforce: 'baseline' }, 'baseline:latest', 'privileged:latest'],
      [26, { enforce: 'restricted' }, 'restricted:latest', 'restricted:latest'],
      [
        26,
        { enforce: 'baseline', 'enforce-version': 'v1.20' },
        ...(['baseline:v1.20', 'baseline:v1.20'] as const),
      ],
      [
        37,
        { enforce: 'baseline', 'enforce-version': 'v1.20', 'warn-version': 'v1.0' },
        ...(['baseline:v1.20', 'baseline:v1.0'] as const),
      ],
      [37, { enforce: 'restricted', warn: 'privileged' }, 'restricted:latest', 'privileged:latest'],
      [37, { 'enforce-version': 'v1.24' }, 'privileged:v1.24', 'privileged:latest'],
      [37, { warn: 'baseline', 'warn-version': 'v1.99' }, 'privileged:latest', 'baseline:v1.99'],
      [37, { audit: 'restricted' }, 'privileged:latest', 'privileged:latest'],
    ],
  )('ask in 1.%i with %j for %s, and warn of %s', (minor, labels, enforce, warn) => {
    expect(read(labels, minor)).toEqual([enforce, warn]);
  });

  it.each(['1.24', 'v1', 'v1.', 'v1.01', 'v2.0', '', 'v1.9223372036854775808', 'v1.1 '])(
    'may not have the version %j, for which the latest is enforced',
    (version) => {
      expect(read({ enforce: 'baseline', 'enforce-version': version }, 24)).toEqual([
        ...['baseline:latest', 'privileged:latest'],
        'metadata.labels[pod-security.kubernetes.io/enforce-version]: ' +
          `Invalid value: "${version}": must be "latest" or "v1.x"`,
      ]);
    },
  );

  it('may have the largest number of a version', () => {
    const version = 'v1.9223372036854775807';
    expect(read({ 'warn-version': version }, 37)).toEqual([
      ...['privileged:latest', `privileged:${version}`],
    ]);
  });

  it('of unknown levels enforce the strictest, and warn of nothing', () => {
    const [enforce, warn, ...faults] = read({ enforce: 'x', audit: 'y', warn: 'z' }, 37);
    expect([enforce, warn]).toEqual(['restricted:latest', 'privileged:latest']);
    const why = 'must be one of privileged, baseline, restricted';
    expect(faults).toEqual(
      [
        ['enforce', 'x'],
        ['audit', 'y'],
        ['warn', 'z'],
      ].map(
        ([name, value]) =>
          `metadata.labels[pod-security.kubernetes.io/${name}]: Invalid value: "${value}": ${why}`,
      ),
    );
  });

  it('that cannot be read are not warned of in place of other warnings', () => {
    expect(read({ enforce: 'x' }, 37).slice(0, 2)).toEqual([
      ...['restricted:latest', 'privileged:latest'],
    ]);
  });
});
