import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { machineTimers } from '#clock';
import { TurnBatch } from '../../../../src/server/request/turn-batch.ts';
import { Turns } from '../../../../src/server/request/turns.ts';

test('lets others have their turn once work has taken long, and not before', async () => {
  let [now, turns] = [0, 0];
  const turn = (): Promise<void> => {
    turns++;
    return Promise.resolve();
  };
  const divided = new Turns({ now: () => now }, { turn });
  divided.begin();
  now += 19;
  await divided.yieldTurn();
  expect(turns).toBe(0);
  now += 1;
  await divided.yieldTurn();
  expect(turns).toBe(3);
  await divided.yieldTurn();
  expect(turns).toBe(3);
  now += 100;
  divided.begin();
  await divided.yieldTurn();
  expect(turns).toBe(3);
});

test('answers what has come in meanwhile before the work continues', async () => {
  const timers = machineTimers();
  const order: string[] = [];
  let now = 0;
  const turns = new Turns({ now: () => (now += 100) }, timers);
  const batch = new TurnBatch<string>(timers, (name) => order.push(name));
  // Work that begins as a message comes, while another one waits to be read.
  const { port1, port2 } = new MessageChannel();
  const over = new Promise<void>((resolve) => {
    port2.on('message', (data: string) => {
      if (data === 'short') batch.add('short');
      else {
        void timers.turn().then(() => port1.postMessage('short'));
        void turns.yieldTurn()!.then(() => {
          order.push('long');
          port1.close();
          resolve();
        });
      }
    });
  });
  port1.postMessage('long');
  await over;
  expect(order).toEqual(['short', 'long']);
});
