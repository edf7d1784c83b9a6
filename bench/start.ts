/** Starts: what it takes until a command answers, and what a server takes that does nothing. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Row } from './bench.ts';
import { serveApi } from './support/servers.ts';

const RUNS = 7;
/** Until an idle server has settled. */
const IDLE_MS = 1500;

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = `${root}dist/orrery.js`;
const scenario = `${root}scenarios/daemonset/rolling-update.yaml`;

export async function startBench(): Promise<Row[]> {
  const bare: number[] = [];
  const help: number[] = [];
  const played: number[] = [];
  const inProcess: number[] = [];
  const served: Start[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await msOf('--eval', '0'));
    help.push(await msOf(command, '--help'));
    played.push(await msOf(command, 'run', scenario));
    inProcess.push(await msInProcess());
    served.push(await idleServer());
  }
  const ready = middle(served.map(({ ms }) => ms));
  const memory = middle(served.map(({ bytes }) => bytes)) / 1e6;
  return [
    { name: 'baseline: node that does nothing', value: middle(bare), unit: 'ms' },
    { name: 'orrery --help', value: middle(help), unit: 'ms' },
    { name: 'orrery run, a whole scenario', value: middle(played), unit: 'ms' },
    { name: 'orrery serve, first request answered', value: ready, unit: 'ms' },
    { name: 'orrery serve, ratio', value: ready / middle(bare), unit: 'x', note: 'of node' },
    { name: 'ready, in process', value: middle(inProcess), unit: 'ms' },
    { name: 'idle: resident memory', value: memory, unit: 'MB' },
  ];
}

/** From starting node to its end. */
async function msOf(...args: readonly string[]): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function msInProcess(): Promise<number> {
  const start = performance.now();
  const served = await serveApi();
  const ms = performance.now() - start;
  await served.close();
  return ms;
}

interface Start {
  /** From starting node to the first answer. */
  readonly ms: number;
  /** Resident once it has settled. */
  readonly bytes: number;
}

/** A server that has nothing to do. */
export async function idleServer(...options: readonly string[]): Promise<Start> {
  const start = performance.now();
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await answered(`${await urlOf(server)}/readyz`);
  const ms = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const bytes = residentBytes(server.pid!);
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  return { ms, bytes };
}

async function urlOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /https:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('the server did not start');
}

function answered(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}

/** NaN where the system does not report it. */
function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch {
    return NaN;
  }
}

/** The one in the middle of values. */
export function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
