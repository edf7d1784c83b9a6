/**
 * The controllers of examples/lockstep, as processes, against the built command. Without a toolchain or
 * its packages (they are not fetched here), a test is skipped with the reason. What they are built of is kept.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { play } from '../../tools/lockstep/play.ts';
import { cacheOf, programs } from '../../tools/lockstep/programs.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(homedir(), '.cache/orrery-lockstep');
const jobs = 5;
const minutes = 60_000;

describe.each(programs({ fetch: false }))('a controller with $about', ({ name, build }) => {
  it(
    'reacts to each Job at its instant',
    async (context) => {
      let command: readonly string[];
      try {
        command = await build(join(root, 'examples/lockstep', name), cacheOf(cache, name));
      } catch (error) {
        return context.skip((error as Error).message.split('\n', 2).join(': '));
      }
      const { reactions, gaveUp } = await play({
        ...{ jobs, hasBarrier: true, outside: 'quiet=20ms,cap=60s' },
        command: join(root, 'dist/orrery.js'),
        programs: [{ name, command }],
      });
      expect(reactions).toEqual([{ program: name, count: jobs, late: 0, worstMs: 0 }]);
      expect(gaveUp).toBe(0);
    },
    5 * minutes,
  );
});
