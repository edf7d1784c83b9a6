/** `orrery as`: a program as a cluster would run it, with the rights of its account alone. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTimers } from '#clock';
import { kubeconfigText, type Connection } from '#remote';
import { exitCodes } from '../exit-codes.ts';
import { serverFrom, type ServerOptions } from '../kubeconfig.ts';
import { printError } from '../output.ts';
import { filesOf, tokenOf } from './cluster-reader.ts';
import { LiveFolder, type Files } from './live-folder.ts';
import { readAccount, readMount, type Account, type Mount } from './mounts.ts';
import { bound, makePlaces, whyNotBound, type Bind } from './private-mount.ts';

export interface AsOptions extends ServerOptions {
  readonly mount: readonly string[];
  /** Whether folders are mounted where a container has them, if the system allows it. */
  readonly mounts: boolean;
}

/** Where programs in a cluster look for their account. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** How often mounted objects are looked at, and tokens renewed, ms. */
const lookEvery = 1_000;
const renewEvery = 600_000;

/** Runs the command to its end; resolves with its exit code. @throws {UsageError} */
export async function runAs(
  who: string,
  command: readonly string[],
  options: AsOptions,
): Promise<number> {
  const account = readAccount(who);
  const mounts = options.mount.map(readMount);
  let server: Connection;
  try {
    server = serverFrom(options, process.env);
  } catch (error) {
    return complain((error as Error).message);
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-as-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    return await new Running(server, account, mounts, folder).run(command, options.mounts);
  } catch (error) {
    return complain((error as Error).message);
  }
}

class Running {
  readonly #server: Connection;
  readonly #account: Account;
  readonly #mounts: readonly Mount[];
  readonly #folder: string;
  readonly #timers = machineTimers();
  #removePlaces: () => void = () => undefined;

  /** @param folder of its own, for all files */
  constructor(server: Connection, account: Account, mounts: readonly Mount[], folder: string) {
    this.#server = server;
    this.#account = account;
    this.#mounts = mounts;
    this.#folder = folder;
  }

  async run(command: readonly string[], mayMount: boolean): Promise<number> {
    const files = new LiveFolder(join(this.#folder, 'serviceaccount'));
    await this.#renewToken(files);
    const held = await this.#mountAll();
    try {
      const [file, ...args] = this.#placed([{ from: files.path, to: accountFolder }, ...held], {
        command,
        mayMount,
      });
      return await ended(file!, args, this.#environment());
    } finally {
      this.#removePlaces();
    }
  }

  /** Returns the command line, with folders where a container has them, or as it is. */
  #placed(
    binds: readonly Bind[],
    { command, mayMount }: { readonly command: readonly string[]; readonly mayMount: boolean },
  ): readonly string[] {
    const why = mayMount ? this.#whyUnplaced(binds) : 'as --no-mounts asks for';
    if (why === undefined) return bound(this.#work('run'), binds, command);
    say(
      `no private mounts (${why}): the program finds its account by KUBECONFIG, not in ${accountFolder}`,
    );
    for (const { from, to } of binds.slice(1)) say(`what it looks for in ${to} is in ${from}`);
    return command;
  }

  #whyUnplaced(binds: readonly Bind[]): string | undefined {
    this.#removePlaces = makePlaces(binds.map(({ to }) => to));
    const why = whyNotBound(this.#work('try'), binds);
    if (why !== undefined) this.#removePlaces();
    return why;
  }

  #work(name: string): string {
    const work = join(this.#folder, name);
    mkdirSync(work);
    return work;
  }

  async #renewToken(files: LiveFolder): Promise<void> {
    const token = await tokenOf(this.#server, this.#account);
    const { authority } = this.#server;
    files.put(
      new Map<string, Uint8Array | string>([
        ['token', token],
        ['namespace', this.#account.namespace],
        ...(authority === undefined ? [] : [['ca.crt', authority] as const]),
      ]),
    );
    writeFileSync(this.#kubeconfig, this.#kubeconfigText(token), { mode: 0o600 });
    this.#later(renewEvery, () => this.#renewToken(files));
  }

  get #kubeconfig(): string {
    return join(this.#folder, 'kubeconfig');
  }

  #kubeconfigText(token: string): string {
    const { url, authority } = this.#server;
    return kubeconfigText({ url, token, ...(authority && { certificate: authority.toString() }) });
  }

  /** Fills a folder for each mount, and keeps it current. */
  #mountAll(): Promise<readonly Bind[]> {
    return Promise.all(
      this.#mounts.map(async (mount, index) => {
        const live = new LiveFolder(join(this.#folder, `mount-${index + 1}`));
        await this.#follow(mount, live, undefined);
        return { from: live.path, to: mount.folder };
      }),
    );
  }

  async #follow(mount: Mount, live: LiveFolder, last: Files | undefined): Promise<void> {
    const files = await filesOf(this.#server, this.#account.namespace, mount);
    if (last === undefined || !isSame(files, last)) live.put(files);
    this.#later(lookEvery, () => this.#follow(mount, live, files));
  }

  /** Does work later, again and again while the server does not answer. */
  #later(ms: number, work: () => Promise<void>): void {
    this.#timers.after(ms, () => {
      work().catch(() => this.#later(lookEvery, work));
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const { protocol, hostname, port } = new URL(this.#server.url);
    const usual = protocol === 'https:' ? '443' : '80';
    return {
      ...process.env,
      KUBECONFIG: this.#kubeconfig,
      KUBERNETES_SERVICE_HOST: hostname.replace(/^\[(.*)\]$/, '$1'),
      KUBERNETES_SERVICE_PORT: port || usual,
      KUBERNETES_SERVICE_PORT_HTTPS: port || usual,
    };
  }
}

function isSame(one: Files, other: Files): boolean {
  return (
    one.size === other.size &&
    [...one].every(([name, content]) => {
      const before = other.get(name);
      return before !== undefined && Buffer.from(content).equals(Buffer.from(before));
    })
  );
}

/** Resolves with the exit code of a program, which gets the signals that this one gets. */
function ended(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(file, args, { env, stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${file}: ${error.message}`)));
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, pass);
      // As shells do.
      resolve(code ?? 128 + constants.signals[signal!]);
    });
  });
}

function say(text: string): void {
  printError(`orrery as: ${text}\n`);
}

function complain(text: string): number {
  say(text);
  return exitCodes.invalid;
}
