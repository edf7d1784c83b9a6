/** Sockets: what stays behind when they are closed. */
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { machineTimers, type WallTimers } from '#clock';
import type { ServerApp } from '../../../src/server/app.ts';
import { listen } from '../../../src/server/listen.ts';

/** Those of the machine, counted. */
function countedTimers(): { readonly timers: WallTimers; readonly pending: () => number } {
  const machine = machineTimers();
  let pending = 0;
  const timers: WallTimers = {
    ...machine,
    after(ms, run) {
      pending++;
      const cancel = machine.after(ms, run);
      return () => {
        pending--;
        cancel();
      };
    },
  };
  return { timers, pending: () => pending };
}

it('leaves no timer behind when it is closed', async () => {
  const { timers, pending } = countedTimers();
  const app = {
    handle: (_: unknown, res: { end: (text: string) => void }) => res.end('ok'),
    upgrade: () => undefined,
    endWatches: () => Promise.resolve(),
  } as unknown as ServerApp;
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, timers });
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode));
    }).on('error', reject);
  });
  expect(answer).toBe(200);
  await close();
  expect(pending()).toBe(0);
});
