/**
 * Plays recorded controller traces against a server of its own, by a clock that stands still
 * until it is advanced, and compares. With `--in-process` there is no server: each trace has a
 * control plane in this process, at full speed.
 *
 *     npm run build && node build/tools/conformance/traces.js [--kubernetes 1.37] DIR [--in-process]
 *
 * Prints a line a trace and closes with `N passed, N failed`. Exit status: 0 all passed, 1 a trace
 * differs, 2 wrong usage.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { playInProcess, traceGatesOf, traceStart } from './in-process.ts';
import { releaseIn } from './release-option.ts';
import { loadRunner } from './runner.ts';

const root = resolve(import.meta.dirname, '../../..');
const runnerFile = join(root, 'test/conformance/traces.mjs');
const TOKEN = 'traces';
const IN_PROCESS = '--in-process';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { minor, rest } = releaseIn(args);
  const files = rest.filter((arg) => arg !== IN_PROCESS).flatMap(tracesIn);
  if (files.length === 0) {
    console.error(
      `usage: conformance:traces -- [--kubernetes 1.37] DIR|FILE... [${IN_PROCESS}]   (recorded traces)`,
    );
    return 2;
  }
  if (args.includes(IN_PROCESS)) return playHere(files, minor);
  const { server, url } = await startServer(minor);
  try {
    return await play(files, url);
  } finally {
    server.kill('SIGTERM');
  }
}

async function playHere(files: readonly string[], minor: number): Promise<number> {
  const runner = await loadRunner(runnerFile);
  let failed = 0;
  for (const file of files) {
    const recorded = runner.load(file);
    const checks = await playInProcess(runner, recorded, minor);
    if (runner.report(recorded.scenario.name, checks) > 0) failed += 1;
  }
  console.log(`${files.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

async function startServer(minor: number): Promise<{ server: ChildProcess; url: string }> {
  const options = ['--http', '--port', '0', '--token', TOKEN, '--nodes', '0', '--clock', 'manual'];
  const gates = Object.entries(traceGatesOf(minor)).map(
    ([gate, isOn]) => `${gate}=${String(isOn)}`,
  );
  const start = [
    '--kubernetes',
    `1.${minor}`,
    '--clock-start',
    traceStart,
    '--feature-gates',
    gates.join(','),
  ];
  // The recorded control plane ran without it.
  const admission = ['--disable-admission-plugins', 'ServiceAccount'];
  const server = spawn(
    process.execPath,
    [join(root, 'dist/orrery.js'), 'serve', ...options, ...start, ...admission],
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
      runnerFile,
      ...['run', ...files, '--server', url, '--token', TOKEN],
      ...['--advance-url', `${url}/orrery/v1/clock/advance`],
    ],
    { stdio: 'inherit' },
  );
  const [code] = (await once(runner, 'exit')) as [number | null];
  return code ?? 1;
}
