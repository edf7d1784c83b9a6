/** `orrery serve --data` as a process, killed while clients write. `npm run torture -- kills` does it a thousand times. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { apartMissing } from '../../tools/torture/apart.ts';
import { playKills } from '../../tools/torture/kill-rounds.ts';

it('loses nothing that it has acknowledged, or that a watch has shown, when it is killed', async () => {
  let last = '';
  const problems = await playKills({
    command: resolve(import.meta.dirname, '../../dist/orrery.js'),
    ...{ kills: 4, writers: 16, seed: 1 },
    log: (line) => void (last = line),
  });
  expect(problems).toEqual([]);
  expect(last).toMatch(/^kill 4: [1-9]/);
}, 120_000);

const missing = apartMissing();

it.skipIf(missing !== undefined)(
  'keeps out a server in another PID namespace, and gives way to one when it is killed',
  async () => {
    let last = '';
    const problems = await playKills({
      command: resolve(import.meta.dirname, '../../dist/orrery.js'),
      ...{ kills: 1, apart: 1, writers: 4, seed: 1 },
      log: (line) => void (last = line),
    });
    expect(problems).toEqual([]);
    expect(last).toMatch(/^kill 1: [1-9]/);
  },
  120_000,
);
