/** The controllers of examples/lockstep, as processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '../clients/command.ts';

const minute = 60_000;

export interface Program {
  /** Its folder; what it makes is named after it. */
  readonly name: string;
  /** What it takes, for people. */
  readonly about: string;
  /**
   * @param cache a folder of its own, which is kept
   * @returns the command that starts it
   * @throws {Error} when the toolchain or a package is missing
   */
  build(sources: string, cache: string): Promise<readonly string[]>;
}

/** Packages are not fetched unless the tool is asked to: then the toolchains may use the network. */
export function programs({ fetch }: { readonly fetch: boolean }): readonly Program[] {
  const goEnv = { ...process.env, ...(!fetch && { GOPROXY: 'off' }), GOFLAGS: '-mod=readonly' };
  return [
    {
      name: 'go',
      about: 'client-go',
      async build(sources, cache) {
        const out = join(cache, 'stamp');
        const options = { cwd: sources, env: goEnv, withinMs: 10 * minute };
        await read('go', ['build', '-o', out, './stamp'], options);
        return [out];
      },
    },
    {
      name: 'python',
      about: 'kubernetes',
      async build(sources, cache) {
        const environment = join(cache, 'venv/bin/python');
        const own = existsSync(environment);
        const python = own ? environment : await anyPython();
        if (python !== undefined) return [python, '-B', join(sources, 'stamp.py')];
        if (!fetch) throw new Error('the package kubernetes is not on this machine');
        await read('python3', ['-m', 'venv', join(cache, 'venv')], { withinMs: minute });
        await read(environment, ['-m', 'pip', '-q', 'install', 'kubernetes'], {
          withinMs: 5 * minute,
        });
        return [environment, '-B', join(sources, 'stamp.py')];
      },
    },
    {
      name: 'java',
      about: 'client-java',
      async build(sources, cache) {
        cpSync(sources, cache, { recursive: true });
        const offline = fetch ? [] : ['--offline'];
        const options = { cwd: cache, withinMs: 10 * minute };
        await read('mvn', ['-B', '-q', ...offline, 'package'], options);
        const classes = ['target/classes', 'target/dependency/*'].map((path) => join(cache, path));
        return ['java', '-cp', classes.join(':'), 'io.example.lockstep.Stamp'];
      },
    },
    {
      name: 'js',
      about: 'client-node',
      build: (sources) => Promise.resolve([process.execPath, join(sources, 'stamp.mjs')]),
    },
  ];
}

async function anyPython(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3']) {
    try {
      await read(python, ['-c', 'import kubernetes']);
      return python;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** Where what a program is built of is kept. */
export function cacheOf(root: string, name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export interface Started {
  /** What it has printed so far. */
  readonly text: () => string;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
}

/** Starts a program; it ends with this process. */
export function start(
  [file, ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Started {
  const child: ChildProcess = spawn(file!, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  }
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      process.removeListener('exit', kill);
      resolve();
    };
    child.on('close', end).on('error', (error) => {
      text += error.message;
      end();
    });
  });
  return {
    text: () => text,
    hasEnded: () => hasEnded,
    stop() {
      kill();
      return ended;
    },
  };
}
