/** Plays scenarios by the engine's worker in a browser. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chromium, firefox } from 'playwright-core';
import type { Job } from './jobs.ts';

/** The engine as `npm run build:page` leaves it. */
const engine = join('dist/page/engine.txt');

/** A program, by its path. */
export interface Browser {
  readonly name: 'chromium' | 'firefox';
  readonly path: string;
}

/** The digests of the runs' records, by the names of the jobs; an error in words stands for one. */
export async function digestsInBrowser(
  { name, path }: Browser,
  jobs: readonly Job[],
): Promise<ReadonlyMap<string, string>> {
  const script = gunzipSync(Buffer.from(readFileSync(engine, 'utf8'), 'base64'));
  const server = createServer(({ url }, response) => {
    const isScript = url === '/engine.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>engine</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const args = name === 'chromium' ? ['--no-sandbox'] : [];
  const program = await { chromium, firefox }[name].launch({ executablePath: path, args });
  try {
    const page = await program.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return new Map(await page.evaluate(playAll, jobs));
  } finally {
    await program.close();
    server.close();
    server.closeAllConnections();
  }
}

/** What the worker answers. */
interface WorkerAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Runs in the page. */
async function playAll(jobs: readonly Job[]): Promise<[name: string, digest: string][]> {
  interface PageWorker {
    onmessage: (event: { readonly data: WorkerAnswer }) => void;
    postMessage(question: object): void;
  }
  const Made = (globalThis as unknown as { Worker: new (url: string) => PageWorker }).Worker;
  const worker = new Made('/engine.js');
  let latest = 0;
  const ask = (name: string, ...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++latest;
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
      const text = (await ask('record', id)) as string;
      // eslint-disable-next-line no-restricted-globals -- a digest, not randomness
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0'));
      digests.push([name, hex.join('')]);
    } catch (error) {
      digests.push([name, `error: ${(error as Error).message}`]);
    }
  }
  return digests;
}
