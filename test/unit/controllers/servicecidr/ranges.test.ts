/** Which ranges of Services hold which addresses and ranges. */
import { describe, expect, it } from 'vitest';
import type { ServiceCIDR } from '#types';
import { holdsAddress, holdsRange, overlap } from '../../../../controllers/servicecidr/ranges.ts';

const of = (...cidrs: readonly string[]) => ({ spec: { cidrs } }) as unknown as ServiceCIDR;

describe('a range holds an address', () => {
  it.each<[cidrs: readonly string[], address: string, holds: boolean]>([
    [['10.0.0.0/24'], '10.0.0.0', true],
    [['10.0.0.0/24'], '10.0.0.255', true],
    [['10.0.0.0/24'], '10.0.1.0', false],
    [['10.0.0.0/24'], '9.255.255.255', false],
    [['10.0.0.0/20'], '10.0.15.255', true],
    [['10.0.0.0/20'], '10.0.16.0', false],
    [['10.0.0.128/25'], '10.0.0.127', false],
    [['10.0.0.128/25'], '10.0.0.200', true],
    [['10.0.0.4/32'], '10.0.0.4', true],
    [['10.0.0.4/32'], '10.0.0.5', false],
    [['0.0.0.0/0'], '255.1.2.3', true],
    [['fd00::/112'], 'fd00::ffff', true],
    [['fd00::/112'], 'fd00::1:0', false],
    [['10.0.0.0/24', 'fd00::/112'], 'fd00::1', true],
    [['10.0.0.0/24', 'fd00::/112'], '10.0.0.1', true],
    [['10.0.0.0/24'], 'fd00::1', false],
    [['::/0'], '10.0.0.1', false],
    [['10.0.0.0/24'], 'none', false],
    [['none/24'], '10.0.0.1', false],
    [[], '10.0.0.1', false],
  ])('%j %s: %s', (cidrs, address, holds) => {
    expect(holdsAddress(of(...cidrs), address)).toBe(holds);
  });

  it('not when it has none yet', () => {
    expect(holdsAddress({ spec: {} } as ServiceCIDR, '10.0.0.1')).toBe(false);
  });
});

describe('ranges hold each other', () => {
  it.each<[cidrs: readonly string[], range: string, holds: boolean]>([
    [['10.0.0.0/16'], '10.0.7.0/24', true],
    [['10.0.0.0/16'], '10.0.0.0/16', true],
    [['10.0.7.0/24'], '10.0.0.0/16', false],
    [['10.0.0.0/16'], '10.1.0.0/24', false],
    [['10.1.0.0/16', '10.0.0.0/16'], '10.0.7.0/24', true],
    [['fd00::/64'], 'fd00::/112', true],
    [['fd00::/64'], '10.0.0.0/24', false],
    [['10.0.0.0/16'], 'none/24', false],
  ])('%j %s: %s', (cidrs, range, holds) => {
    expect(holdsRange(of(...cidrs), range)).toBe(holds);
  });

  it.each<[a: readonly string[], b: readonly string[], common: boolean]>([
    [['10.0.0.0/16'], ['10.0.7.0/24'], true],
    [['10.0.7.0/24'], ['10.0.0.0/16'], true],
    [['10.0.7.0/24'], ['10.0.8.0/24'], false],
    [['10.1.0.0/16'], ['fd00::/64', '10.1.2.0/24'], true],
    [['10.1.0.0/16'], [], false],
  ])('%j and %j have addresses in common: %s', (a, b, common) => {
    expect(overlap(of(...a), of(...b))).toBe(common);
    expect(overlap(of(...b), of(...a))).toBe(common);
  });
});
