/** Versions as semver.org describes them, and which resources Kubernetes itself defines. */
import { describe, expect, it } from 'vitest';
import { compareSemanticVersions, readSemanticVersion } from '#values';
import {
  canBeOvercommitted,
  isExtendedResource,
  isNativeResource,
} from '../../../../src/values/names/resource-names.ts';

describe('a version', () => {
  it.each<[text: string, numbers: readonly bigint[], pre: readonly string[]]>([
    ['1.2.3', [1n, 2n, 3n], []],
    ['0.0.0', [0n, 0n, 0n], []],
    ['10.20.30', [10n, 20n, 30n], []],
    ['1.0.0-alpha', [1n, 0n, 0n], ['alpha']],
    ['1.0.0-alpha.1', [1n, 0n, 0n], ['alpha', '1']],
    ['1.0.0-0.3.7', [1n, 0n, 0n], ['0', '3', '7']],
    ['1.0.0-x-y.01a', [1n, 0n, 0n], ['x-y', '01a']],
    ['1.0.0--', [1n, 0n, 0n], ['-']],
    ['1.0.0+20130313144700', [1n, 0n, 0n], []],
    ['1.0.0-beta+exp.sha.5114f85', [1n, 0n, 0n], ['beta']],
    ['1.0.0+01', [1n, 0n, 0n], []],
    ['99999999999999999999.0.0', [99999999999999999999n, 0n, 0n], []],
  ])('is read of %s', (text, numbers, pre) => {
    expect(readSemanticVersion(text)).toEqual({ numbers, pre });
  });

  it.each([
    ...['', '1', '1.2', '1.2.3.4', 'v1.2.3', '01.2.3', '1.02.3', '1.2.03', '1.2.3-', '1.2.3+'],
    ...[
      '1.2.3-01',
      '1.2.3-a..b',
      '1.2.3-a.',
      '1.2.3+a..b',
      '1.2.3-ä',
      ' 1.2.3',
      '1.2.3 ',
      '-1.2.3',
    ],
    ...['1.2.3-a.01', '1.2.3-a_b', '1.2.3+a_b', '1.2.3+a+b'],
  ])('is not read of "%s"', (text) => {
    expect(readSemanticVersion(text)).toBeUndefined();
  });

  it('comes before all that are higher, as in the order of semver.org', () => {
    const ordered = [
      ...['0.9.9', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1'],
      ...['1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'],
      ...['1.0.0', '1.0.1', '1.1.0', '1.9.0', '1.10.0', '2.0.0-a', '2.0.0', '10.0.0'],
    ].map((text) => readSemanticVersion(text)!);
    for (const [at, one] of ordered.entries()) {
      const signs = ordered.map((other) => Math.sign(compareSemanticVersions(one, other)));
      expect(signs).toEqual(ordered.map((_, other) => Math.sign(at - other)));
    }
  });

  it('is the same whatever its build is', () => {
    const [one, other] = ['1.2.3-a+x', '1.2.3-a+y'].map((text) => readSemanticVersion(text)!);
    expect(compareSemanticVersions(one!, other!)).toBe(0);
  });
});

describe('a resource', () => {
  it.each<[name: string, isNative: boolean, isExtended: boolean, isOvercommitted: boolean]>([
    ['cpu', true, false, true],
    ['hugepages-2Mi', true, false, false],
    ['kubernetes.io/x', true, false, true],
    ['a.kubernetes.io/x', true, false, true],
    ['example.com/gpu', false, true, false],
    ['requests.example.com/gpu', false, false, false],
    ['example.com/g pu', false, false, false],
    [`${'a'.repeat(240)}.com/gpu`, false, true, false],
    [`${'a'.repeat(241)}.com/gpu`, false, false, false],
  ])('%s is native: %s, extended: %s, overcommitted: %s', (name, ...are) => {
    const found = [isNativeResource, isExtendedResource, canBeOvercommitted].map((is) => is(name));
    expect(found).toEqual(are);
  });
});
