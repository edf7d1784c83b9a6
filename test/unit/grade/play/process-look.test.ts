/** A real process; only Linux says what it does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { machineWall } from '#clock';
import { canSeeWork, ProcessWatch } from '../../../../src/grade/play/process-look.ts';
import { waitUntil } from '../../../../src/grade/play/wait.ts';

let child: ChildProcess;
afterEach(() => child.kill('SIGKILL'));

async function watchOf(program: string): Promise<ProcessWatch> {
  child = spawn(process.execPath, ['-e', `console.log('begun'); ${program}`]);
  const watch = new ProcessWatch(child.pid!, machineWall);
  await once(child.stdout!, 'data');
  return watch;
}

describe.skipIf(!canSeeWork)('a process', () => {
  it('that waits for a timer sleeps until then', async () => {
    const watch = await watchOf('setTimeout(() => 0, 5000)');
    let sleeps = 0;
    const isAsleep = (): boolean => (sleeps = watch.look().sleepsForMs) > 0;
    expect(await waitUntil(isAsleep, 10_000)).toBe(true);
    expect(sleeps).toBeLessThanOrEqual(5000);
    expect(sleeps).toBeGreaterThan(0);
    expect(await waitUntil(() => watch.look().isUnmoved, 10_000)).toBe(true);
  });

  it('that computes works, and is not said to sleep', async () => {
    const watch = await watchOf('for (;;);');
    expect(await waitUntil(() => watch.look().isWorking, 10_000)).toBe(true);
    expect(watch.look().sleepsForMs).toBe(0);
  });

  it('that has ended does nothing more', async () => {
    const watch = await watchOf('');
    await once(child, 'close');
    expect(watch.look()).toEqual({ isWorking: false, isUnmoved: true, sleepsForMs: Infinity });
  });
});
