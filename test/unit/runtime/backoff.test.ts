import { beforeEach, describe, expect, it } from 'vitest';
import { Backoff } from '#runtime';
import { FakeClock } from '../../support/fake-clock.ts';

describe('Backoff', () => {
  let clock: FakeClock;
  let backoff: Backoff;
  beforeEach(() => {
    clock = new FakeClock(1_000);
    backoff = new Backoff({ clock, initialMs: 1_000, maxMs: 900_000 });
  });

  it('doubles from the first delay to the longest', () => {
    const delays = Array.from({ length: 12 }, () => {
      backoff.step('a');
      return backoff.delayMs('a') / 1_000;
    });
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    expect(backoff.delayMs('b')).toBe(0);
  });

  it('is active for its delay after the last step', () => {
    expect(backoff.active('a')).toBe(false);
    backoff.step('a');
    clock.advance(999);
    expect(backoff.active('a')).toBe(true);
    clock.advance(1);
    expect(backoff.active('a')).toBe(false);
    backoff.step('a');
    clock.advance(1_999);
    expect(backoff.active('a')).toBe(true);
    backoff.reset('a');
    expect(backoff.active('a')).toBe(false);
  });

  it('starts over after twice the longest delay without a step', () => {
    for (let i = 0; i < 5; i++) backoff.step('a');
    clock.advance(1_800_000);
    backoff.step('a');
    expect(backoff.delayMs('a')).toBe(32_000);
    clock.advance(1_800_001);
    backoff.step('b');
    expect(backoff.delayMs('a')).toBe(0);
    backoff.step('a');
    expect(backoff.delayMs('a')).toBe(1_000);
  });
});
