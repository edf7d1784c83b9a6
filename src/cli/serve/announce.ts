/** The messages of a server when it is ready. */
import { machineWall } from '#clock';
import { printText } from '../output.ts';

export interface Announced {
  readonly url: string;
  /** A file. */
  readonly kubeconfig: string;
  /** Plain HTTP, where every client needs a token. */
  readonly isTokenUnsent: boolean;
  /** Pods need accounts, and no running controller creates them. */
  readonly isWithoutAccounts: boolean;
}

/** If a kubeconfig's server does not use TLS, clients built on client-go send no credentials. */
const unsent =
  '# kubectl sends no token over plain HTTP, and is refused: leave out --http, or add --http-admin\n';

const withoutAccounts =
  '# no controller makes service accounts: pods need one of your making, ' +
  'or --disable-admission-plugins ServiceAccount\n';

export function announce(announced: Announced): void {
  const { url, kubeconfig, isTokenUnsent, isWithoutAccounts } = announced;
  const ms = Math.round(machineWall.now());
  printText(
    `Serving Kubernetes v1.24 at ${url} (ready after ${ms} ms)\n` +
      `export KUBECONFIG=${kubeconfig}\n` +
      (isTokenUnsent ? unsent : '') +
      (isWithoutAccounts ? withoutAccounts : ''),
  );
}
