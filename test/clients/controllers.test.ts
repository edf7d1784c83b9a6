/** `orrery controllers` beside a server that has none of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { RemoteClients } from '#client';
import { job, parseTime, type NewObject, type Job } from '#kinds';
import { Command } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { pause, until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');

let served: Served | undefined;
let running: Command | undefined;
afterEach(async () => {
  await running?.stop();
  await served?.stop();
  [running, served] = [undefined, undefined];
}, 2 * serveTimeoutMs);

function start(url: string, token: string, home: string): Command {
  const args = [main, 'controllers', '--server', url, '--token', token, '--only', 'job'];
  return (running = new Command(process.execPath, args, { env: environment(home) }));
}

const once: NewObject<Job> = {
  metadata: { name: 'once', namespace: 'default' },
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'app:v1' }] } },
  },
};

it('tell the time of what they do, however long they had nothing to do', async () => {
  served = await serve('--http', '--controllers', 'none', '--nodes', '0');
  const { url, token, folder } = served;
  await start(url, token, folder).untilPrinted(/^job at http/m);
  await pause(2500);
  const clients = new RemoteClients({ url, token });
  const client = clients.as({ actor: 'test' });
  const { metadata } = await client.create(job, once);
  const startTime = await until('the job to start', async () => {
    const { status } = await client.get(job, { namespace: 'default', name: 'once' });
    return status.startTime;
  });
  clients.close();
  const lateMs = parseTime(startTime) - parseTime(metadata.creationTimestamp);
  expect(lateMs).toBeGreaterThanOrEqual(0);
});

it('can be stopped while the server cannot be reached', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
  const command = start('http://127.0.0.1:1', 'secret', home);
  await until('a failure', () => (/ECONNREFUSED/.test(command.stderr) ? true : undefined));
  expect(await command.stop()).toMatchObject({ code: 0, stdout: '' });
  rmSync(home, { recursive: true });
});
