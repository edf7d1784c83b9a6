/** Reading kubeconfigs: how commands reach a running server. */
import { parse } from 'yaml';
import type { Connection } from '#client';
import { readTextFile } from '#scenario';

/** Longer kubeconfigs are a mistake. */
const MOST_BYTES = 16_777_216;

interface KubeconfigFile {
  readonly clusters?: readonly {
    cluster: { server: string; 'certificate-authority-data'?: string };
  }[];
  readonly users?: readonly { user: { token?: string } }[];
}

/** The server of a kubeconfig as `orrery serve` writes it. @throws {Error} that says what was expected */
export function readKubeconfig(path: string | undefined): Connection {
  if (path === undefined || path === '') {
    throw new Error(
      'which server? Give --kubeconfig, or set KUBECONFIG as `orrery serve` prints it',
    );
  }
  const { clusters, users } = (parse(textOf(path)) ?? {}) as KubeconfigFile;
  const cluster = clusters?.[0]?.cluster;
  const token = users?.[0]?.user.token;
  if (cluster === undefined || token === undefined) {
    throw new Error(
      `${path} is no kubeconfig of \`orrery serve\`: it names no server with a token`,
    );
  }
  const data = cluster['certificate-authority-data'];
  return {
    url: cluster.server,
    token,
    ...(data === undefined ? {} : { authority: Buffer.from(data, 'base64') }),
  };
}

function textOf(path: string): string {
  try {
    return readTextFile(path, MOST_BYTES, 'kubeconfig');
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
