import { expect, it } from 'vitest';
import { defaultFlags } from '../../../../controllers/horizontalpodautoscaler/settings.ts';

it('settings are the defaults of the flags of v1.24', () => {
  expect(defaultFlags).toEqual({
    tolerances: { down: 0.1, up: 0.1 },
    cpuInitializationMs: 5 * 60_000,
    initialReadinessDelayMs: 30_000,
    downscaleStabilizationMs: 5 * 60_000,
  });
});
