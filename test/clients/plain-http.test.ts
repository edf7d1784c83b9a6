/** A server without TLS, to which kubectl sends no credentials. */
import { expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from './support/command.ts';
import { environment } from './support/serve.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');

it.each([
  [['--http'], true],
  [[], false],
])('warns of it with the options %j: %s', async (options, isWarned) => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
  const args = [main, 'serve', '--port', '0', ...options];
  const server = new Command(process.execPath, args, { env: environment(home) });
  await server.untilPrinted(/^export KUBECONFIG=.*\n/m);
  const { stdout } = await server.stop('SIGTERM');
  rmSync(home, { recursive: true });
  expect(/^# kubectl sends no token over plain HTTP/m.test(stdout)).toBe(isWarned);
});
