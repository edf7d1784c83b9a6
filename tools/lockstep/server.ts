/** A server whose time stands still, and requests to it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { machineWall } from '#clock';
import { kubeconfigText } from '#remote';

interface Access {
  readonly url: string;
  readonly token: string;
  readonly certificate: string;
}

export interface Server {
  /** A request for JSON. @throws {Error} for an error response */
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  /** The path of a kubeconfig for a program, which is distinguished from others by it. */
  kubeconfigOf(program: string): string;
  stop(): Promise<void>;
}

const unstoppable = new AbortController().signal;
export const pause = (ms: number): Promise<void> => machineWall.sleep(ms, unstoppable);

/** @param command of `orrery`, built @throws {Error} when it does not start */
export async function startServer(command: string, options: readonly string[]): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-lockstep-'));
  const ready = join(folder, 'ready.json');
  const own = ['--port', '0', '--ready-file', ready, '--kubeconfig', join(folder, 'kubeconfig')];
  const child = spawn(process.execPath, [resolve(command), 'serve', ...own, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await pause(20);
  }
  const access = JSON.parse(readFileSync(ready, 'utf8')) as Access;
  return {
    ask: (method, path, body) => ask(access, method, path, body),
    kubeconfigOf(program) {
      const file = join(folder, `kubeconfig-${program}`);
      const token = `${access.token}~${program}`;
      writeFileSync(file, kubeconfigText({ ...access, token }), { mode: 0o600 });
      return file;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.removeListener('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ask<T>(
  { url, token, certificate }: Access,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((done, fail) => {
    const sent = request(url + path, { method, headers, ca: certificate }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', fail);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode! < 300) done(JSON.parse(text) as T);
        else fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on('error', fail).end(body && JSON.stringify(body));
  });
}
