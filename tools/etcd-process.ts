/** A real etcd for tests, benchmarks and tools: a process of its own, on free ports of this machine, with its data in a temporary folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { machineTimers } from '#clock';
import { Etcd, type EtcdTls } from '#etcd';
import { temporaryFolder } from './temporary-folder.ts';

/** Why tests with etcd are skipped; undefined where it can be run. */
export const etcdMissing: string | undefined =
  spawnSync('etcd', ['--version']).status === 0
    ? undefined
    : 'etcd is not installed (.ci/install-clients gets it)';

/** The same for what needs etcd's command line client. */
export const etcdctlMissing: string | undefined =
  spawnSync('etcdctl', ['version']).error === undefined
    ? undefined
    : 'etcdctl is not installed (.ci/install-clients gets it)';

const startMs = 20_000;

export interface EtcdProcess {
  readonly url: string;
  /** Stops it, as a machine that hangs does; resolves once it is. */
  hold(): Promise<void>;
  /** Lets it continue. */
  release(): void;
  /** Ends the process at once; its data stay. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  restart(): Promise<void>;
  /** Ends it, and removes its data. */
  remove(): Promise<void>;
}

export interface EtcdFlags {
  /** Further flags of etcd's. */
  readonly flags?: readonly string[];
  /** To reach it with; its flags name the files. */
  readonly tls?: EtcdTls;
}

export async function startEtcd({ flags = [], tls }: EtcdFlags = {}): Promise<EtcdProcess> {
  const folder = temporaryFolder('orrery-etcd');
  const [port, peerPort] = [await freePort(), await freePort()];
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const args = [
    ...['--name', 'one', '--data-dir', folder.path, '--log-level', 'error'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `one=${peer}`, ...flags],
  ];
  let running = await started(args, url, tls);
  const kill = (): void => void running.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  return {
    url,
    hold: () => held(running),
    release: () => void running.kill('SIGCONT'),
    kill: () => ended(running),
    async restart() {
      running = await started(args, url, tls);
    },
    async remove() {
      process.removeListener('exit', kill);
      await ended(running);
      folder.remove();
    },
  };
}

async function started(
  args: readonly string[],
  url: string,
  tls: EtcdTls | undefined,
): Promise<ChildProcess> {
  const child = spawn('etcd', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  let isLate = false;
  const cancel = machineTimers().after(startMs, () => (isLate = true));
  while (!(await answers(url, tls))) {
    if (child.exitCode !== null || isLate) throw new Error(`etcd has not started: ${errors}`);
  }
  cancel();
  return child;
}

/** Its threads stop one after the other: the last ones may still answer. */
async function held(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP');
  while (!areStopped(`/proc/${child.pid}/task`)) await pause(1);
}

/** @param threads a folder for each, where the system has them */
function areStopped(threads: string): boolean {
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((thread) => {
    // The state follows the name, which stands in parentheses.
    return /\) T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.kill('SIGKILL');
  return closed;
}

/** Whether it answers reads, which need a leader; a moment passes when it does not. */
async function answers(url: string, tls: EtcdTls | undefined): Promise<boolean> {
  const etcd = new Etcd({ urls: [url], tls, timers: machineTimers(), timeoutMs: 1000 });
  try {
    await etcd.range({ key: 'any' });
    return true;
  } catch {
    await pause(50);
    return false;
  } finally {
    etcd.close();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => machineTimers().after(ms, resolve));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
