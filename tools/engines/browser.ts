/**
 * Plays scenarios by the engine's worker in a browser. A page on loopback plays them by itself and sends back
 * what came of them, so a browser needs nothing that drives it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Job } from './jobs.ts';

/** The engine as `npm run build:page` leaves it. */
const engine = join('dist/page/engine.txt');

/** A program, by its path. */
export interface Browser {
  readonly name: 'chromium' | 'firefox';
  readonly path: string;
}

type Digests = ReadonlyMap<string, string>;

/** How a browser opens an address with a profile that is new, and without a window. */
const argumentsOf: Readonly<Record<Browser['name'], (profile: string) => readonly string[]>> = {
  chromium: (profile) => ['--headless', '--no-sandbox', `--user-data-dir=${profile}`],
  firefox: (profile) => ['--headless', '--no-remote', '--profile', profile],
};

/** Firefox opens pages of its own in a new profile, and asks the network for news. */
const firefoxSettings = `
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.update.enabled", false);
`;

/**
 * The digests of the runs' records, by the names of the jobs; an error in words stands for one.
 * @param limitMs how long it may take, by the machine's clock
 * @throws {Error} when the browser ends, or does not finish in time
 */
export async function digestsInBrowser(
  { name, path }: Browser,
  jobs: readonly Job[],
  limitMs = 600_000,
): Promise<Digests> {
  let resolve!: (digests: Digests) => void;
  let reject!: (error: Error) => void;
  const digests = new Promise<Digests>((...both) => ([resolve, reject] = both));
  const server = createServer((request, response) => {
    const found = partOf(request, jobs);
    if (found === undefined) {
      void text(request).then((body) => resolve(new Map(JSON.parse(body) as [string, string][])));
    }
    response.setHeader('content-type', found?.type ?? 'text/plain');
    response.end(found?.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const profile = mkdtempSync(join(tmpdir(), 'orrery-browser-'));
  writeFileSync(join(profile, 'user.js'), firefoxSettings);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // A group of its own: a browser is many processes, which end together.
  const options = { detached: true, stdio: 'ignore' } as const;
  const program = spawn(path, [...argumentsOf[name](profile), url], options);
  program.on('error', reject);
  program.on('exit', (status) => reject(new Error(`${name} ended with ${status}`)));
  const limit = AbortSignal.timeout(limitMs);
  limit.onabort = () => reject(new Error(`${name} did not finish in ${limitMs / 1000} s`));
  try {
    return await digests;
  } finally {
    limit.onabort = null;
    if (program.pid !== undefined) endGroup(program.pid);
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

interface Part {
  readonly type: string;
  readonly body: string | Buffer;
}

/** What is asked for; undefined for the results, which are sent. */
function partOf({ method, url }: IncomingMessage, jobs: readonly Job[]): Part | undefined {
  if (method === 'POST') return undefined;
  const script = (body: string | Buffer): Part => ({ type: 'text/javascript', body });
  if (url === '/engine.js') {
    return script(gunzipSync(Buffer.from(readFileSync(engine, 'utf8'), 'base64')));
  }
  if (url === '/play.js') return script(`(${playAll.toString()})(${JSON.stringify(jobs)})`);
  const page = '<!doctype html><title>engine</title><script src="/play.js"></script>';
  return { type: 'text/html', body: page };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** What the worker answers. */
interface WorkerAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Runs in the page. */
async function playAll(jobs: readonly Job[]): Promise<void> {
  interface PageWorker {
    onmessage: (event: { readonly data: WorkerAnswer }) => void;
    onerror: (event: { readonly message: string }) => void;
    postMessage(question: object): void;
  }
  const Made = (globalThis as unknown as { Worker: new (url: string) => PageWorker }).Worker;
  const worker = new Made('/engine.js');
  let latest = 0;
  const ask = (name: string, ...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++latest;
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => {
        if (data.id !== id || 'progress' in data) return;
        if (data.error) reject(new Error(data.error.message));
        else resolve(data.result);
      };
      worker.postMessage({ id, ask: name, args });
    });
  const digests: [string, string][] = [];
  for (const { name, files } of jobs) {
    try {
      const { id } = (await ask('play', { files })) as { readonly id: number };
      const record = (await ask('record', id)) as string;
      // eslint-disable-next-line no-restricted-globals -- a digest, not randomness
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(record));
      const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0'));
      digests.push([name, hex.join('')]);
    } catch (error) {
      digests.push([name, `error: ${(error as Error).message}`]);
    }
  }
  await fetch('/', { method: 'POST', body: JSON.stringify(digests) });
}
