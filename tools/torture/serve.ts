/** `orrery serve` as a process of its own, as users run it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const command = resolve(import.meta.dirname, '../../../dist/orrery.js');
const keeper = new URL('./keeper.js', import.meta.url).href;
/** The one that the fuzzed requests carry. */
export const token = 'admintoken';

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stderr: string;
}

export interface Served {
  readonly pid: number;
  readonly port: number;
  /** Whether the process has ended by itself. */
  readonly hasExited: boolean;
  stop(): Promise<Ended>;
}

export interface ServeSettings {
  /** Of the command, beside those of the torture. */
  readonly options?: readonly string[];
  /** Of Node, such as `--max-old-space-size=512`. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a server on a free port, over plain HTTP. It ends with this process. @throws {Error} when it does not start */
export async function startServe(settings: ServeSettings = {}): Promise<Served> {
  const { options = [], nodeOptions = [] } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-torture-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const basics = ['--http', '--port', '0', '--token', token, '--kubeconfig', kubeconfig];
  const node = [...nodeOptions, '--import', keeper];
  const child = spawn(process.execPath, [...node, command, 'serve', ...basics, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TORTURE_FOLDER: folder },
  });
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ code, stderr });
    }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    let stdout = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const found = /http:\/\/[^\s:]+:(\d+)/.exec(stdout)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.on('error', reject);
    void ended.then(() => reject(new Error(`the server did not start: ${stderr}`)));
  });
  return {
    pid: child.pid!,
    port,
    get hasExited() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The memory that a server has, in MiB. */
export function residentMib({ pid }: Served): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
