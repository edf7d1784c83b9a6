/** How a server says that it is ready: to people on stdout, to programs as JSON. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { machineWall } from '#clock';
import { printData, printText } from '../output.ts';
import { SettingsError } from './settings.ts';

export interface Announced {
  /** `v1.24` */
  readonly release: string;
  readonly url: string;
  readonly port: number;
  /** A file. */
  readonly kubeconfig: string;
  /** With its key; absent where no page is served. */
  readonly page: string | undefined;
  /** Plain HTTP, where every client needs a token. */
  readonly isTokenUnsent: boolean;
  /** Pods need accounts, and no running controller creates them. */
  readonly isWithoutAccounts: boolean;
}

/** What clients authenticate by, and the server by. */
export interface Credentials {
  /** The administrator's. */
  readonly token: string;
  /** PEM; absent for plain HTTP. */
  readonly certificate?: string;
  /** The address of the page, with its key. */
  readonly page?: string | undefined;
}

/** If a kubeconfig's server does not use TLS, clients built on client-go send no credentials. */
const unsent =
  '# kubectl sends no token over plain HTTP, and is refused: leave out --http, or add --http-admin\n';

const withoutAccounts =
  '# no controller makes service accounts: pods need one of your making, ' +
  'or --disable-admission-plugins ServiceAccount\n';

export function announce(announced: Announced, output: 'text' | 'json'): void {
  const { url, release, kubeconfig, page, isTokenUnsent, isWithoutAccounts } = announced;
  if (output === 'json') {
    printData(`${JSON.stringify(readiness(announced))}\n`);
    return;
  }
  const ms = Math.round(machineWall.now());
  printText(
    `Serving Kubernetes ${release} at ${url} (ready after ${ms} ms)\n` +
      (page === undefined ? '' : `See it at ${page}\n`) +
      `export KUBECONFIG=${kubeconfig}\n` +
      (isTokenUnsent ? unsent : '') +
      (isWithoutAccounts ? withoutAccounts : ''),
  );
}

/** Returns what programs read. Without secrets: output ends up in logs. */
function readiness({ url, port, kubeconfig }: Announced): object {
  return { ready: true, url, port, pid: process.pid, kubeconfig };
}

/** A file that exists while a server is ready. */
export class ReadyFile {
  readonly #path: string;
  readonly #draft: string;

  /** Removes what an earlier server has left. @throws {SettingsError} when it cannot be written */
  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.${process.pid}`;
    this.#checked(() => {
      rmSync(path, { force: true });
      writeFileSync(this.#draft, '', { mode: 0o600, flag: 'wx' });
    });
  }

  /** Only its owner can read it. It appears whole. @throws {SettingsError} */
  write(announced: Announced, credentials: Credentials): void {
    const text = JSON.stringify({ ...readiness(announced), ...credentials });
    this.#checked(() => {
      writeFileSync(this.#draft, `${text}\n`);
      renameSync(this.#draft, this.#path);
    });
  }

  remove(): void {
    for (const file of [this.#path, this.#draft]) rmSync(file, { force: true });
  }

  #checked(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new SettingsError(`--ready-file ${this.#path}: ${(error as Error).message}`);
    }
  }
}
