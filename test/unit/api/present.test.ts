import { expect, test } from 'vitest';
import { Present } from '../../../src/api/present.ts';

test('the present has whole seconds, cached while they last', () => {
  let now = 0;
  const present = new Present({ now: () => now });
  const told = [0, 1, 999, 1000, 59_999.5, 0].map((ms) => {
    now = ms;
    return present.text;
  });
  const [zero, one, last] = ['00:00:00', '00:00:01', '00:00:59'].map((at) => `1970-01-01T${at}Z`);
  expect(told).toEqual([zero, zero, zero, one, last, zero]);
});
