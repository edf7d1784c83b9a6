import { expect, test } from 'vitest';
import { Turns } from '../../../src/server/turns.ts';

test('lets others have their turn once work has taken long, and not before', async () => {
  let [now, turns] = [0, 0];
  const turn = (): Promise<void> => {
    turns++;
    return Promise.resolve();
  };
  const divided = new Turns({ now: () => now }, { turn });
  divided.begin();
  now += 19;
  await divided.breathe();
  expect(turns).toBe(0);
  now += 1;
  await divided.breathe();
  expect(turns).toBe(1);
  await divided.breathe();
  expect(turns).toBe(1);
  now += 100;
  divided.begin();
  await divided.breathe();
  expect(turns).toBe(1);
});
