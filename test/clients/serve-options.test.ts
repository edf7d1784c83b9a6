/** What the options of `orrery serve` mean to clients. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { machineTime } from '#clock';
import { parseTime } from '#values';
import { serve, serveTimeoutMs } from './support/serve.ts';

interface Config {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
}

/** What a client keeps of a kubeconfig. */
function authorityOf(kubeconfig: string): string {
  const { clusters } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Config;
  return Buffer.from(clusters[0]!.cluster['certificate-authority-data']!, 'base64').toString();
}

function ask(url: string, token: string, ca: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(`${url}/api/v1/namespaces`, { ca, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    }).on('error', reject);
  });
}

it(
  'clients keep working after a restart with --tls-dir, and only then',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-kept-'));
    const first = await serve('--tls-dir', folder);
    const ca = authorityOf(first.kubeconfig);
    expect(await ask(first.url, first.token, ca)).toBe(200);
    await first.stop();
    const second = await serve('--tls-dir', folder);
    expect(await ask(second.url, second.token, ca)).toBe(200);
    await second.stop();
    const stranger = await serve();
    await expect(ask(stranger.url, stranger.token, ca)).rejects.toThrow('certificate');
    await stranger.stop();
    rmSync(folder, { recursive: true });
  },
  3 * serveTimeoutMs,
);

it(
  'at realtime the clock is that of the wall, and with --http-admin local programs need no token',
  async () => {
    const served = await serve('--http', '--http-admin');
    const before = machineTime();
    const response = await fetch(`${served.url}/orrery/v1/clock`);
    const { now } = (await response.json()) as { readonly now: string };
    const after = machineTime();
    expect(parseTime(now)).toBeGreaterThan(before - 100);
    expect(parseTime(now)).toBeLessThanOrEqual(after + 1);
    const proxied = { 'x-forwarded-for': '192.0.2.1' };
    expect((await fetch(`${served.url}/api`, { headers: proxied })).status).toBe(401);
    const wrong = { authorization: 'Bearer wrong' };
    expect((await fetch(`${served.url}/api`, { headers: wrong })).status).toBe(401);
    await served.stop();
  },
  serveTimeoutMs,
);

it(
  'without --http-admin plain HTTP accepts no client without a token',
  async () => {
    const served = await serve('--http');
    expect((await fetch(`${served.url}/api`)).status).toBe(401);
    await served.stop();
  },
  serveTimeoutMs,
);

it(
  'a ready file exists while the server is ready, and probes need no token',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-ready-'));
    const file = join(folder, 'ready.json');
    writeFileSync(file, 'left by an earlier server', { mode: 0o644 });
    const served = await serve('--http', '--ready-file', file);
    const ready = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    expect(ready).toMatchObject({ ready: true, url: served.url, token: served.token });
    expect(ready['kubeconfig']).toBe(served.kubeconfig);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const path of ['readyz', 'livez/ping', 'healthz']) {
      expect(await (await fetch(`${served.url}/${path}`)).text()).toBe('ok');
    }
    const wrong = { authorization: 'Bearer wrong' };
    expect((await fetch(`${served.url}/readyz`, { headers: wrong })).status).toBe(401);
    await served.stop();
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  },
  serveTimeoutMs,
);

it('a ready file that cannot be written is an error', async () => {
  await expect(serve('--ready-file', '/nowhere/ready.json')).rejects.toThrow(
    '--ready-file /nowhere/ready.json: ',
  );
});
