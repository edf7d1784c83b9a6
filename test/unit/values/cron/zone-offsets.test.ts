import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';
import { offsetsOf } from '../../../../src/values/cron/wall-clock.ts';
import { unlistedZones } from '../../../../src/values/cron/zone-names.ts';

const zones = [...Intl.supportedValuesOf('timeZone'), ...unlistedZones];

describe('offsets of time zones', () => {
  it('are there for every zone', () => {
    for (const zone of zones) expect(offsetsOf(zone)(0)).toBeTypeOf('number');
  });

  it('are those of luxon', () => {
    const instant = fc.integer({ min: -70_000_000_000_000, max: 8_000_000_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, ms) => {
        expect(offsetsOf(zone)(ms)).toBeCloseTo(IANAZone.create(zone).offset(ms) * 60_000, 3);
      }),
      { numRuns: 1000 },
    );
  });
});
