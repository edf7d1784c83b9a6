/** The thread for long YAML, as it is built. */
import { expect, test } from 'vitest';
import { machineTimers } from '#clock';
import { yamlInThread, yamlHere } from '../../../src/server/yaml/yaml-thread.ts';

const aside = yamlInThread(new URL('../../../dist/yaml-worker.js', import.meta.url));
const long = Array.from({ length: 4000 }, (_, index) => `key-${index}: yes`).join('\n');

test('reads and writes long YAML as it is done here', async () => {
  expect(await aside.read(long)).toEqual(await yamlHere.read(long));
  expect((await aside.read(`${long}\nkey-0: no`)).duplicates).toEqual([
    'line 4001: key "key-0" already set in map',
  ]);
  const json = JSON.stringify({ data: 'x'.repeat(40_000), a: [1, '1', null] });
  expect(await aside.write(json)).toBe(await yamlHere.write(json));
});

test('rejects invalid YAML in the same words, and keeps running', async () => {
  const bad = `${long}\n\tbad`;
  const refusal = await yamlHere.read(bad).catch((error: unknown) => error);
  await expect(aside.read(bad)).rejects.toEqual(refusal);
  expect((await aside.read(long)).duplicates).toEqual([]);
});

test('keeps no process alive once it has answered', async () => {
  const ports = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = ports();
  const another = yamlInThread(new URL('../../../dist/yaml-worker.js', import.meta.url));
  await another.read(long);
  expect(ports()).toBe(before);
});

test('leaves this thread free meanwhile', async () => {
  const timers = machineTimers();
  let turns = 0;
  let isDone = false;
  const reading = aside.read(`${long}\n${'#\n'.repeat(200_000)}`).then(() => (isDone = true));
  for (; !isDone; turns++) await timers.turn();
  await reading;
  // Read here, it would end in the turn in which it began.
  expect(turns).toBeGreaterThan(5);
});
