/** Servers in a PID namespace of their own, as in containers: no number of a process says anything there. */
import { spawn, spawnSync } from 'node:child_process';

/** Before a command; the process ends with the one before it. */
export const apart = ['unshare', '--pid', '--fork', '--kill-child'] as const;

/** Why there are no namespaces here; undefined: there are. */
export function apartMissing(): string | undefined {
  const [command, ...args] = apart;
  const { error, stderr, status } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' });
  return error !== undefined ? error.message : status === 0 ? undefined : stderr.trim();
}

/** Starts a second server on a folder that a server elsewhere has. @returns what is wrong with how it ends */
export async function intrude(command: string, data: string): Promise<readonly string[]> {
  const [program, ...args] = apart;
  const options = ['--data', data, '--http', '--port', '0', '--no-page', '--token', 'intruder'];
  const child = spawn(program, [...args, process.execPath, command, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = (): void => void child.kill('SIGKILL');
  process.prependOnceListener('exit', end);
  const outcome = new Promise<string | undefined>((resolve) => {
    // It says so when it serves.
    child.stdout.once('data', () => resolve('two servers have the folder'));
    child.on('close', (code) => {
      const isRefused = code === 2 && /process 1 on \S+ uses it; stop that first/.test(stderr);
      resolve(isRefused ? undefined : `a second server ended with ${String(code)}: ${stderr}`);
    });
  });
  const problem = await outcome;
  end();
  process.removeListener('exit', end);
  return problem === undefined ? [] : [problem];
}
