import { describe, expect, it } from 'vitest';
import type { EndpointAddress, EndpointSubset } from '#types';
import { truncate } from '../../../../controllers/endpoints/capacity.ts';

function subset(ready: number, notReady: number): EndpointSubset {
  const list = (count: number): EndpointAddress[] =>
    Array.from({ length: count }, (_, index) => ({ ip: `10.0.${index >> 8}.${index & 255}` }));
  return {
    ...(ready > 0 && { addresses: list(ready) }),
    ...(notReady > 0 && { notReadyAddresses: list(notReady) }),
    ports: [{ port: 80 }],
  };
}

const sizes = (subsets: readonly EndpointSubset[]) =>
  subsets.map(({ addresses, notReadyAddresses }) => [addresses?.length, notReadyAddresses?.length]);

describe('truncation', () => {
  it('leaves a thousand addresses alone', () => {
    const subsets = [subset(600, 400)];
    const { subsets: kept, isTruncated } = truncate(subsets);
    expect(kept).toBe(subsets);
    expect(isTruncated).toBe(false);
  });

  it.each<
    readonly [string, readonly EndpointSubset[], readonly (readonly (number | undefined)[])[]]
  >([
    ['those not ready first', [subset(600, 401)], [[600, 400]]],
    [
      'in proportion',
      [subset(400, 300), subset(400, 100)],
      [
        [400, 150],
        [400, 50],
      ],
    ],
    [
      'rounding up while there is room',
      [subset(0, 1), subset(999, 2)],
      [
        [undefined, 1],
        [999, undefined],
      ],
    ],
    ['those not ready altogether', [subset(1000, 5)], [[1000, undefined]]],
    [
      'ready ones in proportion',
      [subset(1500, 9), subset(500, 0)],
      [
        [750, undefined],
        [250, undefined],
      ],
    ],
    [
      'nothing of a full thousand',
      [subset(998, 2), subset(2, 0)],
      [
        [998, undefined],
        [2, undefined],
      ],
    ],
  ])('cuts %s', (_, subsets, expected) => {
    const { subsets: kept, isTruncated } = truncate(subsets);
    expect(isTruncated).toBe(true);
    expect(sizes(kept)).toEqual(expected);
    expect(kept.every(({ ports }) => ports?.[0]?.port === 80)).toBe(true);
  });
});
