/** The files and variables of a program that is an account, kept current while it runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineTimers } from '#clock';
import { kubeconfigText, type Connection } from '#remote';
import type { Pod } from '#types';
import { printError } from '../output.ts';
import { ClusterReader } from './cluster-reader.ts';
import { LiveFolder, type Files } from './live-folder.ts';
import type { Account, Mount } from './mounts.ts';
import { bound, makePlaces, whyNotBound, type Bind } from './private-mount.ts';
import { filesOfVolume } from './volumes.ts';

/** Where programs in a cluster look for their account. */
export const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** How often mounted objects are looked at, and tokens renewed, ms. */
const lookEvery = 1_000;
const renewEvery = 600_000;

export class Session {
  readonly #server: Connection;
  readonly #account: Account;
  readonly #folder: string;
  readonly #timers = machineTimers();
  readonly reader: ClusterReader;
  #folders = 0;
  #removePlaces: () => void = () => undefined;

  /** @param folder of its own, for all files */
  constructor(server: Connection, account: Account, folder: string) {
    this.#server = server;
    this.#account = account;
    this.#folder = folder;
    this.reader = new ClusterReader(server, account.namespace);
  }

  /** Returns a new folder. */
  newFolder(): string {
    const folder = join(this.#folder, String(++this.#folders));
    mkdirSync(folder);
    return folder;
  }

  /** Returns whether a folder has what the program works with on this machine, such as `/tmp`: nothing may hide it. */
  needs(folder: string): boolean {
    const within = `${folder.replace(/\/$/, '')}/`;
    return [this.#folder, process.cwd()].some((each) => `${each}/`.startsWith(within));
  }

  /** Makes the folder of the account, and keeps its token valid. @throws {Error} with the server's words */
  async bindAccount(): Promise<Bind> {
    const live = new LiveFolder(this.newFolder());
    await this.#renewToken(live);
    return { from: live.path, to: accountFolder };
  }

  /** Makes a folder of a volume, and keeps it current. @throws {Error} for what is missing */
  async bind({ volume, folder }: Mount, pod?: Pod): Promise<Bind> {
    const live = new LiveFolder(this.newFolder());
    await this.#follow({ volume, folder }, live, { pod, last: undefined });
    return { from: live.path, to: folder };
  }

  /**
   * Returns the command line that shows a program folders where a container has them; or the command as it is, and
   * says so. The places are there until {@link end}.
   */
  placed(binds: readonly Bind[], command: readonly string[], mayMount: boolean): readonly string[] {
    const why = mayMount ? this.#whyUnplaced(binds) : 'as --no-mounts asks for';
    if (why === undefined) return bound(this.newFolder(), binds, command);
    say(
      `no private mounts (${why}): the program finds its account by KUBECONFIG, not in ${accountFolder}`,
    );
    for (const { from, to } of binds) {
      if (to !== accountFolder) say(`what it looks for in ${to} is in ${from}`);
    }
    return command;
  }

  #whyUnplaced(binds: readonly Bind[]): string | undefined {
    this.end();
    this.#removePlaces = makePlaces(binds);
    const why = whyNotBound(this.newFolder(), binds);
    if (why !== undefined) this.end();
    return why;
  }

  /** Removes the places of mounts. */
  end(): void {
    this.#removePlaces();
  }

  /** Returns the variables by which programs find the API server. */
  get variables(): Readonly<Record<string, string>> {
    const { protocol, hostname, port } = new URL(this.#server.url);
    const served = port || (protocol === 'https:' ? '443' : '80');
    return {
      KUBECONFIG: this.#kubeconfig,
      KUBERNETES_SERVICE_HOST: hostname.replace(/^\[(.*)\]$/, '$1'),
      KUBERNETES_SERVICE_PORT: served,
      KUBERNETES_SERVICE_PORT_HTTPS: served,
    };
  }

  get #kubeconfig(): string {
    return join(this.#folder, 'kubeconfig');
  }

  async #renewToken(live: LiveFolder): Promise<void> {
    const token = await this.reader.tokenOf(this.#account);
    const { url, authority } = this.#server;
    const certificate = authority?.toString();
    live.put(
      new Map([
        ['token', token],
        ['namespace', this.#account.namespace],
        ...(certificate === undefined ? [] : [['ca.crt', certificate] as const]),
      ]),
    );
    const text = kubeconfigText({ url, token, ...(certificate !== undefined && { certificate }) });
    writeFileSync(this.#kubeconfig, text, { mode: 0o600 });
    this.#later(renewEvery, () => this.#renewToken(live));
  }

  async #follow(
    mount: Mount,
    live: LiveFolder,
    { pod, last }: { readonly pod: Pod | undefined; readonly last: Files | undefined },
  ): Promise<void> {
    const files = await filesOfVolume(mount.volume, this.reader, pod);
    if (last === undefined || !isSame(files, last)) live.put(files);
    this.#later(lookEvery, () => this.#follow(mount, live, { pod, last: files }));
  }

  /** Does work later, again and again while the server does not answer. */
  #later(ms: number, work: () => Promise<void>): void {
    this.#timers.after(ms, () => {
      work().catch(() => this.#later(lookEvery, work));
    });
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

/** Prints a line about what is done. */
export function say(text: string): void {
  printError(`orrery as: ${text}\n`);
}
