/**
 * Plays recorded controller traces against a server of its own, by a clock that stands still
 * until it is told to move, and compares.
 *
 *     npm run build && node build/tools/conformance/traces.js DIR
 *
 * Prints a line a trace and closes with `N passed, N failed`. Exit status: 0 all passed, 1 a trace
 * differs, 2 wrong usage.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../../..');
const TOKEN = 'traces';
/** Gates under which the traces were recorded. */
const GATES = 'CronJobTimeZone=true,HPAScaleToZero=true';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const files = args.flatMap(tracesIn);
  if (files.length === 0) {
    console.error('usage: conformance:traces -- DIR|FILE...   (recorded traces, *.json)');
    return 2;
  }
  const { server, url } = await startServer();
  try {
    return await play(files, url);
  } finally {
    server.kill('SIGTERM');
  }
}

function tracesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    console.error(`${path}: there is no such file or directory`);
    return [];
  }
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}

async function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const options = ['--http', '--port', '0', '--token', TOKEN, '--nodes', '0', '--clock', 'manual'];
  const start = ['--clock-start', '2026-01-01T00:00:00Z', '--feature-gates', GATES];
  const server = spawn(
    process.execPath,
    [join(root, 'dist/orrery.js'), 'serve', ...options, ...start],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return { server, url };
  }
  throw new Error('the server did not start');
}

async function play(files: readonly string[], url: string): Promise<number> {
  const runner = spawn(
    process.execPath,
    [
      join(root, 'test/conformance/traces.mjs'),
      ...['run', ...files, '--server', url, '--token', TOKEN],
      ...['--advance-url', `${url}/orrery/v1/clock/advance`],
    ],
    { stdio: 'inherit' },
  );
  const [code] = (await once(runner, 'exit')) as [number | null];
  return code ?? 1;
}
