/** What a server says of itself when it is ready. */
import { machineWall } from '#clock';
import { printText } from '../output.ts';

export interface Announced {
  readonly url: string;
  /** A file. */
  readonly kubeconfig: string;
  /** Plain HTTP, and nobody is let in without a token. */
  readonly isTokenUnsent: boolean;
  /** Pods need accounts, and no controller makes any. */
  readonly isWithoutAccounts: boolean;
}

/** Of a kubeconfig whose server does not speak TLS, clients built on client-go take no credentials. */
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
