/** The servers that are killed, and clients that remember what these have acknowledged. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { get, request, type Agent } from 'node:http';
import { join } from 'node:path';
import { machineWall } from '#clock';
import type { ConfigMap, Known } from './known.ts';

export interface KillOptions {
  /** Of `orrery`, built. */
  readonly command: string;
  readonly kills: number;
  /** How many of the servers run in a PID namespace of their own, while another one wants the folder, too. Default: none. */
  readonly apart?: number;
  readonly writers: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface Running {
  readonly url: string;
  kill(): Promise<void>;
}

export const path = '/api/v1/namespaces/default/configmaps';
const token = 'secret';
export const longestWriteMs = 1500;
export const unstoppable = new AbortController().signal;

/** What a server does not have of what is known, or has although it was deleted. */
export async function wrongOn(server: Running, known: Known): Promise<readonly string[]> {
  const { items, metadata } = await ask<{
    items: readonly ConfigMap[];
    metadata: { resourceVersion: string };
  }>(server, 'GET', path);
  return known.compare(items, Number(metadata.resourceVersion)).slice(0, 10);
}

/**
 * Creates and changes objects without end, and deletes the oldest where there are many.
 * @param made called after each acknowledged write
 * @throws {Error} when one fails
 */
export async function writeOn(
  server: Running,
  prefix: string,
  { agent, known, made, isOver = () => false }: Writing,
): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const name = `${prefix}-${n}`;
    const object = { metadata: { name }, data: { count: '0' } };
    const first = await ask<ConfigMap>(server, 'POST', path, object, agent);
    known.note(first);
    made();
    const next = { ...first, data: { count: '1' } };
    known.note(await ask<ConfigMap>(server, 'PUT', `${path}/${name}`, next, agent));
    made();
    const oldest = known.takeOldest();
    if (oldest === undefined) continue;
    await ask(server, 'DELETE', `${path}/${oldest}`, undefined, agent);
    known.noteGone(oldest);
    made();
  }
}

export interface Writing {
  readonly agent: Agent;
  readonly known: Known;
  readonly made: () => void;
  readonly isOver?: () => boolean;
}

/** What a watch has shown must not be lost either. */
export function watch(server: Running, known: Known): () => void {
  const headers = { authorization: `Bearer ${token}` };
  const sent = get(`${server.url}${path}?watch=1`, { headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      const lines = (text + part).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap };
        if (type !== 'DELETED' && /^w\d/.test(object.metadata.name)) known.note(object);
      }
    });
    answer.on('error', () => undefined);
  });
  sent.on('error', () => undefined);
  return () => sent.destroy();
}

/** @throws {Error} when it does not start */
export async function start(
  command: string,
  folder: string,
  kept: readonly string[],
  before: readonly string[] = [],
): Promise<Running> {
  const ready = join(folder, 'ready.json');
  rmSync(ready, { force: true });
  const options = [
    ...['--http', '--port', '0', '--token', token, '--ready-file', ready],
    ...['--kubeconfig', join(folder, 'kubeconfig')],
  ];
  const [program, ...args] = [...before, process.execPath, command, 'serve', ...options, ...kept];
  const child = spawn(program!, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  const kill = (): void => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${stderr}`);
    await machineWall.sleep(10, unstoppable);
  }
  const { url } = JSON.parse(readFileSync(ready, 'utf8')) as { url: string };
  return {
    url,
    async kill() {
      kill();
      await ended;
      process.removeListener('exit', kill);
    },
  };
}

export function ask<T>(
  { url }: Running,
  method: string,
  where: string,
  body?: object,
  agent?: Agent,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((done, fail) => {
    const sent = request(url + where, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('error', fail);
      answer.on('end', () => {
        if (answer.statusCode! < 300) done(JSON.parse(text) as T);
        else fail(new Error(`${method} ${where}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on('error', fail).end(body && JSON.stringify(body));
  });
}
